"""Client of a Masking Vault: masking, background jobs, erasure, and every other operation, typed."""

from ._async.client import AsyncClient
from ._async.transport import AsyncByteStream
from ._requests import CallOptions
from ._sync.client import Client
from ._sync.transport import ByteStream
from ._waiting import Progress
from .errors import VaultError

__all__ = [
    "AsyncByteStream",
    "AsyncClient",
    "ByteStream",
    "CallOptions",
    "Client",
    "Progress",
    "VaultError",
]
