import pytest
from PIL import Image

from ragstudio.errors import IngestionFailure
from ragstudio.formats import Kind
from ragstudio.parsing.time_budget import limit_time
from tests.parsing.sample_files import outline, parse_bytes
from tests.parsing.sample_pictures import draw_text, save_picture

NOTICE = [
    "Badge office",
    "",
    "Lost badges are reported to the reception at once, and the",
    "holder pays a fee for the replacement.",
]
READ = (
    "Badge office\n\nLost badges are reported to the reception at once, and the holder pays a "
    "fee for the replacement."
)


def test_the_text_of_a_picture_is_read_and_the_document_says_how(tmp_path):
    document = parse_bytes(tmp_path, Kind.PNG, save_picture(draw_text(NOTICE), "PNG"))
    assert document.text == READ
    assert document.warnings == [
        "Read by text recognition (OCR): letters may be mistaken. "
        "Compare important passages with the original."
    ]


def test_a_photograph_is_turned_upright_as_the_camera_noted(tmp_path):
    turned = draw_text(["Emergency exit"]).rotate(90, expand=True)
    exif = Image.Exif()
    exif[0x0112] = 6
    data = save_picture(turned, "JPEG", exif=exif, quality=92)
    assert parse_bytes(tmp_path, Kind.JPEG, data).text == "Emergency exit"


def test_every_page_of_a_tiff_is_read_and_pages_without_text_are_named(tmp_path):
    pages = [draw_text(["Page of leave"]), Image.new("RGB", (300, 200), "white"),
             draw_text(["Page of travel"])]  # fmt: skip
    data = save_picture(pages[0], "TIFF", save_all=True, append_images=pages[1:])
    document = parse_bytes(tmp_path, Kind.TIFF, data)
    assert outline(document) == [("text", "Page of leave"), ("text", "Page of travel")]
    assert [block.page for block in document.blocks] == [1, 3]
    assert document.page_count == 3
    assert "on pages 1, 3" in document.warnings[0]
    assert document.warnings[1] == "Without text, not searchable: page 2."


def test_pages_that_time_does_not_allow_are_named(tmp_path):
    pages = [draw_text(["Page of leave"]), draw_text(["Page of travel"])]
    data = save_picture(pages[0], "TIFF", save_all=True, append_images=pages[1:])
    with limit_time(0.001):
        document = parse_bytes(tmp_path, Kind.TIFF, data)
    assert document.text == "Page of leave"
    assert "page 2. Split" in document.warnings[1]
    assert "PARSE_TIMEOUT_SECONDS" in document.warnings[1]


@pytest.mark.parametrize(
    ("kind", "options"),
    [(Kind.WEBP, {"lossless": True}), (Kind.BMP, {}), (Kind.GIF, {})],
)
def test_other_pictures_are_read_too(tmp_path, kind, options):
    data = save_picture(draw_text(["Evacuation plan"]), kind.value.upper(), **options)
    assert parse_bytes(tmp_path, kind, data).text == "Evacuation plan"


def test_a_picture_without_text_fails_with_advice(tmp_path):
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.PNG, save_picture(Image.new("RGB", (400, 300), "grey"), "PNG"))
    assert failure.value.failure_code == "no_extractable_text"
    assert "sharper" in failure.value.hint


def test_a_picture_of_too_many_pixels_is_refused_before_it_is_unpacked(tmp_path):
    data = save_picture(Image.new("1", (30_000, 30_000)), "PNG")
    assert len(data) < 200_000
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, Kind.PNG, data)
    assert failure.value.failure_code == "image_too_large"


@pytest.mark.parametrize("kind", [Kind.PNG, Kind.JPEG, Kind.TIFF])
def test_a_damaged_picture_is_corrupt(tmp_path, kind):
    data = save_picture(draw_text(["Badge office"]), kind.value.upper())
    with pytest.raises(IngestionFailure) as failure:
        parse_bytes(tmp_path, kind, data[: len(data) // 2])
    assert failure.value.failure_code == "corrupt_file"
