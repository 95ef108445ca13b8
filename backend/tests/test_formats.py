from ragstudio.formats import FORMATS, Kind, content_type_of, find_format, kind_of_filename


def test_every_kind_is_registered_once_and_found_by_its_content_type():
    assert list(FORMATS) == [each.kind for each in FORMATS.values()]
    assert set(FORMATS) == set(Kind)
    for each in FORMATS.values():
        assert find_format(each.content_type) is each
    assert find_format("audio/mpeg") is None


def test_every_ending_belongs_to_one_format():
    endings = [ending for each in FORMATS.values() for ending in each.endings]
    assert len(endings) == len(set(endings))
    assert all(
        kind_of_filename(f"a.B.{ending.upper()}") is each.kind
        for each in FORMATS.values()
        for ending in each.endings
    )
    assert kind_of_filename("README") is None


def test_source_code_names_its_language_and_is_found_by_it():
    assert content_type_of(Kind.CODE, "run.py") == "text/x-python"
    found = find_format("text/x-python")
    assert found is not None
    assert found.kind is Kind.CODE
    assert find_format("text/x-unknown") is None


def test_what_is_pasted_as_text_is_never_told_by_its_bytes_alone():
    assert not [each.kind for each in FORMATS.values() if each.is_text and each.is_binary]
