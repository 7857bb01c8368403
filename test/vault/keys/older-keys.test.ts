// A namespace from before AES-CMAC digests and AES-SIV values: its digest key is of HMAC, the keys of its days of
// AES-GCM. It goes on as it was; days begun later, and days sealed anew, get the keys of now.
import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { DAY_MS, dayOf } from "../../../src/core/time.ts";
import { contextMaker } from "../../../src/crypto/context.ts";
import { deriveWrappingKey, importRootKey, parseRootKey } from "../../../src/crypto/keys.ts";
import { seal } from "../../../src/crypto/seal.ts";
import { systemRandom } from "../../../src/platform/random.ts";
import { maskAt, NOON, runAll } from "../../support/vault/erasing.ts";
import {
  freshVault,
  KIND,
  maskValues,
  type OpenVault,
  rows,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../support/vault/inside.ts";

const DAY = dayOf(NOON);
/** The numbers of a digest key and of a day's key, as they were then. */
const DIGEST_KEY = [1, 0, 0] as const;
const DAY_KEY = [4, DAY, 1] as const;
const GCM_OVERHEAD = 28;
const SIV_OVERHEAD = 16;
const VALUE = "Ann of the old days";

/** A fresh random key of 32 bytes, wrapped as the keyring does it. */
async function wrapped(vault: OpenVault, place: readonly number[]): Promise<Uint8Array> {
  const root = parseRootKey((env as unknown as Record<string, unknown>)["VAULT_ROOT_KEY"]);
  if (!root.ok) throw new Error(root.problem);
  const wrapping = await deriveWrappingKey(await importRootKey(root.bytes), vault.nid);
  const context = contextMaker(vault.nid)("wrappedKey", ...place);
  return seal(wrapping, systemRandom(32), context, systemRandom);
}

/** A namespace that was made then, with a first day. */
async function olderVault(): Promise<OpenVault> {
  const vault = await freshVault();
  const digestKey = await wrapped(vault, DIGEST_KEY);
  const dayKey = await wrapped(vault, DAY_KEY);
  const index = "UPDATE namespace_key SET name = 'digest', wrapped = ? WHERE name = 'index'";
  await rows(vault, index, digestKey.buffer as ArrayBuffer);
  const day = "INSERT INTO day_key (day, version, wrapped) VALUES (?, 1, ?)";
  await rows(vault, day, DAY, dayKey.buffer as ArrayBuffer);
  await evictDurableObject(vault.object);
  return vault;
}

const sealedLengths = async (vault: OpenVault, table: string) =>
  (await rows(vault, `SELECT length(sealed) AS n FROM ${table} ORDER BY 1`)).map(({ n }) => n);

it("keeps its digests and seals its day as before", async () => {
  const vault = await olderVault();
  const [token] = await maskAt(vault, NOON, [VALUE], KIND.text, ['{"friend":"Bob"}']);
  expect(await maskValues(vault, [VALUE, "new today"], KIND.text)).toEqual([
    token,
    expect.any(String),
  ]);
  expect(await unmaskTokens(vault, [token ?? ""])).toEqual([VALUE]);
  expect(await sealedLengths(vault, "mapping")).toEqual(
    ["new today".length + SIV_OVERHEAD, VALUE.length + GCM_OVERHEAD].sort((a, b) => a - b),
  );
  const pair = '["friend","Bob"]';
  expect(await sealedLengths(vault, "attribute")).toEqual([pair.length + GCM_OVERHEAD]);
});

it("opens values of both kinds in one answer, in order", async () => {
  const vault = await olderVault();
  const values = Array.from({ length: 100 }, (_, i) => `value ${i} é`);
  const older = await maskAt(vault, NOON, values.slice(0, 50), KIND.text);
  const newer = await maskAt(vault, NOON + DAY_MS, values.slice(50), KIND.text);
  const tokens = older.flatMap((token, i) => [newer[i] ?? "", token]);
  const expected = values.slice(0, 50).flatMap((value, i) => [values[50 + i], value]);
  expect(await unmaskTokens(vault, tokens)).toEqual(expected);
});

it("finds a person by value and by attribute, and seals the rest of the day anew", async () => {
  const vault = await olderVault();
  const tokens = await maskAt(vault, NOON, [VALUE, "Bob", "Cid"], KIND.text, [
    null,
    `{"friend":"${VALUE}"}`,
    '{"friend":"Dee"}',
  ]);
  await inNamespace(vault, async (namespace) => {
    const person = { target: "value", values: [VALUE.toUpperCase()] } as const;
    const reply = await namespace.deletionService.acceptPerson(person, "admin");
    if (!reply.ok) throw new Error(reply.error.code);
    await runAll(namespace);
  });
  await evictDurableObject(vault.object);
  expect(await unmaskTokens(vault, tokens)).toEqual([null, "Bob", "Cid"]);
  expect(await sealedLengths(vault, "mapping")).toEqual([3 + SIV_OVERHEAD, 3 + SIV_OVERHEAD]);
  expect(await sealedLengths(vault, "attribute")).toEqual([
    '["friend","Dee"]'.length + SIV_OVERHEAD,
  ]);
  const keys = await rows(vault, "SELECT version, length(wrapped) AS n FROM day_key");
  expect(keys).toEqual([
    { version: 1, n: null },
    { version: 2, n: 64 + GCM_OVERHEAD },
  ]);
});
