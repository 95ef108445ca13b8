"""What would leave the machine is shown, and agreed to, over HTTP."""

from tests.running_server import Api

NOTICE = "/api/clarify/openrouter"


def test_consent_is_off_until_given_and_can_be_taken_back(api: Api) -> None:
    notice = api.http.get(NOTICE).json()
    assert (notice["is_configured"], notice["has_consented"]) == (False, False)
    assert any("question" in line for line in notice["sends"])
    agreed = api.http.post(f"{NOTICE}/consent").json()
    assert agreed["has_consented"] is True
    assert agreed["consented_at"] is not None
    assert api.http.get(NOTICE).json() == agreed
    assert api.http.delete(f"{NOTICE}/consent").json()["has_consented"] is False
    assert api.http.get(NOTICE).json()["has_consented"] is False
