"""The registry of file formats: one entry says all the studio knows about a format."""

import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath


class Kind(StrEnum):
    """A family of files read by one parser."""

    TEXT = "text"
    MARKDOWN = "markdown"
    CODE = "code"
    JSON = "json"
    JSON_LINES = "json_lines"
    XML = "xml"
    YAML = "yaml"
    HTML = "html"
    CSV = "csv"
    TSV = "tsv"
    XLSX = "xlsx"
    DOCX = "docx"
    PPTX = "pptx"
    ODT = "odt"
    ODS = "ods"
    RTF = "rtf"
    EPUB = "epub"
    RST = "rst"
    EML = "eml"
    MSG = "msg"
    XLS = "xls"
    PDF = "pdf"
    PNG = "png"
    JPEG = "jpeg"
    TIFF = "tiff"
    WEBP = "webp"
    BMP = "bmp"
    GIF = "gif"


@dataclass(frozen=True, slots=True)
class Format:
    """One format: how it is named and detected, what reads it, and how it is treated.

    `parser` is a module of `ragstudio.parsing` with `parse(path) -> ExtractedDocument`; it is
    imported only where files are parsed. A file is of the format if its head matches `signature`,
    if it is a zip that holds all `zip_parts` or whose `mimetype` entry is one of `mimetypes`, or
    an OLE container with one of `ole_parts`. A format with none of these is text, told by its
    content and its ending (`parsing.detection`).
    """

    kind: Kind
    content_type: str
    endings: tuple[str, ...]
    parser: str
    signature: re.Pattern[bytes] | None = None
    zip_parts: frozenset[str] = frozenset()
    mimetypes: tuple[str, ...] = ()
    ole_parts: tuple[str, ...] = ()
    is_text: bool = False
    """Whether a person can read and paste the file as it is."""
    is_rows: bool = False
    """Whether it holds one record a row, which the strategy `rows` keeps whole."""
    is_data: bool = False
    """Whether a line such as `Status: draft` is content, and says nothing about the file."""
    is_picture: bool = False
    """Whether it holds pixels alone, so that its text has to be recognised."""

    @property
    def is_binary(self) -> bool:
        """Whether its bytes alone identify it."""
        return bool(self.signature or self.zip_parts or self.mimetypes or self.ole_parts)


_OFFICE = "application/vnd.openxmlformats-officedocument."
_OPEN_DOCUMENT = "application/vnd.oasis.opendocument."
_CONTENT_TYPES_PART = "[Content_Types].xml"


def _sign(pattern: bytes) -> re.Pattern[bytes]:
    return re.compile(pattern, re.DOTALL)


def _office(  # noqa: PLR0917
    kind: Kind, name: str, endings: str, parser: str, part: str, is_rows: bool = False
) -> Format:
    parts = frozenset({_CONTENT_TYPES_PART, part})
    return Format(
        kind,
        f"{_OFFICE}{name}",
        tuple(endings.split()),
        parser,
        zip_parts=parts,
        is_rows=is_rows,
    )


def _open_document(
    kind: Kind, name: str, endings: str, parser: str, is_rows: bool = False
) -> Format:
    types = f"{_OPEN_DOCUMENT}{name}", f"{_OPEN_DOCUMENT}{name}-template"
    return Format(kind, types[0], tuple(endings.split()), parser, mimetypes=types, is_rows=is_rows)


def _picture(kind: Kind, endings: str, signature: bytes) -> Format:
    return Format(
        kind,
        f"image/{kind}",
        tuple(endings.split()),
        "formats.image",
        _sign(signature),
        is_picture=True,
    )


def _text(  # noqa: PLR0917
    kind: Kind,
    content_type: str,
    endings: str,
    parser: str,
    is_rows: bool = False,
    is_data: bool = False,
) -> Format:
    return Format(
        kind,
        content_type,
        tuple(endings.split()),
        parser,
        is_text=True,
        is_rows=is_rows,
        is_data=is_data,
    )


SOURCE_LANGUAGES: dict[str, str] = {
    "bash": "shell", "bat": "batch", "c": "c", "cc": "c++", "clj": "clojure", "cpp": "c++",
    "cs": "csharp", "css": "css", "dart": "dart", "erl": "erlang", "ex": "elixir",
    "exs": "elixir", "fs": "fsharp", "go": "go", "gradle": "groovy", "groovy": "groovy",
    "h": "c", "hpp": "c++", "hs": "haskell", "java": "java", "jl": "julia",
    "js": "javascript", "jsx": "javascript", "kt": "kotlin", "less": "css", "lua": "lua",
    "m": "objective-c", "mjs": "javascript", "ml": "ocaml", "php": "php", "pl": "perl",
    "ps1": "powershell", "py": "python", "pyi": "python", "r": "r", "rb": "ruby",
    "rs": "rust", "scala": "scala", "scss": "css", "sh": "shell", "sql": "sql",
    "swift": "swift", "tf": "terraform", "ts": "typescript", "tsx": "typescript",
    "vb": "visual-basic", "vue": "vue", "zsh": "shell",
}  # fmt: skip

_ALL = (
    _text(Kind.TEXT, "text/plain",
          "txt text log adoc org tex ini cfg conf toml properties", "formats.text"),
    _text(Kind.MARKDOWN, "text/markdown", "md markdown mdown mkd mdx", "formats.markdown"),
    _text(Kind.CODE, "text/x-source-code", " ".join(SOURCE_LANGUAGES), "formats.source_code",
          is_data=True),
    _text(Kind.JSON, "application/json", "json geojson", "formats.json_data", is_data=True),
    _text(Kind.JSON_LINES, "application/x-ndjson", "jsonl ndjson", "formats.json_lines",
          is_rows=True, is_data=True),
    _text(Kind.XML, "application/xml", "xml xsd xsl rss atom svg", "formats.xml_data",
          is_data=True),
    _text(Kind.YAML, "application/yaml", "yaml yml", "formats.yaml_data", is_data=True),
    _text(Kind.HTML, "text/html", "html htm xhtml", "formats.html"),
    _text(Kind.CSV, "text/csv", "csv", "formats.delimited", is_rows=True, is_data=True),
    _text(Kind.TSV, "text/tab-separated-values", "tsv tab", "formats.delimited",
          is_rows=True, is_data=True),
    _text(Kind.RST, "text/x-rst", "rst rest", "formats.restructured_text"),
    Format(Kind.EML, "message/rfc822", ("eml",), "formats.mail"),
    _office(Kind.XLSX, "spreadsheetml.sheet", "xlsx xlsm xltx", "formats.spreadsheet",
            "xl/workbook.xml", is_rows=True),
    _office(Kind.DOCX, "wordprocessingml.document", "docx docm dotx", "word.parser",
            "word/document.xml"),
    _office(Kind.PPTX, "presentationml.presentation", "pptx pptm potx ppsx", "formats.slides",
            "ppt/presentation.xml"),
    _open_document(Kind.ODT, "text", "odt ott", "formats.open_document_text"),
    _open_document(Kind.ODS, "spreadsheet", "ods ots", "formats.open_document_sheets",
                   is_rows=True),
    Format(Kind.EPUB, "application/epub+zip", ("epub",), "formats.epub",
           zip_parts=frozenset({"META-INF/container.xml"}), mimetypes=("application/epub+zip",)),
    Format(Kind.XLS, "application/vnd.ms-excel", ("xls", "xlt"), "formats.legacy_spreadsheet",
           ole_parts=("Workbook", "Book"), is_rows=True),
    Format(Kind.MSG, "application/vnd.ms-outlook", ("msg",), "formats.outlook_mail",
           ole_parts=("__properties_version1.0",)),
    # A PDF may have up to 1,024 bytes before its mark.
    Format(Kind.PDF, "application/pdf", ("pdf",), "pdf.parser", _sign(rb".{0,1019}?%PDF-")),
    Format(Kind.RTF, "application/rtf", ("rtf",), "formats.rich_text",
           _sign(rb"\s{0,16}\{\\rtf")),
    _picture(Kind.PNG, "png", rb"\x89PNG\r\n\x1a\n"),
    _picture(Kind.JPEG, "jpg jpeg jpe jfif", rb"\xff\xd8\xff"),
    _picture(Kind.TIFF, "tif tiff", rb"II\*\0|MM\0\*|II\+\0"),
    _picture(Kind.WEBP, "webp", rb"RIFF.{4}WEBP"),
    _picture(Kind.BMP, "bmp", rb"BM.{4}\0{4}"),
    _picture(Kind.GIF, "gif", rb"GIF8[79]a"),
)  # fmt: skip

FORMATS: dict[Kind, Format] = {each.kind: each for each in _ALL}
_BY_CONTENT_TYPE = {each.content_type: each for each in _ALL} | {
    f"text/x-{language}": FORMATS[Kind.CODE] for language in SOURCE_LANGUAGES.values()
}
_BY_ENDING = {ending: each.kind for each in _ALL for ending in each.endings}


def read_extension(filename: str) -> str:
    """The last ending of a file name in lower case without its dot; empty if there is none."""
    return PurePosixPath(filename.replace("\\", "/")).suffix.lstrip(".").lower()


def kind_of_filename(filename: str) -> Kind | None:
    """The kind a file name suggests; None for an ending that says nothing."""
    return _BY_ENDING.get(read_extension(filename))


def content_type_of(kind: Kind, filename: str) -> str:
    """The content type of a kind; source code names its language, from the file name."""
    language = SOURCE_LANGUAGES.get(read_extension(filename))
    if kind is Kind.CODE and language is not None:
        return f"text/x-{language}"
    return FORMATS[kind].content_type


def find_format(content_type: str) -> Format | None:
    """The format of a content type; None where the studio reads no such files."""
    return _BY_CONTENT_TYPE.get(content_type)
