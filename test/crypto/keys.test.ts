import { describe, expect, it } from "vitest";
import {
  deriveTokenSigningSecret,
  deriveWrappingKey,
  importRootKey,
} from "../../src/crypto/keys.ts";
import { parseRootKey } from "../../src/crypto/root-key-text.ts";
import { open, seal } from "../../src/crypto/seal.ts";
import { systemRandom } from "../../src/platform/random.ts";

const bytesOf = (byteAt: (i: number) => number, length = 32): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, i) => byteAt(i));
const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const COUNTING = bytesOf((i) => i);
const NID = "00112233445566778899aabbccddeeff";

describe("parseRootKey", () => {
  it.each([undefined, null, "", "   ", "\n", 7, {}, true])("calls %j missing", (text) => {
    expect(parseRootKey(text)).toEqual({ ok: false, problem: "missing" });
  });

  it.each([
    ["31 bytes", base64(bytesOf((i) => i, 31))],
    ["33 bytes", base64(bytesOf((i) => i, 33))],
    ["16 bytes", base64(bytesOf((i) => i, 16))],
    ["no base64", "not a key at all, but quite long enough to be one!!"],
    ["base64url letters", `${base64(bytesOf((i) => 255 - i)).replaceAll("/", "_")}`],
    ["a blank inside", `${base64(COUNTING).slice(0, 20)} ${base64(COUNTING).slice(20)}`],
    ["missing padding", base64(COUNTING).replaceAll("=", "")],
    ["hexadecimal of 32 bytes", "ab".repeat(32)],
  ])("refuses %s", (_, text) => {
    expect(parseRootKey(text)).toEqual({ ok: false, problem: "not 32 bytes of base64" });
  });

  it.each([
    ["all zeros", bytesOf(() => 0)],
    ["all ones", bytesOf(() => 255)],
    ["a repeated word", bytesOf((i) => "password".charCodeAt(i % 8))],
    ["eleven different bytes", bytesOf((i) => i % 11)],
  ])("refuses %s as too regular", (_, bytes) => {
    expect(parseRootKey(base64(bytes))).toEqual({ ok: false, problem: "too regular to be random" });
  });

  it("takes 32 bytes with twelve different ones and blanks around the text", () => {
    const bytes = bytesOf((i) => i % 12);
    expect(parseRootKey(` ${base64(bytes)}\n`)).toEqual({ ok: true, bytes });
  });

  it("takes a thousand random keys", () => {
    for (let i = 0; i < 1000; i++) {
      expect(parseRootKey(base64(systemRandom(32))).ok).toBe(true);
    }
  });
});

describe("derived keys", () => {
  it("signs tokens with HKDF-SHA-256 under its own label, as computed by hand (RFC 5869)", async () => {
    const root = await importRootKey(COUNTING);
    const expected = await hkdfByHand(
      COUNTING,
      new Uint8Array(0),
      "masking-vault/namespace-token/v1",
    );
    expect(await deriveTokenSigningSecret(root)).toBe(expected);
  });

  it("keeps the signing secret of a known root key", async () => {
    const root = await importRootKey(COUNTING);
    expect(await deriveTokenSigningSecret(root)).toBe(
      "47b7b51b391fe0b65e7d7b95e9795fb8155546b8911c415c2a4f3f8c52c8989b",
    );
  });

  it("wraps under HKDF with the nid as salt, as computed by hand", async () => {
    const root = await importRootKey(COUNTING);
    const salt = Uint8Array.from(NID.match(/../g) ?? [], (d) => Number.parseInt(d, 16));
    const raw = await hkdfByHand(COUNTING, salt, "masking-vault/key-wrapping/v1");
    const bytes = Uint8Array.from(raw.match(/../g) ?? [], (d) => Number.parseInt(d, 16));
    const byHand = await crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["decrypt"]);
    const context = new Uint8Array([1, 2, 3]);
    const sealed = await seal(await deriveWrappingKey(root, NID), COUNTING, context, systemRandom);
    expect(await open(byHand, sealed, context)).toEqual(COUNTING);
  });

  it("gives namespaces keys that do not open each other's things", async () => {
    const root = await importRootKey(COUNTING);
    const context = new Uint8Array(0);
    const sealed = await seal(await deriveWrappingKey(root, NID), COUNTING, context, systemRandom);
    const other = await deriveWrappingKey(root, `${NID.slice(0, 31)}e`);
    await expect(open(other, sealed, context)).rejects.toThrow();
  });

  it("does not let keys out again", async () => {
    const root = await importRootKey(COUNTING);
    const wrapping = await deriveWrappingKey(root, NID);
    expect(root.extractable).toBe(false);
    expect(wrapping.extractable).toBe(false);
  });
});

/** HKDF from its two HMAC steps (RFC 5869 section 2), one block of output. */
async function hkdfByHand(
  secret: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  label: string,
): Promise<string> {
  const hmac = async (key: Uint8Array<ArrayBuffer>, data: Uint8Array<ArrayBuffer>) => {
    const imported = await crypto.subtle.importKey(
      "raw",
      key,
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["sign"],
    );
    return new Uint8Array(await crypto.subtle.sign("HMAC", imported, data));
  };
  const extracted = await hmac(salt.length === 0 ? new Uint8Array(32) : salt, secret);
  const info = new TextEncoder().encode(label);
  const block = new Uint8Array(info.length + 1);
  block.set(info);
  block[info.length] = 1;
  const expanded = await hmac(extracted, block);
  return Array.from(expanded, (b) => b.toString(16).padStart(2, "0")).join("");
}
