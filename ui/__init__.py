"""The page kit: everything that the pages share and that knows Streamlit."""
