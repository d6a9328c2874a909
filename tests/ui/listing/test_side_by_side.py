from ui.listing.side_by_side import pairs


def test_equal_lines_stand_together_and_others_face_each_other():
    found = list(pairs(["a", "b", "c", "e"], ["a", "x", "e", "f"]))
    assert found == [("a", "a"), ("b", "x"), ("c", None), ("e", "e"), (None, "f")]
