"""The bytes, the time and the CPU time of the app against those who draw the same otherwise.

    python -m benchmarks.app [--quick] [--only payload repaint drag startup long_text]

Needs Linux, Chromium and what benchmarks/requirements.txt lists. Ours and the peer take turns in one browser, and medians are
compared: on a busy machine the ratios hold, the milliseconds do not.
"""

import argparse

from benchmarks import drag, long_text, payload, repaint, startup
from benchmarks.browsing import chromium
from benchmarks.measure import machine, table

PARTS = {"payload": payload, "repaint": repaint, "drag": drag, "startup": startup, "long_text": long_text}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), help="some of the parts")
    options = parser.parse_args()
    print(machine(), end="\n\n", flush=True)
    with chromium() as browser:
        for name in options.only:
            rows, notes = PARTS[name].measure(browser, quick=options.quick)
            print(table(rows), *notes, sep="\n\n", end="\n\n", flush=True)


if __name__ == "__main__":
    main()
