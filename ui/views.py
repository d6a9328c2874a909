"""What each page can show: its view, all of it part of the link."""
