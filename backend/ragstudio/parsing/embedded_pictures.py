"""Pictures inside a document: their alternative text and the text recognised in them."""

import hashlib
from time import monotonic

from lxml import etree

from ragstudio.errors import IngestionFailure
from ragstudio.parsing.layout import DocumentBuilder
from ragstudio.parsing.page_layout import arrange, group_rows
from ragstudio.parsing.paragraphs import join_lines, make_line
from ragstudio.parsing.pictures import read_picture
from ragstudio.parsing.recognized_pages import BUDGET_SHARE, LAST_MOMENT
from ragstudio.parsing.safe_xml import build_xml_parser
from ragstudio.parsing.text_recognition import recognize_segments
from ragstudio.parsing.time_budget import current_budget
from ragstudio.records import BlockType, UnreadKind

SMALLEST_SIDE = 24
NO_TEXT = "no text recognised"
LARGER = "If it holds text, upload a sharper or larger picture of it."
NO_TIME = "the time for text recognition was used up"
SPLIT = "Split the file, or raise PARSE_TIMEOUT_SECONDS, and upload it again."
OTHER_FORMAT = "its format cannot be read"
CONVERT = "Insert it as PNG or JPEG and upload the file again."

_SVG_TEXT = "//*[local-name()='text' or local-name()='title' or local-name()='desc']"


class EmbeddedPictures:
    """Adds the pictures of one document to it, each different one recognised once.

    Recognition stops when 70 % of the time that the file may take is used. Pictures under 24
    pixels on a side, which are signs and spacers, are passed over.
    """

    def __init__(self, builder: DocumentBuilder, page_name: str = "page") -> None:
        self._builder = builder
        self._page_name = page_name
        self._known: dict[bytes, tuple[str, str]] = {}
        self._slowest = 0.0
        self.recognized = 0

    def add(self, data: bytes, alternative: str = "", page: int | None = None) -> None:
        """Append the text of a picture; what has none is noted as unread."""
        text = self.read(data, alternative, page)
        if text:
            self._builder.add(BlockType.TEXT, text, page)

    def read(self, data: bytes, alternative: str = "", page: int | None = None) -> str:
        """`Picture: ` with its alternative text, and the lines recognised in it."""
        digest = hashlib.sha256(data).digest()
        if digest not in self._known:
            self._known[digest] = self._recognize(data)
        text, reason = self._known[digest]
        if reason:
            remedy = {NO_TEXT: LARGER, NO_TIME: SPLIT}.get(reason, CONVERT)
            self._note(reason, remedy, page)
        alternative = " ".join(alternative.split())
        if alternative and alternative not in text:
            return f"Picture: {alternative}\n{text}".strip()
        return text

    def warn(self) -> None:
        """Say once that text comes from recognition."""
        if self.recognized:
            self._builder.warnings.append(
                "The text of pictures was read by text recognition (OCR): letters may be mistaken. "
                "Compare important passages with the original."
            )

    def _note(self, reason: str, remedy: str, page: int | None) -> None:
        section = self._builder.sections.path if page is None else None
        place = None if page is None else f"{self._page_name} {page}"
        self._builder.unread.add(
            UnreadKind.PICTURE, reason, remedy, place=place, page=page, section=section
        )

    def _recognize(self, data: bytes) -> tuple[str, str]:
        """The text of a picture, and why there is none."""
        if not data:
            return "", OTHER_FORMAT
        if data.lstrip()[:5].lower() in {b"<?xml", b"<svg ", b"<svg>"}:
            return _read_vector(data)
        budget = current_budget()
        expected = budget.used + budget.share_of(1.5 * self._slowest)
        if budget.used > BUDGET_SHARE or expected > LAST_MOMENT:
            return "", NO_TIME
        started = monotonic()
        try:
            picture = read_picture(data, 1)
        except IngestionFailure:
            return "", OTHER_FORMAT
        if picture is None or min(picture.size) < SMALLEST_SIDE:
            return "", ""
        segments = recognize_segments(picture)
        self._slowest = max(self._slowest, monotonic() - started)
        parts = [
            text
            for region in arrange(group_rows(segments))
            for _, text in join_lines([make_line(row) for row in region])
        ]
        self.recognized += bool(parts)
        return "\n".join(parts), "" if parts else NO_TEXT


def _read_vector(data: bytes) -> tuple[str, str]:
    try:
        root = etree.fromstring(data, build_xml_parser())
    except etree.XMLSyntaxError:
        return "", OTHER_FORMAT
    lines = (" ".join("".join(each.itertext()).split()) for each in root.xpath(_SVG_TEXT))
    text = "\n".join(dict.fromkeys(filter(None, lines)))
    return text, "" if text else NO_TEXT
