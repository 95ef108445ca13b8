"""The formats the studio reads: content types, and the file name endings that suggest them."""

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


IMAGE_KINDS = (Kind.PNG, Kind.JPEG, Kind.TIFF, Kind.WEBP, Kind.BMP, Kind.GIF)
OFFICE_PREFIX = "application/vnd.openxmlformats-officedocument."

CONTENT_TYPES: dict[Kind, str] = {
    Kind.TEXT: "text/plain",
    Kind.MARKDOWN: "text/markdown",
    Kind.CODE: "text/x-source-code",
    Kind.JSON: "application/json",
    Kind.JSON_LINES: "application/x-ndjson",
    Kind.XML: "application/xml",
    Kind.YAML: "application/yaml",
    Kind.HTML: "text/html",
    Kind.CSV: "text/csv",
    Kind.TSV: "text/tab-separated-values",
    Kind.XLSX: f"{OFFICE_PREFIX}spreadsheetml.sheet",
    Kind.DOCX: f"{OFFICE_PREFIX}wordprocessingml.document",
    Kind.PPTX: f"{OFFICE_PREFIX}presentationml.presentation",
    Kind.ODT: "application/vnd.oasis.opendocument.text",
    Kind.ODS: "application/vnd.oasis.opendocument.spreadsheet",
    Kind.RTF: "application/rtf",
    Kind.EPUB: "application/epub+zip",
    Kind.RST: "text/x-rst",
    Kind.EML: "message/rfc822",
    Kind.MSG: "application/vnd.ms-outlook",
    Kind.XLS: "application/vnd.ms-excel",
    Kind.PDF: "application/pdf",
    **{kind: f"image/{kind}" for kind in IMAGE_KINDS},
}
KINDS: dict[str, Kind] = {content_type: kind for kind, content_type in CONTENT_TYPES.items()}

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

EXTENSIONS: dict[str, Kind] = {
    "txt": Kind.TEXT, "text": Kind.TEXT, "log": Kind.TEXT,
    "adoc": Kind.TEXT, "org": Kind.TEXT, "tex": Kind.TEXT, "ini": Kind.TEXT,
    "cfg": Kind.TEXT, "conf": Kind.TEXT, "toml": Kind.TEXT, "properties": Kind.TEXT,
    "md": Kind.MARKDOWN, "markdown": Kind.MARKDOWN, "mdown": Kind.MARKDOWN,
    "mkd": Kind.MARKDOWN, "mdx": Kind.MARKDOWN,
    "json": Kind.JSON, "geojson": Kind.JSON,
    "jsonl": Kind.JSON_LINES, "ndjson": Kind.JSON_LINES,
    "xml": Kind.XML, "xsd": Kind.XML, "xsl": Kind.XML, "rss": Kind.XML, "atom": Kind.XML,
    "svg": Kind.XML,
    "yaml": Kind.YAML, "yml": Kind.YAML,
    "html": Kind.HTML, "htm": Kind.HTML, "xhtml": Kind.HTML,
    "csv": Kind.CSV, "tsv": Kind.TSV, "tab": Kind.TSV,
    "xlsx": Kind.XLSX, "xlsm": Kind.XLSX, "xltx": Kind.XLSX,
    "docx": Kind.DOCX, "docm": Kind.DOCX, "dotx": Kind.DOCX,
    "pptx": Kind.PPTX, "pptm": Kind.PPTX, "potx": Kind.PPTX, "ppsx": Kind.PPTX,
    "odt": Kind.ODT, "ott": Kind.ODT, "ods": Kind.ODS, "ots": Kind.ODS,
    "rtf": Kind.RTF, "epub": Kind.EPUB, "rst": Kind.RST, "rest": Kind.RST,
    "eml": Kind.EML, "msg": Kind.MSG, "xls": Kind.XLS, "xlt": Kind.XLS,
    "pdf": Kind.PDF,
    "png": Kind.PNG, "jpg": Kind.JPEG, "jpeg": Kind.JPEG, "jpe": Kind.JPEG, "jfif": Kind.JPEG,
    "tif": Kind.TIFF, "tiff": Kind.TIFF, "webp": Kind.WEBP, "bmp": Kind.BMP, "gif": Kind.GIF,
}  # fmt: skip


def read_extension(filename: str) -> str:
    """The last ending of a file name in lower case without its dot; empty if there is none."""
    return PurePosixPath(filename.replace("\\", "/")).suffix.lstrip(".").lower()


def kind_of_filename(filename: str) -> Kind | None:
    """The kind a file name suggests; None for an ending that says nothing."""
    extension = read_extension(filename)
    return Kind.CODE if extension in SOURCE_LANGUAGES else EXTENSIONS.get(extension)


def content_type_of(kind: Kind, filename: str) -> str:
    """The content type of a kind; source code names its language, from the file name."""
    language = SOURCE_LANGUAGES.get(read_extension(filename))
    if kind is Kind.CODE and language is not None:
        return f"text/x-{language}"
    return CONTENT_TYPES[kind]


def kind_of_content_type(content_type: str) -> Kind | None:
    """The kind that reads a content type; None if none does."""
    if content_type in KINDS:
        return KINDS[content_type]
    return Kind.CODE if content_type.startswith("text/x-") else None
