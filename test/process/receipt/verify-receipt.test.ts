// `npm run verify-receipt`: a genuine receipt is accepted, any other refused with the reason.

import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { CompactSign, calculateJwkThumbprint } from "jose";
import { afterEach, describe, expect, it } from "vitest";
import { verifyTexts } from "../../../scripts/run/receipt/verify.ts";
import { canonicalText } from "../../../src/erasure/ledger-entry.ts";
import { receiptText, unrecoverableFrom } from "../../../src/erasure/receipt.ts";
import { runHere } from "../../support/node/run-here.ts";
import { cleanUp, temporaryFolder } from "../../support/node/run-script.ts";

afterEach(cleanUp);

const DAY = Date.parse("2026-11-20T00:00:00Z") / 86_400_000;
const UNHASHED = {
  trackingId: "0193-job",
  phase: "finished",
  target: "age",
  at: Date.parse("2026-11-21T10:05:00Z"),
  watermark: 1200,
  cutoff: Date.parse("2026-11-21T10:00:00Z"),
  details: JSON.stringify({
    accepted: Date.parse("2026-11-21T10:00:01Z"),
    effective: Date.parse("2026-11-21T10:00:02Z"),
    mappings: 1200,
    destroyedKeys: [
      { day: DAY, version: 1 },
      { day: DAY + 1, version: 2 },
    ],
  }),
  position: 2,
  previousHash: "a".repeat(64),
} as const;
const HASH = createHash("sha256").update(canonicalText("nid-1", UNHASHED)).digest("hex");
const ENTRY = { ...UNHASHED, hash: HASH };
const TEXT = receiptText("nid-1", ENTRY, unrecoverableFrom(ENTRY, null));

/** Why it is not valid, without the process that says so: "" when it is. */
async function reasonAgainst(content: string, keys: unknown): Promise<string> {
  const verdict = await verifyTexts(
    content,
    typeof keys === "string" ? keys : JSON.stringify(keys),
  );
  return verdict.valid ? "" : verdict.reason;
}

/** As the service makes it (erasure.test.ts verifies one that it did make). */
async function genuine() {
  const { privateKey, entry } = keyPair();
  const kid = await calculateJwkThumbprint({ kty: "OKP", crv: "Ed25519", x: entry.x ?? "" });
  return { receipt: await signed(privateKey, { kid }), keys: [{ ...entry, kid }] };
}

async function signed(key: KeyObject, header: object, text = TEXT): Promise<string> {
  const whole = { alg: "EdDSA", typ: "erasure-receipt+jws", kid: "k1", ...header };
  return new CompactSign(new TextEncoder().encode(text)).setProtectedHeader(whole).sign(key);
}

/** A key pair with its entry in a set. */
function keyPair() {
  const { privateKey } = generateKeyPairSync("ed25519");
  const jwk = createPublicKey(privateKey).export({ format: "jwk" });
  return { privateKey, entry: { ...jwk, kid: "k1", alg: "EdDSA", use: "sig" } };
}

function file(name: string, content: unknown): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const run = (...args: string[]) => runHere("verify/receipt.ts", args);

const check = (content: unknown, keys: unknown, ...more: string[]) =>
  run(file("receipt", content), "--jwks", file("jwks.json", keys), ...more);

describe("a genuine receipt", () => {
  it("is valid, and its statements are told in plain words", async () => {
    const { receipt, keys } = await genuine();
    const { code, out, err } = await check(`${receipt}\n`, { keys });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(`signed by key ${keys[0]?.kid}`);
    expect(out).toContain("1,200 mappings created before 2026-11-21 10:00:00.000 UTC");
    expect(out).toContain("of 2026-11-20, 2026-11-21 (version 2)");
    expect(out).toMatch(/asked for +2026-11-21 10:00:01\.000 UTC/);
    expect(out).toMatch(/finished +2026-11-21 10:05:00\.000 UTC/);
    expect(out).toMatch(/unreadable since +2026-11-21 10:00:02\.000 UTC/);
    expect(out).toMatch(/unrecoverable from +2026-12-21 10:05:00\.000 UTC/);
    expect(out).toMatch(/ledger entry +2$/m);
    expect(out).toContain("a".repeat(64));
    expect(out).toContain(HASH);
    expect(out).toContain("nid-1");
  });

  it("is found in a job record and in the whole answer to job-status", async () => {
    const { receipt, keys } = await genuine();
    const record = { tracking_id: "0193-job", status: "SUCCESS", receipt };
    for (const content of [record, { data: record, error: { message: "" } }]) {
      expect((await check(content, { keys })).code).toBe(0);
    }
    const running = await check({ data: { ...record, receipt: null } }, { keys });
    expect(running).toMatchObject({ code: 1, err: expect.stringContaining("no receipt") });
  });

  it("is found valid among keys of other kinds and with the same id", async () => {
    const { receipt, keys } = await genuine();
    const other = { ...keyPair().entry, kid: keys[0]?.kid };
    const set = { keys: [{ kty: "oct", k: "AAAA" }, other, null, ...keys] };
    expect((await check(receipt, set)).code).toBe(0);
  });

  it("is told as one JSON object with --json", async () => {
    const { receipt, keys } = await genuine();
    const { code, out } = await check(receipt, { keys }, "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      valid: true,
      kid: keys[0]?.kid,
      statements: JSON.parse(TEXT),
    });
  });
});

describe("what is no genuine receipt", () => {
  it("is refused when a statement, the header or the signature was changed", async () => {
    const { receipt, keys } = await genuine();
    const [header = "", payload = "", signature = ""] = receipt.split(".");
    const fewer = Buffer.from(TEXT.replace("1200", "1199")).toString("base64url");
    const decoded = JSON.parse(Buffer.from(header, "base64url").toString());
    const padded = Buffer.from(JSON.stringify({ ...decoded, x: 1 })).toString("base64url");
    const flipped = (signature.startsWith("A") ? "B" : "A") + signature.slice(1);
    for (const changed of [
      [header, fewer, signature],
      [padded, payload, signature],
      [header, payload, flipped],
    ]) {
      expect(await reasonAgainst(changed.join("."), { keys })).toContain(
        "The signature does not fit",
      );
    }
  });

  it("is refused when another key signed it, under this key's id or its own", async () => {
    const { keys } = await genuine();
    const { privateKey, entry } = keyPair();
    const forged = await signed(privateKey, { kid: keys[0]?.kid });
    expect(await check(forged, { keys })).toMatchObject({
      code: 1,
      err: expect.stringContaining("another key signed it"),
    });
    const own = await signed(privateKey, {});
    expect(await reasonAgainst(own, { keys })).toContain('"k1", is not in the set');
    expect(await reasonAgainst(own, { keys: [entry] })).toBe("");
  });

  it("is refused when it names no key, another type or another algorithm", async () => {
    const { privateKey, entry } = keyPair();
    const keys = [entry];
    const nameless = await signed(privateKey, { kid: undefined });
    expect(await reasonAgainst(nameless, { keys })).toContain("does not name the key");
    const token = await signed(privateKey, { typ: "JWT" });
    expect(await reasonAgainst(token, { keys })).toContain('type is "JWT"');
    const [, payload = ""] = token.split(".");
    for (const alg of ["none", "HS256"]) {
      const header = { alg, typ: "erasure-receipt+jws", kid: "k1" };
      const start = Buffer.from(JSON.stringify(header)).toString("base64url");
      const reason = await reasonAgainst(`${start}.${payload}.AAAA`, { keys });
      expect(reason).toContain(`algorithm is "${alg}"`);
    }
  });

  it("is refused when what was signed is no receipt", async () => {
    const { privateKey, entry } = keyPair();
    for (const text of ["", "{}", "not JSON", TEXT.replace('"version":1', '"version":2')]) {
      const reason = await reasonAgainst(await signed(privateKey, {}, text || " "), {
        keys: [entry],
      });
      expect(reason).toContain("no receipt that can be read here");
    }
  });

  it("is refused when it quotes another ledger entry than the one it names", async () => {
    const { privateKey, entry } = keyPair();
    const { ledger, ...rest } = JSON.parse(TEXT);
    const other = canonicalText("nid-1", { ...UNHASHED, watermark: 1 });
    for (const change of [{ entry: other }, { position: 3 }, { previous_hash: "c".repeat(64) }]) {
      const text = JSON.stringify({ ...rest, ledger: { ...ledger, ...change } });
      const receipt = await signed(privateKey, {}, text);
      expect(await reasonAgainst(receipt, { keys: [entry] })).toContain("not the one it names");
    }
  });

  it("is refused when it is garbage, without a stack", async () => {
    const { keys } = await genuine();
    for (const garbage of ["", "x", "a.b.c", "{", "null", "[1]", '"x"', "\0".repeat(99)]) {
      expect(await reasonAgainst(garbage, { keys }), garbage).not.toBe("");
    }
    const told = await check("a.b.c", { keys });
    expect(told).toMatchObject({ code: 1, out: "" });
    expect(told.err).toMatch(/^error: The receipt is not valid\. /);
    expect(told.err).not.toContain("    at ");
    const { code, out } = await check("x", { keys }, "--json");
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({ valid: false, reason: expect.any(String) });
  });

  it("is refused when the key set is none", async () => {
    const { receipt, keys } = await genuine();
    for (const set of ["", "{}", keys, { keys: "x" }]) {
      expect(await reasonAgainst(receipt, set)).toContain("no JWK set");
    }
    expect(await reasonAgainst(receipt, { keys: [] })).toContain("not in the set");
  });
});

describe("wrong usage", () => {
  it("is exit 64 with a hint", async () => {
    const { receipt, keys } = await genuine();
    const [path, set] = [file("receipt", receipt), file("jwks.json", { keys })];
    for (const args of [
      [],
      [path],
      ["--jwks", set],
      [path, path, "--jwks", set],
      [path, "--jwks", set, "--no-such"],
      [`${path}.missing`, "--jwks", set],
      [path, "--jwks", temporaryFolder()],
    ]) {
      const { code, err } = await run(...args);
      expect(code, args.join(" ")).toBe(64);
      expect(err).not.toContain("    at ");
    }
    const help = await run("--help");
    expect(help.code).toBe(0);
    expect(help.out).toContain("Exit codes");
  });
});
