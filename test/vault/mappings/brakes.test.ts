// Unmask brakes in the object: which types mappings have, what may be seen of a value, and what counts as unmasked.

import { afterEach, describe, expect, it } from "vitest";
import type { UnmaskBrakes } from "../../../src/core/brakes/unmask-brakes.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { kindOf } from "../../../src/tokens/kinds.ts";
import { stallAt } from "../../support/vault/erasing.ts";
import {
  accepted,
  count,
  ended,
  freshVault,
  KIND,
  maskValues,
  type OpenVault,
  rows,
  submit,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../support/vault/inside.ts";
import { requestErasure } from "../../support/vault/person.ts";

afterEach(() => setFailpointHook(null));

const EMAIL = kindOf(0, 2, 2);
const PHONE = kindOf(0, 3, 3);

/** Mask values of a kind, found as types. */
async function found(
  { calls, caller }: OpenVault,
  values: readonly string[],
  entities: readonly (string | null)[],
  kind: number = KIND.text,
) {
  const kinds = values.map(() => kind);
  const attributes = values.map(() => null);
  return accepted(
    await calls.mask(caller, {
      values,
      kinds,
      attributes,
      entities,
      policySetVersion: 0,
    }),
  );
}

/** What tokens stand for, for who is held back. */
async function seen(
  { calls, caller }: OpenVault,
  tokens: readonly string[],
  brakes: UnmaskBrakes,
  tags: readonly (string | null)[] = [],
) {
  const question = { tokens, tags: { tokens: tags, ids: [] } };
  const reply = accepted(await calls.unmask({ ...caller, brakes }, question));
  return reply.values;
}

const only = (...entityTypes: string[]): UnmaskBrakes => ({ entityTypes });

describe("what counts as unmasked", () => {
  const COUNTED = "SELECT value FROM setting WHERE name LIKE 'values_unmasked%'";
  const brakes = { valuesPerHour: 5 };

  it("is no value that a number in JSON does not get", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["4711"], KIND.numeric);
    const { calls, caller } = vault;
    const reply = await calls.unmask({ ...caller, brakes }, { tokens, numbersFrom: 0 });
    expect(reply).toMatchObject({ ok: true, value: { values: [null] } });
    expect(await rows(vault, COUNTED)).toEqual([]);
  });

  it("is no value of a slice that is not written, because its job was cancelled", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["a", "b"]);
    const stall = stallAt("job.unmasked");
    const job = await submit(
      { ...vault, caller: { ...vault.caller, brakes } },
      tokens.map((token_value) => ({ token_value })),
      "unmask",
    );
    await stall.reached();
    const cancelled = await vault.calls.cancelJob(vault.caller, job);
    expect(cancelled).toEqual({ ok: true, value: "CANCELLED" });
    stall.release();
    await ended(vault, job);
    for (let i = 0; i < 10; i++) await scheduler.wait(5);
    expect(await rows(vault, COUNTED)).toEqual([]);
  });
});

describe("the types of a mapping", () => {
  it("are those it was found as, each once, whatever it is found as later", async () => {
    const vault = await freshVault();
    const [token = ""] = await found(vault, ["4711"], ["ID_OTHER"]);
    expect(await found(vault, ["4711", "4711"], ["TAX_ID", "ID_OTHER"])).toEqual([token, token]);
    expect(await maskValues(vault, ["4711"], KIND.text)).toEqual([token]);
    expect(await count(vault, "mapping_type")).toBe(2);
    expect(await seen(vault, [token], only("ID_OTHER"))).toEqual(["4711"]);
    expect(await seen(vault, [token], only("PERSON", "TAX_ID"))).toEqual(["4711"]);
    expect(await seen(vault, [token], only("PERSON"))).toEqual([null]);
  });

  it("of policies are kept apart, and their names are not stored", async () => {
    const vault = await freshVault();
    const tokens = await found(vault, ["4711", "4712"], ["STAFF_NO", "BADGE"]);
    expect(await seen(vault, tokens, only("STAFF_NO"))).toEqual(["4711", null]);
    expect(await seen(vault, tokens, only("STAFF_NO", "BADGE"))).toEqual(["4711", "4712"]);
    const types = await rows(vault, "SELECT type FROM mapping_type");
    expect(types.every(({ type }) => Number(type) >= 0x100)).toBe(true);
  });

  it("are told by the kind where none were recorded, as with all mappings of earlier versions", async () => {
    const vault = await freshVault();
    const [mail = ""] = await maskValues(vault, ["ada@example.org"], EMAIL);
    const [phone = ""] = await maskValues(vault, ["415 555 0132"], PHONE);
    const [compact = ""] = await maskValues(vault, ["Ada Lane"], KIND.compact);
    const [text = ""] = await maskValues(vault, ["4711"], KIND.text);
    const all = [mail, phone, compact, text];
    const seeing = (...types: string[]) => seen(vault, all, only(...types));
    expect(await seeing("EMAIL_ADDRESS")).toEqual(["ada@example.org", null, null, null]);
    expect(await seeing("PHONE_NUMBER")).toEqual([null, "415 555 0132", null, null]);
    // It could be one, but is taken for the other.
    expect(await seeing("FAX_NUMBER")).toEqual([null, null, null, null]);
    expect(await seeing("PERSON")).toEqual([null, null, "Ada Lane", null]);
    const types = ["ID_OTHER", "ACC_NO", "ORGANIZATION", "LITERAL"];
    expect(await seeing(...types)).toEqual([null, null, null, null]);
    expect(await count(vault, "mapping_type")).toBe(0);
  });

  it("recorded outweigh what the kind tells", async () => {
    const vault = await freshVault();
    const [fax = ""] = await found(vault, ["415 555 0199"], ["FAX_NUMBER"], PHONE);
    expect(await seen(vault, [fax], only("PHONE_NUMBER"))).toEqual([null]);
    expect(await seen(vault, [fax], only("FAX_NUMBER"))).toEqual(["415 555 0199"]);
  });

  it("have to agree with the tag a token stands in, as far as they are known", async () => {
    const vault = await freshVault();
    const [id = ""] = await found(vault, ["4711"], ["ID_OTHER"]);
    const [mail = ""] = await maskValues(vault, ["ada@example.org"], EMAIL);
    const [phone = ""] = await maskValues(vault, ["415 555 0132"], PHONE);
    const [old = ""] = await maskValues(vault, ["0815"], KIND.text);
    const all = [id, mail, phone, old];
    const brakes: UnmaskBrakes = { valuesPerHour: 100 };
    const right = await seen(vault, all, brakes, ["ID_NO", "EMAIL", "FAX_NO", "TAX_ID"]);
    expect(right).toEqual(["4711", "ada@example.org", "415 555 0132", "0815"]);
    const wrong = await seen(vault, all, brakes, ["TAX_ID", "URL", "PER", null]);
    expect(wrong).toEqual([null, null, null, "0815"]);
    expect(await seen(vault, [id], brakes, ["NOT_BUILT_IN"])).toEqual(["4711"]);
  });

  it("go with the mapping, erased by age or alone", async () => {
    const vault = await freshVault();
    await found(vault, ["4711", "4712"], ["ID_OTHER", "ID_OTHER"]);
    await requestErasure(vault, { target: "value", values: ["4711"] });
    expect(await count(vault, "mapping_type")).toBe(1);
    await inNamespace(vault, async ({ erasure }) => {
      erasure.deleteSlice(Number.MAX_SAFE_INTEGER, { mappings: 10, pairs: 10 }, true);
    });
    expect(await count(vault, "mapping_type")).toBe(0);
  });

  it("cost nobody a statement who is not held back, nor what is masked column by column", async () => {
    const vault = await freshVault();
    const [token = ""] = await found(vault, ["4711"], ["ID_OTHER"]);
    await inNamespace(vault, async ({ masker, unmasker }, { queries }) => {
      await unmasker.unmask({ tokens: [token] }, null);
      const values = ["a", "b"];
      const none = values.map(() => null);
      await masker.mask({
        ...{ values, kinds: [KIND.text, KIND.text], attributes: none, entities: none },
        policySetVersion: 0,
      });
      expect(queries.filter((query) => query.includes("mapping_type"))).toEqual([]);
    });
  });

  it("are left out where the namespace is full: known values keep their tokens", async () => {
    const vault = await freshVault();
    const [token = ""] = await maskValues(vault, ["4711"], KIND.text);
    await inNamespace(
      vault,
      async ({ masker }) => {
        const batch = { values: ["4711"], kinds: [KIND.text], attributes: [null] };
        const masked = await masker.mask({ ...batch, entities: ["TAX_ID"], policySetVersion: 0 });
        expect(masked).toMatchObject({ ok: true, value: { tokens: [token] } });
      },
      { capacityBytes: 1 },
    );
    expect(await count(vault, "mapping_type")).toBe(0);
  });
});

describe("what may be seen", () => {
  it("is part of a value, or nothing", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["ada.lane@example.org", "joe"], KIND.text);
    const partly = await seen(vault, tokens, { reveal: "partial" });
    expect(partly).toEqual(["a***@e***.org", "***"]);
    expect(await seen(vault, tokens, { reveal: "none" })).toEqual([null, null]);
  });

  it("is what was masked with certain policies", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["one"], KIND.text);
    tokens.push(...(await maskValues(vault, ["two"], kindOf(3, 2, 0))));
    expect(await seen(vault, tokens, { policies: [null] })).toEqual(["one", null]);
    expect(await seen(vault, tokens, { policies: ["gone"] })).toEqual([null, null]);
  });
});

describe("a reason", () => {
  it("is asked for before anything is looked up", async () => {
    const { calls, caller } = await freshVault();
    const held = { ...caller, brakes: { needsReason: true } as const };
    const refused = { ok: false, error: { code: "reason_required" } };
    expect(await calls.unmask(held, { tokens: ["x"] })).toEqual(refused);
    expect(await calls.unmask({ ...held, hasReason: false }, { tokens: ["x"] })).toEqual(refused);
    expect((await calls.unmask({ ...held, hasReason: true }, { tokens: ["x"] })).ok).toBe(true);
  });
});
