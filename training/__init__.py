"""How the bundled vocabulary and weights are made and scored."""
