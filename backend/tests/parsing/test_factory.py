import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ragstudio.errors import IngestionFailure
from ragstudio.formats import FORMATS, Kind
from ragstudio.parsing.factory import load_parsers, parse_file
from ragstudio.records import SourceStatus
from tests.parsing.sample_files import parse_bytes

TEXT_KINDS = [each.kind for each in FORMATS.values() if each.is_text or each.kind is Kind.EML]


def test_every_kind_has_a_parser(tmp_path):
    load_parsers()
    (tmp_path / "raw").write_bytes(b"\0")
    for content_type in [each.content_type for each in FORMATS.values()]:
        with pytest.raises(IngestionFailure) as failure:
            parse_file(tmp_path / "raw", "name.bin", content_type)
        assert failure.value.failure_code in {"corrupt_file", "no_extractable_text"}
        assert "'name.bin'" in failure.value.message
        assert failure.value.hint


def test_a_content_type_without_parser_is_said(tmp_path):
    with pytest.raises(IngestionFailure, match="audio/mpeg") as failure:
        parse_file(tmp_path / "raw", "a.mp3", "audio/mpeg")
    assert failure.value.failure_code == "unsupported_format"


def test_source_metadata_comes_with_documents_and_not_with_data(tmp_path):
    text = "Status: Draft\nOwner: x\n"
    assert parse_bytes(tmp_path, Kind.TEXT, text).source.status is SourceStatus.DRAFT
    for kind in (Kind.YAML, Kind.CODE, Kind.CSV):
        assert parse_bytes(tmp_path, kind, text).source.status is SourceStatus.CURRENT


@pytest.mark.parametrize("kind", TEXT_KINDS)
@pytest.mark.parametrize("data", [b"   \n \n", b"\xef\xbb\xbf", b"\n" * 1000])
def test_white_space_alone_is_no_text(tmp_path, kind, data):
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, kind, data)
    assert failure.value.failure_code in {"no_extractable_text", "corrupt_file"}


@pytest.mark.parametrize("kind", TEXT_KINDS)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    data=st.one_of(
        st.binary(max_size=300),
        st.text(alphabet="ab\"'{}[]<>/=!#|,;:-~`\t\n\r\\&% \u00e9\u3042\ud800", max_size=300).map(
            lambda text: text.encode("utf-8", "surrogatepass")
        ),
    )
)
def test_any_bytes_end_in_a_document_or_a_failure_with_a_hint(tmp_path, kind, data):
    try:
        document = parse_bytes(tmp_path, kind, data)
    except IngestionFailure as failure:
        assert failure.hint
        assert failure.failure_code in {"corrupt_file", "no_extractable_text", "unknown_encoding"}
    else:
        assert document.blocks


def test_parsing_never_loads_the_models_library():
    code = (
        "import sys, ragstudio.parsing.sandbox, ragstudio.parsing.detection\n"
        "from ragstudio.parsing.factory import load_parsers; load_parsers()\n"
        "sys.exit('torch' in sys.modules or 'spacy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
