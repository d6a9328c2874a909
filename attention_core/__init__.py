"""Attention, positions, masks and traces in plain PyTorch: the subject of Seeing Attention, usable without the app."""

from attention_core.additive import AdditiveScore
from attention_core.attend import AttentionTrace, attend, attend_fused, scale_for
from attention_core.block import EncoderBlock
from attention_core.encoder import Encoder, EncoderConfig
from attention_core.heads import GQA, MHA, MQA, HeadsTrace, MultiHeadAttention
from attention_core.model import Card, LayerTrace, Model, ModelTrace, random_model
from attention_core.tokens import Tokenizer, Tokens

__all__ = [
    "GQA",
    "MHA",
    "MQA",
    "AdditiveScore",
    "AttentionTrace",
    "Card",
    "Encoder",
    "EncoderBlock",
    "EncoderConfig",
    "HeadsTrace",
    "LayerTrace",
    "Model",
    "ModelTrace",
    "MultiHeadAttention",
    "Tokenizer",
    "Tokens",
    "attend",
    "attend_fused",
    "random_model",
    "scale_for",
]
