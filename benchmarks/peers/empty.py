"""What a rerun costs Streamlit itself: the control, and no picture."""

import streamlit as st

st.slider("temperature", 0.0, 1000.0, 1.0, step=0.1, key="temperature")
