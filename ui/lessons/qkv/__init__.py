"""/qkv: one head by hand."""
