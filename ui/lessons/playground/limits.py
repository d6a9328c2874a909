"""How much of a long text the Playground's pictures show."""

CLEAR = 32  # units up to which one scale serves all heads; longer rows have small weights, and each head gets its own
BARS = 24  # keys of a row drawn as bars
EXACT = 128  # units up to which the overview shows every weight
POOLED = 64  # blocks each way above that
WINDOW = 48  # units of a longer text that the detail shows around the selection
