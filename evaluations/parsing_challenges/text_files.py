"""Plain files whose difficulty is the encoding, the markup or the container of a mail."""

from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

GATE_LOG = """\
Gate log of the Stennick test yard

The log is kept by the guard on duty and read by Facilities every Monday.

Barrier 3 was out of order from 06:10 to 08:25 on 4 February 2026. Lorries were sent round by the
café road. The barrier's motor, serial number BR-8817, was exchanged by Åsgård Elektro.

No other faults were noted in the week.
"""

EVACUATION = """\
ステニック試験ヤード 避難計画

津波警報が出た場合の避難場所は三号倉庫の屋上です。クレーンの運転は直ちに停止してください。
点呼は到着後十分以内に行います。連絡先は内線四四一七です。
"""

RADIO = """\
<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Harbour radio plan</title>
<style>td { border: 1px solid }</style><script>var channel = 99;</script></head>
<body><nav><a href="/">Home</a></nav>
<h1>Harbour radio plan</h1>
<p>The plan is valid on the Stennick test yard. Speak slowly and give your call sign first.</p>
<h2>Channels</h2>
<table>
<thead><tr><th rowspan="2">Station</th><th colspan="2">Channel</th></tr>
<tr><th>Day</th><th>Night</th></tr></thead>
<tbody><tr><td>Tug Merganser</td><td>VHF 12</td><td>VHF 14</td></tr>
<tr><td>Pilot boat Dunlin</td><td>VHF 9</td><td>VHF 9</td></tr>
<tr><td>Crane control<table><tr><th>Crane</th><th>Relay</th></tr><tr><td>Crane 2</td>
<td>R-61</td></tr></table></td><td>VHF 77</td><td>VHF 73</td></tr></tbody>
</table></body></html>
"""

SIMULATION = """\
=================
Simulation server
=================

:Owner: Simulation Lead
:Status: current

Queues
======

.. list-table:: Queues of the server
   :header-rows: 1

   * - Queue
     - Longest run
     - Nodes
   * - tern
     - 45 minutes
     - 2
   * - petrel
     - 36 hours
     - 16

A run that waits longer than a day is moved to the next queue by the scheduler.

Checkpoints
===========

A run on *petrel* writes a checkpoint every 20 minutes::

    # checkpoint = 5
    write_checkpoint(interval=20)
"""

FENCES = """\
# Yard controller configuration

## Serial link

The controller speaks over the serial link at 19200 baud with even parity.

~~~ini
# speed = 9600
## this line is a comment of the example, not a heading
[link]
parity = even
~~~

## Watchdog

The watchdog restarts the controller after 90 seconds without a heartbeat.

```sh
# restart = 30
systemctl restart yard-controller
"""

CONTRACT = r"""{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Times New Roman;}}
{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}{\s2\outlinelevel1 heading 2;}}
{\*\generator Letterpress;}
\pard\plain\s1\outlinelevel0\b\fs32 Pilot contract with Bor\'e9e Pilotage\par
\pard\plain\fs24 The contract covers trials on the Stennick test yard.\par
\pard\plain\s2\outlinelevel1\b\fs28 Waiting time\par
\pard\plain\fs24 A pilot who waits on board is paid EUR 84 for each hour begun from the second.\par
\pard\plain\s2\outlinelevel1\b\fs28 Cancellation\par
\pard\plain\fs24 A trial cancelled less than 12 hours before its start is paid at half the fee.\par
\trowd\cellx3000\cellx6000\pard\intbl Boat\cell Fee a trial\cell\row
\trowd\cellx3000\cellx6000\pard\intbl Dunlin\cell EUR 610\cell\row
\trowd\cellx3000\cellx6000\pard\intbl Turnstone\cell EUR 745\cell\row
\pard\par}
"""


def write_gate_log(path: Path) -> None:
    """UTF-16 without a byte order mark."""
    path.write_bytes(GATE_LOG.encode("utf-16-le"))


def write_evacuation(path: Path) -> None:
    """Japanese in Shift-JIS."""
    path.write_bytes(EVACUATION.encode("shift_jis"))


def write_mail(path: Path) -> None:
    """A mail whose text is quoted-printable, with an HTML alternative and an attached table."""
    message = EmailMessage()
    message["Subject"] = "Ice warning for the Stennick test yard"
    message["From"] = "Harbour watch <watch@stennick.example>"
    message["To"] = "Yard crew <yard@larkenfell.example>"
    message["Date"] = "Mon, 12 Jan 2026 06:40:00 +0000"
    message.set_content(
        "Good morning,\n\nIce of 7 centimetres was measured at the north slip. The slip stays "
        "closed to launches until it is thinner than 3 centimetres — whoever must cross asks "
        "Íris first.\n\nHarbour watch\n",
        cte="quoted-printable",
    )
    message.add_alternative("<p>Ice of 7 centimetres was measured at the north slip.</p>", "html")
    message.add_attachment(
        "Place,Ice in centimetres\nNorth slip,7\nInner basin,11\n", "csv", filename="ice.csv"
    )
    path.write_bytes(bytes(message))


FILES: dict[str, Callable[[Path], object]] = {
    "gate-log.txt": write_gate_log,
    "evacuation-plan.txt": write_evacuation,
    "harbour-radio-plan.html": lambda path: path.write_text(RADIO, encoding="utf-8"),
    "simulation-server.rst": lambda path: path.write_text(SIMULATION, encoding="utf-8"),
    "yard-controller.md": lambda path: path.write_text(FENCES, encoding="utf-8"),
    "pilot-contract.rtf": lambda path: path.write_bytes(CONTRACT.encode("cp1252")),
    "ice-warning.eml": write_mail,
}
