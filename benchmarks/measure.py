"""Measuring side by side: interleaved medians, bytes allocated, and a table with ours, the peer, the ratio and what was asked."""

import math
import os
import platform
import random
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import torch
from torch.profiler import ProfilerActivity, profile

Run = Callable[[], object]


@dataclass(frozen=True)
class Row:
    """One line of the table. asked: the largest ratio ours / peer that is good enough; None where nothing was asked."""

    what: str
    ours: float
    peer: float
    unit: str
    asked: float | None = None

    @property
    def ratio(self) -> float:
        return self.ours / self.peer

    @property
    def verdict(self) -> str:
        """ "" where nothing was asked, else "met" or "missed"."""
        if self.asked is None:
            return ""
        return "met" if self.ratio <= self.asked else "missed"


def limit(what: str, ours: float, most: float, unit: str) -> Row:
    """A line whose peer is the most that was asked for."""
    return Row(f"{what}, against the most asked", ours, most, unit, 1.0)


@dataclass(frozen=True)
class Bytes:
    """What one run allocated in all, and the most it held at one time, its result included."""

    allocated: int
    peak: int


def interleaved(ways: Mapping[str, Run], *, rounds: int, device: str = "cpu") -> dict[str, float]:
    """The median time of each way in ms. Every round runs each way once, so that a busy moment of the machine hits them alike.

    Their order is drawn anew each round, so that none always follows the same one and finds the memory it left.
    """
    times = {name: [] for name in ways}
    for run in ways.values():
        run()
    order, draw = list(ways), random.Random(0)
    for _ in range(rounds):
        draw.shuffle(order)
        for name in order:
            _finish(device)
            start = time.perf_counter()
            result = ways[name]()
            _finish(device)
            times[name].append(time.perf_counter() - start)
            del result  # before the next way needs memory
    return {name: statistics.median(seconds) * 1e3 for name, seconds in times.items()}


def allocation(run: Run, *, device: str = "cpu") -> Bytes:
    """What a run allocates, by torch's profiler on the CPU and by the caching allocator's counters on a GPU."""
    run()
    if device != "cpu":
        return _gpu_allocation(run, device)
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as profiler:
        run()
    events = [event for event in profiler.profiler.kineto_results.events() if event.name() == "[memory]"]
    changes = [event.nbytes() for event in sorted(events, key=lambda event: event.start_ns())]
    held = peak = 0
    for change in changes:
        held += change
        peak = max(peak, held)
    return Bytes(sum(change for change in changes if change > 0), peak)


def slope(sizes: Sequence[float], values: Sequence[float]) -> float:
    """The slope of a straight line through (log size, log value): 1 grows as the size, 2 as its square."""
    x, y = [math.log(size) for size in sizes], [math.log(value) for value in values]
    return statistics.linear_regression(x, y).slope


def table(rows: Iterable[Row]) -> str:
    """The rows as Markdown."""
    lines = ["| what | ours | peer | ours / peer | asked | |", "| --- | ---: | ---: | ---: | ---: | --- |"]
    for row in rows:
        asked = "–" if row.asked is None else f"≤ {row.asked:.2f}"
        ours, peer = (f"{value:,.2f} {row.unit}" for value in (row.ours, row.peer))
        lines.append(f"| {row.what} | {ours} | {peer} | {row.ratio:.2f} | {asked} | {row.verdict} |")
    return "\n".join(lines)


def machine(device: str = "cpu") -> str:
    """Where this was measured, and how busy it was."""
    name = torch.cuda.get_device_name(device) if device.startswith("cuda") else _processor()
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    threads = f"threads: {torch.get_num_threads()}, cores: {os.cpu_count()}"
    return f"{name}, {threads}{load}, torch {torch.__version__}, {platform.system()}"


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def _finish(device: str) -> None:
    if device.startswith("cuda"):
        torch.cuda.synchronize(device)


def _gpu_allocation(run: Run, device: str) -> Bytes:
    torch.cuda.reset_peak_memory_stats(device)
    before = torch.cuda.memory_stats(device)
    result = run()
    torch.cuda.synchronize(device)
    after = torch.cuda.memory_stats(device)
    del result
    count, held = "allocated_bytes.all.allocated", "allocated_bytes.all.current"
    return Bytes(after[count] - before[count], after["allocated_bytes.all.peak"] - before[held])
