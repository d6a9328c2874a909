"""The speed and memory of attention_core against torch and against the tutorial's own code.

    python -m benchmarks.core [--quick] [--device cuda] [--threads 2]

All ways of a row run in turn in one process, and medians are compared: where other work goes on beside, trust the ratios and not
the milliseconds.
"""

import argparse
from functools import partial

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from attention_core.attend import attend
from attention_core.blockwise import weights_in
from attention_core.heads import MQA, MultiHeadAttention, join_heads, split_heads
from attention_core.masks import causal, to_additive
from benchmarks.literal import LiteralMHA, LiteralMQA
from benchmarks.measure import Row, allocation, interleaved, machine, slope, table

D_MODEL, N_HEADS, D_HEAD = 256, 8, 32
LENGTHS = (64, 128, 256, 512, 1024, 2048)
QUICK_LENGTHS = (64, 256, 1024)
GROWING_LENGTHS = (512, 1024, 2048, 4096)
LONG = 32_768
MEGABYTE = 1e6


class ScaledDotProduct(nn.Module):
    """torch's fused attention behind the projections of a layer of ours."""

    def __init__(self, layer: MultiHeadAttention):
        super().__init__()
        self.layer = layer

    def forward(self, x: Tensor, *, is_causal: bool = False) -> Tensor:
        projections = self.layer.to_query, self.layer.to_key, self.layer.to_value
        heads = (split_heads(project(x), N_HEADS) for project in projections)
        return self.layer.to_output(join_heads(F.scaled_dot_product_attention(*heads, is_causal=is_causal)))


def torchs_layer(layer: MultiHeadAttention, *, batch_first: bool) -> nn.MultiheadAttention:
    """torch's own layer with the same weights. Only with batch_first does its fast path for inference open."""
    peer = nn.MultiheadAttention(D_MODEL, N_HEADS, batch_first=batch_first).to(layer.to_query.weight.device).eval()
    ours = layer.to_query, layer.to_key, layer.to_value
    with torch.no_grad():
        peer.in_proj_weight.copy_(torch.cat([project.weight for project in ours]))
        peer.in_proj_bias.copy_(torch.cat([project.bias for project in ours]))
        peer.out_proj.load_state_dict(layer.to_output.state_dict())
    return peer


def fused(n: int, rounds: int, device: str) -> list[Row]:
    """Our fused way against torch's fused attention and the literal code: every key allowed, and causal as in the tutorial."""
    layer = MultiHeadAttention(D_MODEL, N_HEADS).to(device)
    peer, literal = ScaledDotProduct(layer), LiteralMHA(N_HEADS, D_MODEL, D_HEAD).to(device)
    copy_weights(layer, literal)
    x = torch.randn(1, n, D_MODEL, device=device)
    rows = []
    for mask in ("all keys", "causal"):
        is_causal = mask == "causal"
        allowed = causal(n, n).to(device) if is_causal else None
        additive = to_additive(causal(n, n) if is_causal else torch.ones(n, n, dtype=torch.bool))[None].to(device)
        ways = {
            "ours": partial(layer, x, allowed=allowed),
            "sdpa": partial(peer, x, is_causal=is_causal),
            "literal": partial(literal, x, x, x, additive),
        }
        agree(ways["ours"](), ways["sdpa"](), ways["literal"]()[1])
        took = interleaved(ways, rounds=rounds, device=device)
        asked = 0.1 if n == 2048 else None
        rows += [
            Row(f"fused MHA, n = {n}, {mask}, against scaled_dot_product_attention", took["ours"], took["sdpa"], "ms", 1.1),
            Row(f"fused MHA, n = {n}, {mask}, against the literal MHA", took["ours"], took["literal"], "ms", asked),
        ]
    return rows


def traced(n: int, rounds: int, device: str) -> list[Row]:
    """Our traced way against torch's layer with weights, as constructed by default and on its fast path for inference."""
    layer = MultiHeadAttention(D_MODEL, N_HEADS).to(device)
    default, fast = (torchs_layer(layer, batch_first=batch_first) for batch_first in (False, True))
    x = torch.randn(1, n, D_MODEL, device=device)
    sideways = x.transpose(0, 1)
    weighted = {"need_weights": True, "average_attn_weights": False}
    ways = {
        "ours": lambda: layer.trace(x),
        "default": lambda: default(sideways, sideways, sideways, **weighted),
        "fast": lambda: fast(x, x, x, **weighted),
    }
    trace, (output, weights) = ways["ours"](), ways["fast"]()
    agree(trace.output, output, ways["default"]()[0].transpose(0, 1))
    agree(trace.weights, weights)
    took = interleaved({**ways, "read": lambda: read(layer.trace(x))}, rounds=rounds, device=device)
    asked = 1.05 if n < 1024 else 0.75
    return [
        Row(f"traced MHA, n = {n}, against MultiheadAttention", took["ours"], took["default"], "ms", asked),
        Row(f"traced MHA, n = {n}, against its inference fast path (batch_first)", took["ours"], took["fast"], "ms", asked),
        Row(f"traced MHA, n = {n}, dots and scores read too, against the same", took["read"], took["default"], "ms"),
    ]


def traced_mqa(n: int, rounds: int, device: str) -> list[Row]:
    """Our MQA door against the literal MQA, in time and in bytes."""
    ours, literal = MQA(N_HEADS, D_MODEL, D_MODEL, D_HEAD, D_HEAD, D_MODEL), LiteralMQA(N_HEADS, D_MODEL, D_HEAD)
    ours.load_state_dict(literal.state_dict())
    ours, literal = ours.to(device), literal.to(device)
    x, mask = torch.randn(1, n, D_MODEL, device=device), torch.zeros(1, n, n, device=device)
    ways = {"ours": lambda: ours(x, x, x, mask), "literal": lambda: literal(x, x, x, mask)}
    agree(ways["ours"]()[1], ways["literal"]()[1])
    took = interleaved(ways, rounds=rounds, device=device)
    sizes = {name: allocation(way, device=device).allocated / MEGABYTE for name, way in ways.items()}
    return [
        Row(f"traced MQA, n = {n}, against the literal MQA", took["ours"], took["literal"], "ms", 1.0),
        Row(f"traced MQA, n = {n}, allocated, against the literal MQA", sizes["ours"], sizes["literal"], "MB", 1.0),
    ]


def growth(device: str) -> str:
    """The most memory held at a time, by length, with the slopes of log bytes over log n."""
    layer = MultiHeadAttention(D_MODEL, N_HEADS).to(device)
    lines = ["| n | fused, peak MB | traced, peak MB |", "| ---: | ---: | ---: |"]
    peaks = {"fused": [], "traced": []}
    for n in GROWING_LENGTHS:
        x = torch.randn(1, n, D_MODEL, device=device)
        peaks["fused"].append(allocation(partial(layer, x), device=device).peak)
        peaks["traced"].append(allocation(partial(layer.trace, x), device=device).peak)
        lines.append(f"| {n} | {peaks['fused'][-1] / MEGABYTE:.2f} | {peaks['traced'][-1] / MEGABYTE:.2f} |")
    slopes = {name: slope(GROWING_LENGTHS, values) for name, values in peaks.items()}
    lines.append(f"| log-log slope | {slopes['fused']:.2f} | {slopes['traced']:.2f} |")
    return "\n".join(lines)


def long_input(device: str) -> str:
    """Exact weights of one row and of a window where all of them would be 34 GB."""
    query, key = (torch.randn(1, N_HEADS, LONG, D_HEAD, device=device) for _ in range(2))
    whole = N_HEADS * LONG**2 * 4
    lines = [
        f"all weights at n = {LONG:,}: {whole / MEGABYTE:,.0f} MB",
        "",
        "| asked for | time | peak |",
        "| --- | ---: | ---: |",
    ]
    wanted = {
        "one row": {"rows": range(20_000, 20_001)},
        "a window of 128 × 128": {"rows": range(20_000, 20_128), "columns": range(19_936, 20_064)},
        "256 whole rows": {"rows": range(20_000, 20_256)},
    }
    for name, part in wanted.items():
        run = partial(weights_in, query, key, **part)
        took = interleaved({name: run}, rounds=3, device=device)[name]
        peak = allocation(run, device=device).peak
        lines.append(f"| {name} | {took:,.1f} ms | {peak / MEGABYTE:,.1f} MB |")
    row = attend(query[:, :, 20_000:20_001], key, key).weights
    agree(row, weights_in(query, key, rows=range(20_000, 20_001)))
    return "\n".join(lines)


def read(trace) -> None:
    """Ask a trace for everything it can give."""
    _ = trace.dots, trace.scores


def copy_weights(layer: MultiHeadAttention, literal: LiteralMHA) -> None:
    names = {"to_query": "fc_q", "to_key": "fc_k", "to_value": "fc_v", "to_output": "fc_o"}
    for ours, theirs in names.items():
        getattr(literal, theirs).load_state_dict(getattr(layer, ours).state_dict())


def agree(first: Tensor, *others: Tensor) -> None:
    """A peer that computes something else is no peer."""
    for other in others:
        torch.testing.assert_close(other, first, atol=1e-4, rtol=1e-4)


def rounds_for(n: int, quick: bool) -> int:
    """Short runs need many rounds, long ones fewer."""
    most, least = (40, 5) if quick else (300, 15)
    return max(least, min(most, 40_000 // n))


@torch.no_grad()
def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer lengths and rounds")
    parser.add_argument("--device", default="cpu", help="cpu, cuda, cuda:1 …")
    parser.add_argument("--threads", type=int, help="CPU threads for torch")
    options = parser.parse_args()
    if options.threads:
        torch.set_num_threads(options.threads)
    torch.manual_seed(0)
    lengths = QUICK_LENGTHS if options.quick else LENGTHS
    print(f"{machine(options.device)}; d = {D_MODEL}, {N_HEADS} heads, batch 1, float32\n")
    rows = [
        row
        for measure in (fused, traced, traced_mqa)
        for n in lengths
        for row in measure(n, rounds_for(n, options.quick), options.device)
    ]
    print(table(rows), growth(options.device), long_input(options.device), sep="\n\n")


if __name__ == "__main__":
    main()
