import { type CompactVerifyResult, compactVerify, importJWK } from "jose";
import { describe, expect, it } from "vitest";
import { importRootKey } from "../../src/crypto/keys.ts";
import { receiptSigner } from "../../src/crypto/receipt.ts";

const signerOf = async (fill: number) =>
  receiptSigner(await importRootKey(new Uint8Array(32).fill(fill)));

async function verify(jws: string, jwk: object): Promise<CompactVerifyResult> {
  return compactVerify(jws, await importJWK(jwk as Parameters<typeof importJWK>[0], "EdDSA"));
}

describe("a receipt's signature", () => {
  it("is verified by jose with the public key, and names it", async () => {
    const { publicKey, sign } = await signerOf(7);
    const { payload, protectedHeader } = await verify(await sign('{"a":"é"}'), publicKey);
    expect(new TextDecoder().decode(payload)).toBe('{"a":"é"}');
    expect(protectedHeader).toEqual({
      alg: "EdDSA",
      typ: "erasure-receipt+jws",
      kid: publicKey.kid,
    });
  });

  it("is the same bytes every time, so that a lost receipt can be made again", async () => {
    const [first, second] = [await signerOf(7), await signerOf(7)];
    expect(await first.sign("{}")).toBe(await second.sign("{}"));
    expect(first.publicKey).toEqual(second.publicKey);
  });

  it("hangs on the root key", async () => {
    const [one, other] = [await signerOf(7), await signerOf(8)];
    expect(one.publicKey.x).not.toBe(other.publicKey.x);
    await expect(verify(await one.sign("{}"), other.publicKey)).rejects.toThrow();
  });

  it.each([0, 1, 2])("does not hold for a changed text (part %i)", async (part) => {
    const { publicKey, sign } = await signerOf(7);
    const parts = (await sign('{"mappings":1}')).split(".");
    const text = parts[part] ?? "";
    parts[part] = (text.startsWith("A") ? "B" : "A") + text.slice(1);
    await expect(verify(parts.join("."), publicKey)).rejects.toThrow();
  });

  it("gives away no private part", async () => {
    const { publicKey } = await signerOf(7);
    expect(Object.keys(publicKey).sort()).toEqual(["alg", "crv", "kid", "kty", "use", "x"]);
  });
});
