// Namespace tokens of several versions of the root key.
import { decode } from "hono/jwt";
import { describe, expect, it } from "vitest";
import { readToken, signToken, type TokenSecrets } from "../../src/http/namespace-token.ts";
import { GRANT } from "../support/vault/fresh-vault.ts";

const place = { nid: "0".repeat(32), jurisdiction: null };
const token = { ...GRANT, tokenId: "t", serial: 1, active: true };
const first: TokenSecrets[0] = { version: 1, secret: "1".repeat(64) };
const second: TokenSecrets[0] = { version: 2, secret: "2".repeat(64) };

describe("a namespace token", () => {
  it("names the version that has signed it, but for the first, and is good while that is there", async () => {
    const old = await signToken(token, place, [first]);
    expect(decode(old).header).toEqual({ alg: "HS256", typ: "JWT" });
    const anew = await signToken(token, place, [second, first]);
    expect(decode(anew).header).toEqual({ alg: "HS256", typ: "JWT", kid: "2" });
    expect(decode(anew).payload).toEqual(decode(old).payload);
    expect(await readToken(old, [second, first])).toMatchObject({ tokenId: "t", keyVersion: 1 });
    expect(await readToken(anew, [second, first])).toMatchObject({ tokenId: "t", keyVersion: 2 });
    expect(await readToken(old, [second])).toBeNull();
    expect(await readToken(anew, [first])).toBeNull();
  });

  it("is checked with the version it names, and no other", async () => {
    const anew = await signToken(token, place, [second, first]);
    const swapped: TokenSecrets = [
      { version: 2, secret: first.secret },
      { version: 1, secret: second.secret },
    ];
    expect(await readToken(anew, swapped)).toBeNull();
    for (const kid of [1, null, "", "02", { a: 1 }]) {
      const header = btoa(JSON.stringify({ alg: "HS256", typ: "JWT", kid })).replaceAll("=", "");
      const forged = [header, ...anew.split(".").slice(1)].join(".");
      expect(await readToken(forged, [second, first])).toBeNull();
    }
  });
});
