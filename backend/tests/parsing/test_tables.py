from ragstudio.parsing.tables import render_table


def test_the_first_row_is_the_header():
    assert render_table([["City", "Cap"], ["Paris", "240"]]) == (
        "| City | Cap |\n| --- | --- |\n| Paris | 240 |"
    )


def test_cells_are_one_line_with_pipes_escaped_and_short_rows_padded():
    assert render_table([["a|b", "c\n d"], ["1"]]) == "| a\\|b | c d |\n| --- | --- |\n| 1 |  |"


def test_empty_rows_and_columns_go():
    assert render_table([["a", "", "b"], ["", " ", ""], ["1", "", "2"]]) == (
        "| a | b |\n| --- | --- |\n| 1 | 2 |"
    )
    assert render_table([["", ""]]) == ""
