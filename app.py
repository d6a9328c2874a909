"""The frame of the app: page config, language, navigation.

This one file is both what each visitor's run executes and the app that a server serves: `streamlit run app.py` and
`uvicorn app:app` find `app` below and warm it up before the first visitor comes.
"""

import streamlit as st
from streamlit import runtime

from ui import frame, warm

if runtime.exists():
    frame.run()
else:
    warm.set_straight()
    app = st.App(__file__, lifespan=warm.lifespan)
