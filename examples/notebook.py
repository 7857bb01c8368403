# %% [markdown]
# # Notes of a support desk, without the people in them
# Each `# %%` is a cell for Jupyter, VS Code and others; `VAULT_TOKEN=… python examples/notebook.py` runs them all.
# Before: `pip install ./clients/python`.

# %%
import collections
import os

from masking_vault import Client, VaultError
from masking_vault.operations import UnmaskedItem

vault = Client(os.environ.get("VAULT_URL", "http://127.0.0.1:8787"), os.environ["VAULT_TOKEN"])

notes = [
    {"customer": "Ada Lane", "text": "Ada Lane wrote from ada@example.com: the lamp is broken"},
    {"customer": "Bo Hart", "text": "Called +1 212 555 0123 about the lamp, nobody there"},
    {"customer": "Ada Lane", "text": "Refund sent to ada@example.com"},
]

# %% What would be found in a text, before anything is masked or stored.
for found in vault.detect([{"value": note["text"]} for note in notes]):
    print([(entity["pii_type"], round(entity["score"], 2)) for entity in found["entities"]])

# %% A column is a token a value, a text has tokens in it. Both as jobs, which take lists of any length.
names = vault.jobs.submit("mask", ({"value": note["customer"], "token_name": "Text Token"} for note in notes))
texts = vault.jobs.submit("mask", ({"value": note["text"]} for note in notes))
masked = [
    {"customer": name["token_value"], "text": text["token_value"]}
    for name, text in zip(vault.jobs.results(names), vault.jobs.results(texts))
]
for note in masked:
    print(note)

# %% Work on tokens as on values: equal values have equal tokens.
counts = collections.Counter(note["customer"] for note in masked)
[(busiest, most)] = counts.most_common(1)

# %% Only the answer is turned back.
[customer] = vault.unmask([{"token_value": busiest}])
print(f"{customer['value']}: {most} notes")

# %% Or all of it.
back = vault.jobs.submit("unmask", ({"token_value": note["text"]} for note in masked))
originals = [item["value"] for item in vault.jobs.results(back, item_type=UnmaskedItem)]
assert originals == [note["text"] for note in notes]

# %% Errors have a code, and the item to blame; never a value.
try:
    vault.mask([{"value": "Ada Lane", "token_name": "No such token"}])
except VaultError as error:
    print(error.code, error.item_index)
