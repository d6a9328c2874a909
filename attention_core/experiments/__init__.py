"""Small live experiments that the lessons run: what is claimed is measured here."""
