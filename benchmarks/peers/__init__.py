"""Small Streamlit apps that the app is measured against."""
