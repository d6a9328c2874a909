"""What the pages compute, each result kept by the whole of what it was asked.

The pattern: a frozen spec in, a frozen result out, and nothing that hides from the key.

    @st.cache_data(max_entries=64, show_spinner=False)
    def spread(asked: Scaling) -> Spread: ...

    @st.cache_resource(max_entries=8, show_spinner=False)
    def encoder(config: EncoderConfig) -> Encoder: ...

Both are called inside `errors.progress`, which speaks up only when a wait is felt.
"""
