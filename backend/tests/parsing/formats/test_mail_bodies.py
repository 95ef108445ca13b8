"""Which parts of a mail are content."""

from email.message import EmailMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

import pytest

from ragstudio.formats import Kind
from tests.parsing.sample_files import parse_bytes
from tests.parsing.word.test_inline import draw_notice

OFFER = "<p>The ice escort costs 640 euro for each passage through the northern channel.</p>"


def read(tmp_path, message) -> str:
    message["Subject"], message["From"] = "Offer", "pilot@example.org"
    return parse_bytes(tmp_path, Kind.EML, message.as_bytes()).text


@pytest.mark.parametrize("kind", ["mixed", "related"])
def test_parts_that_are_no_alternatives_are_all_content(tmp_path, kind):
    message = MIMEMultipart(kind)
    message.attach(MIMEText("Dear captain,", "plain"))
    message.attach(MIMEText(OFFER, "html"))
    message.attach(MIMEText("Harbour list, unsubscribe here", "plain"))
    text = read(tmp_path, message)
    assert text.index("Dear captain") < text.index("640 euro") < text.index("unsubscribe")


@pytest.mark.parametrize("stub", ["", "View this mail in your browser.", "Sent from my phone"])
def test_the_html_is_read_where_the_text_is_a_stub(tmp_path, stub):
    message = MIMEMultipart("alternative")
    message.attach(MIMEText(stub, "plain"))
    message.attach(MIMEText(OFFER, "html"))
    assert "640 euro" in read(tmp_path, message)


def test_alternatives_that_say_the_same_are_read_once(tmp_path):
    message = MIMEMultipart("alternative")
    message.attach(MIMEText("The ice escort costs 640 euro for each passage.", "plain"))
    message.attach(MIMEText("<p>The ice escort costs <b>640 euro</b> for each passage.", "html"))
    assert read(tmp_path, message).count("640") == 1


def test_an_alternative_within_a_mixed_mail_keeps_its_neighbours(tmp_path):
    inner = MIMEMultipart("alternative")
    inner.attach(MIMEText("short", "plain"))
    inner.attach(MIMEText(OFFER, "html"))
    message = MIMEMultipart("mixed")
    message.attach(inner)
    message.attach(MIMEText("The list's footer", "plain"))
    text = read(tmp_path, message)
    assert "640 euro" in text and "footer" in text


def test_pictures_in_the_body_are_recognised_and_not_named_as_unread(tmp_path):
    message = EmailMessage()
    message.set_content(f'<p>See <img src="cid:map@x" alt="The map"></p>{OFFER}', subtype="html")
    data = draw_notice("Gate code QUAY 7714").getvalue()
    message.add_related(data, "image", "png", cid="<map@x>", filename="map.png")
    message["Subject"] = "Offer"
    parsed = parse_bytes(tmp_path, Kind.EML, message.as_bytes())
    assert "7714" in parsed.text and "The map" in parsed.text
    assert not any("map.png" in warning for warning in parsed.warnings)
