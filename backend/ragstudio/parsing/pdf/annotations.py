"""What people put onto a PDF page: values of form fields, notes, text boxes."""

import ctypes
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pypdfium2 import raw

from ragstudio.parsing.page_layout import Segment
from ragstudio.parsing.pdf.frame import Frame
from ragstudio.parsing.unread import UnreadList, reads_hidden
from ragstudio.records import UnreadKind

SIZE = 10.0
LABEL_REACH = 250.0
ABOVE = 20.0
_HIDDEN = raw.FPDF_ANNOT_FLAG_HIDDEN | raw.FPDF_ANNOT_FLAG_NOVIEW
_CHOICES = {raw.FPDF_FORMFIELD_COMBOBOX, raw.FPDF_FORMFIELD_LISTBOX}
_BOXES = {raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON}
_PASSWORD = 1 << 13
_SILENT = {raw.FPDF_ANNOT_LINK, raw.FPDF_ANNOT_POPUP, raw.FPDF_ANNOT_UNKNOWN}
UNREADABLE = "it has no text of its own"
PRINT = "Print the file to PDF, so that it becomes part of the page, and upload that."


def add_annotations(
    page: Any, number: int, frame: Frame, segments: Sequence[Segment], unread: UnreadList
) -> list[Segment]:
    """The segments of a page with its fields beside their labels, and its notes.

    A check box or radio button says `yes` or `no`. What is hidden, or has no text, is listed.
    """
    found = list(segments)
    written = " ".join(segment.text for segment in segments)
    for index in range(raw.FPDFPage_GetAnnotCount(page.raw)):
        annotation = raw.FPDFPage_GetAnnot(page.raw, index)
        try:
            kind = raw.FPDFAnnot_GetSubtype(annotation)
            if kind in _SILENT:
                continue
            if raw.FPDFAnnot_GetFlags(annotation) & _HIDDEN and not reads_hidden():
                unread.add_hidden(UnreadKind.ANNOTATION, page=number)
                continue
            if kind == raw.FPDF_ANNOT_WIDGET:
                _add_field(page, annotation, frame, found)
                continue
            text = _read_string(raw.FPDFAnnot_GetStringValue, annotation, b"Contents")
            if text and text not in written:
                plain = kind in {raw.FPDF_ANNOT_FREETEXT, raw.FPDF_ANNOT_STAMP}
                found.append(_place(annotation, frame, text if plain else f"Note: {text}"))
            elif not text and kind in {raw.FPDF_ANNOT_FREETEXT, raw.FPDF_ANNOT_STAMP}:
                unread.add(UnreadKind.ANNOTATION, UNREADABLE, PRINT, page=number)
        finally:
            raw.FPDFPage_CloseAnnot(annotation)
    return found


def _add_field(page: Any, annotation: Any, frame: Frame, segments: list[Segment]) -> None:
    """Put the value of a field behind its label, or append both where no label stands near."""
    form = page.formenv
    if form is None:
        return
    kind = raw.FPDFAnnot_GetFormFieldType(form, annotation)
    if kind in _BOXES:
        value = "yes" if _is_checked(form, annotation) else "no"
    elif kind in _CHOICES:
        value = _read_choices(form, annotation)
    elif kind == raw.FPDF_FORMFIELD_TEXTFIELD:
        if raw.FPDFAnnot_GetFormFieldFlags(form, annotation) & _PASSWORD:
            return
        value = _read_string(raw.FPDFAnnot_GetFormFieldValue, form, annotation)
    else:
        return
    if not value:
        return
    field = _place(annotation, frame, value)
    number = _find_label(field, segments, either_side=kind in _BOXES)
    if number is None:
        name = _read_string(raw.FPDFAnnot_GetFormFieldAlternateName, form, annotation)
        name = name or _read_string(raw.FPDFAnnot_GetFormFieldName, form, annotation)
        segments.append(replace(field, text=f"{name}: {value}" if name else value))
        return
    label = segments[number]
    mark = "" if label.text.endswith(":") else ":"
    segments[number] = replace(
        label,
        text=f"{label.text}{mark} {value}",
        left=min(label.left, field.left),
        right=max(label.right, field.right),
    )


def _is_checked(form: Any, annotation: Any) -> bool:
    """Whether a box is ticked; without an appearance PDFium does not know, its state does."""
    if raw.FPDFAnnot_IsChecked(form, annotation):
        return True
    state = _read_string(raw.FPDFAnnot_GetStringValue, annotation, b"AS")
    has_appearance = raw.FPDFAnnot_GetAP(annotation, raw.FPDF_ANNOT_APPEARANCEMODE_NORMAL, None, 0)
    return has_appearance <= 2 and state not in {"", "Off"}


def _read_choices(form: Any, annotation: Any) -> str:
    chosen = [
        _read_string(raw.FPDFAnnot_GetOptionLabel, form, annotation, index)
        for index in range(max(0, raw.FPDFAnnot_GetOptionCount(form, annotation)))
        if raw.FPDFAnnot_IsOptionSelected(form, annotation, index)
    ]
    return ", ".join(chosen) or _read_string(raw.FPDFAnnot_GetFormFieldValue, form, annotation)


def _find_label(field: Segment, segments: Sequence[Segment], *, either_side: bool) -> int | None:
    """The number of the text beside a field, left of it (or right of a box), else just above."""
    best: tuple[float, int] | None = None
    middle = (field.top + field.bottom) / 2
    for number, segment in enumerate(segments):
        if segment.table is not None:
            continue
        distance = None
        if segment.top - 4 <= middle <= segment.bottom + 4:
            if segment.left <= field.left:
                distance = max(0.0, field.left - segment.right)
            elif either_side:
                distance = max(0.0, segment.left - field.right)
        elif (
            0 <= field.top - segment.bottom <= ABOVE
            and segment.left < field.right
            and segment.right > field.left
        ):
            distance = LABEL_REACH - 1
        if distance is not None and distance < LABEL_REACH and (best is None or distance < best[0]):
            best = distance, number
    return None if best is None else best[1]


def _place(annotation: Any, frame: Frame, text: str) -> Segment:
    rectangle = raw.FS_RECTF()
    raw.FPDFAnnot_GetRect(annotation, rectangle)
    sides = rectangle.left, rectangle.bottom, rectangle.right, rectangle.top
    left, top, right, bottom = frame.place(sides)
    return Segment(" ".join(text.split()), left, top, right, min(bottom, top + 1.5 * SIZE), SIZE)


def _read_string(read: Any, *arguments: Any) -> str:
    length = read(*arguments, None, 0)
    if length <= 2:
        return ""
    buffer = (ctypes.c_ushort * (length // 2 + 1))()
    read(*arguments, buffer, length)
    return bytes(buffer)[:length].decode("utf-16-le", "replace").strip("\0 \r\n\t")
