// Masking and unmasking in the object: equal values get equal tokens, and tokens give back exact values.

import { evictDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import {
  accepted,
  count,
  freshVault,
  KIND,
  maskValues,
  rows,
  unmaskTokens,
} from "../../support/vault/fresh-vault.ts";

const ALL_KINDS = Object.entries(KIND);

afterEach(() => setFailpointHook(null));

describe("masking", () => {
  it("runs in a test build: failpoints are passed between the steps", async () => {
    const passed: string[] = [];
    setFailpointHook((point) => {
      // Objects of earlier tests still run, and erase and hand over meanwhile.
      if (/^(create|mask)\./.test(point)) passed.push(point);
    });
    await maskValues(await freshVault(), ["a"]);
    expect(passed).toEqual(["create.keys-made", "mask.sealed", "mask.before-commit"]);
  });

  it.each(ALL_KINDS)("gives tokens that unmask to the exact value (%s)", async (_, kind) => {
    const vault = await freshVault();
    const values = ["Jane Doe", "---", "😀", "e\u0301", "é", "שלום", "\0", " x ", "1", "a\u202eb"];
    const tokens = await maskValues(vault, values, kind);
    expect(new Set(tokens).size).toBe(values.length);
    for (const [i, token] of tokens.entries()) expect(token).not.toBe(values[i]);
    expect(await unmaskTokens(vault, tokens)).toEqual(values);
  });

  it.each(ALL_KINDS)(
    "gives one token and one row to 50 calls at once with the same new value (%s)",
    async (_, kind) => {
      const vault = await freshVault();
      const calls = Array.from({ length: 50 }, () => maskValues(vault, ["same value 1"], kind));
      const tokens = new Set((await Promise.all(calls)).flat());
      expect(tokens.size).toBe(1);
      expect(await count(vault, "mapping")).toBe(1);
      expect(await count(vault, "shaped_token")).toBe(kind === KIND.numeric ? 1 : 0);
      expect(await unmaskTokens(vault, [...tokens])).toEqual(["same value 1"]);
    },
  );

  it("agrees among many calls at once whose batches overlap", async () => {
    const vault = await freshVault();
    const values = Array.from({ length: 60 }, (_, i) => `v${i}`);
    const kinds = [KIND.default, KIND.numeric];
    const seen = new Map<string, string>();
    const batches = Array.from({ length: 80 }, (_, i) => ({
      kind: kinds[i % 2] ?? 0,
      values: values.filter((_, v) => (v * 7 + i * 13) % 5 < 2),
    }));
    const answers = await Promise.all(batches.map((b) => maskValues(vault, b.values, b.kind)));
    for (const [i, tokens] of answers.entries()) {
      for (const [v, token] of tokens.entries()) {
        const name = `${batches[i]?.kind} ${batches[i]?.values[v]}`;
        expect(seen.get(name) ?? token).toBe(token);
        seen.set(name, token);
      }
    }
    expect(seen.size).toBe(120);
    expect(new Set(seen.values()).size).toBe(120);
    expect(await count(vault, "mapping")).toBe(120);
    expect(await count(vault, "shaped_token")).toBe(60);
  });

  it.each(ALL_KINDS)(
    "gives a value that stands twice in a batch one token (%s)",
    async (_, kind) => {
      const vault = await freshVault();
      const [a, b, again] = await maskValues(vault, ["x", "y", "x"], kind);
      expect(again).toBe(a);
      expect(b).not.toBe(a);
      expect(await count(vault, "mapping")).toBe(2);
    },
  );

  it("gives equal values of different kinds different tokens", async () => {
    const vault = await freshVault();
    const kinds = [KIND.default, KIND.text, KIND.numeric, KIND.special, KIND.text + 2];
    const tokens = await Promise.all(kinds.map((kind) => maskValues(vault, ["12345678"], kind)));
    expect(new Set(tokens.flat()).size).toBe(kinds.length);
    expect(await count(vault, "mapping")).toBe(kinds.length);
  });

  it("takes values for different that differ in a single byte", async () => {
    const vault = await freshVault();
    const values = ["a@x", "A@x", "a@x ", "é", "e\u0301", "x", "x\0", "\ufeffx"];
    expect(new Set(await maskValues(vault, values)).size).toBe(values.length);
  });

  it("gives the same tokens after the object was evicted", async () => {
    const vault = await freshVault();
    const values = ["a", "b"];
    const before = [await maskValues(vault, values), await maskValues(vault, values, KIND.numeric)];
    await evictDurableObject(vault.object);
    const after = [await maskValues(vault, values), await maskValues(vault, values, KIND.numeric)];
    expect(after).toEqual(before);
    expect(await unmaskTokens(vault, before.flat())).toEqual(["a", "b", "a", "b"]);
  });

  it("never gives an id twice, evicted or not, and never an older time to a newer id", async () => {
    const vault = await freshVault();
    for (let i = 0; i < 4; i++) {
      await maskValues(vault, [`v${i}`, `w${i}`]);
      await evictDurableObject(vault.object);
    }
    const found = await rows(vault, "SELECT id, created FROM mapping ORDER BY id");
    expect(found).toHaveLength(8);
    const times = found.map((row) => Number(row["created"]));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it("masks 9,000 new values in one batch, in several runs, kinds mixed, in order", async () => {
    const vault = await freshVault();
    const values = Array.from({ length: 9_000 }, (_, i) => `value ${i % 8_000}`);
    const kinds = values.map((_, i) => (i % 3 === 0 ? KIND.numeric : KIND.special));
    const batch = { values, policySetVersion: 0, kinds, attributes: values.map(() => null) };
    const reply = await vault.calls.mask(vault.caller, batch);
    if (!reply.ok) throw new Error(reply.error.code);
    expect(await unmaskTokens(vault, reply.value)).toEqual(values);
    expect(await vault.calls.mask(vault.caller, batch)).toEqual(reply);
  });

  it("gives an empty answer to an empty batch", async () => {
    expect(await maskValues(await freshVault(), [])).toEqual([]);
  });

  it("writes nothing when the batch holds a kind that was never given out", async () => {
    const vault = await freshVault();
    const batch = {
      values: ["a", "b"],
      policySetVersion: 0,
      kinds: [KIND.default, 0x7f00],
      attributes: [null, null],
    };
    expect(await vault.calls.mask(vault.caller, batch)).toEqual({
      ok: false,
      error: { code: "internal" },
    });
    expect(await count(vault, "mapping")).toBe(0);
  });

  it("writes nothing when it fails between sealing and writing, and succeeds afterwards", async () => {
    const vault = await freshVault();
    setFailpointHook((point) => {
      if (point === "mask.before-commit") throw new Error("secret in an error");
    });
    const batch = { values: ["a"], policySetVersion: 0, kinds: [KIND.default], attributes: [null] };
    expect(await vault.calls.mask(vault.caller, batch)).toEqual({
      ok: false,
      error: { code: "internal" },
    });
    expect(await count(vault, "mapping")).toBe(0);
    setFailpointHook(null);
    expect(await unmaskTokens(vault, await maskValues(vault, ["a"]))).toEqual(["a"]);
  });
});

describe("unmasking", () => {
  it("knows nothing of other namespaces' tokens", async () => {
    const [mine, other] = [await freshVault(), await freshVault()];
    const tokens = [
      ...(await maskValues(other, ["a b", "c"])),
      ...(await maskValues(other, ["123456789012"], KIND.numeric)),
    ];
    expect(await unmaskTokens(mine, tokens)).toEqual([null, null, null]);
  });

  it.each(ALL_KINDS)(
    "refuses a token after any change of one character (%s)",
    async (name, kind) => {
      const vault = await freshVault();
      const [token = ""] = await maskValues(vault, ["ab cd-ef"], kind);
      // Compact ones are read in either letter case.
      const read = (text: string) => (name === "compact" ? text.toLowerCase() : text);
      const changed: string[] = [];
      for (let at = 0; at < token.length; at++) {
        for (const c of "09azAZ- .,") {
          if (c !== token[at]) changed.push(token.slice(0, at) + c + token.slice(at + 1));
        }
        changed.push(token.slice(0, at) + token.slice(at + 1));
      }
      changed.push(`${token}A`, `${token} `, ` ${token}`, `${token}0`, `${token}${token}`);
      const values = await unmaskTokens(
        vault,
        changed.filter((text) => read(text) !== token),
      );
      expect(values.every((value) => value === null)).toBe(true);
    },
  );

  it("answers in order, repeated and unknown tokens included", async () => {
    const vault = await freshVault();
    const [a = "", b = ""] = await maskValues(vault, ["a", "b"]);
    expect(await unmaskTokens(vault, [b, "nope", a, b, ""])).toEqual(["b", null, "a", "b", null]);
  });

  it("does not take a value's id for a token when the row behind it is of a numeric kind", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["12345678"], KIND.numeric);
    // The free-length token of id 1, had it been of a free-length kind.
    const planned = accepted(await vault.calls.readPolicySet(vault.caller, null));
    const { tokenKey } = planned;
    const { tokenCipher } = await import("../../../src/tokens/cipher/cipher.ts");
    const { shapedForm } = await import("../../../src/tokens/forms/plain/free-length.ts");
    const [row] = await rows(vault, "SELECT id FROM mapping");
    const forged = shapedForm.token(tokenCipher(tokenKey), Number(row?.["id"]), "12345678");
    expect(await unmaskTokens(vault, [forged])).toEqual([null]);
  });

  it("fails as a whole, telling nothing, when a stored value was tampered with", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["one", "two"]);
    // By hand: the sealed values of two mappings change places.
    await rows(
      vault,
      "UPDATE mapping SET sealed = (SELECT sealed FROM mapping AS m WHERE m.id <> mapping.id)",
    );
    expect(await vault.calls.unmask(vault.caller, { tokens })).toEqual({
      ok: false,
      error: { code: "internal" },
    });
  });
});
