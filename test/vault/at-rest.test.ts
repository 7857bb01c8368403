import { describe, expect, it } from "vitest";
import {
  accepted,
  count,
  ended,
  freshVault,
  issue,
  KIND,
  maskValues,
  type OpenVault,
  rows,
  submit,
  tablesOf,
} from "../support/vault/fresh-vault.ts";
import { inNamespace, mask } from "../support/vault/inside.ts";
import { create, policyNamed, wordsEntity } from "../support/vault/policy.ts";

const MARK = "Zz7Qx";

describe("nothing of a value is at rest in clear", () => {
  it("not the value, its attributes, the user, a job's input or result, nor other members", async () => {
    const vault = await freshVault();
    const { caller } = await issue(vault, { userId: `${MARK}-user@example.com` });
    const mine = { ...vault, caller };
    const reply = await mine.calls.mask(caller, {
      values: [`${MARK}-value`, `${MARK}-😀`, `${MARK}9876543210`],
      policySetVersion: 0,
      kinds: [KIND.text, KIND.special, KIND.numeric],
      attributes: [`{"${MARK}-key":"${MARK}-attribute"}`, `"${MARK}"`, null],
    });
    expect(reply.ok).toBe(true);
    const items = [
      { value: `${MARK}-job`, token_name: "Text Token", attributes: { [MARK]: MARK } },
      { value: `write to ${MARK}@example.com` },
      { value: `plain ${MARK} prose` },
    ];
    const job = await ended(mine, await submit(mine, items));
    expect(job.state).toBe("SUCCESS");
    const [{ token_value: token } = { token_value: "" }] = job.result as { token_value: string }[];
    const back = await ended(mine, await submit(mine, [{ token_value: token }], "unmask"));
    expect(back.result).toMatchObject([{ value: `${MARK}-job` }]);
    await ended(mine, await submit(mine, [{ value: MARK, token_name: `${MARK} name` }]));
    const dump = await dumpOf(vault);
    expect(dump.length).toBeGreaterThan(1000);
    for (const needle of spellingsOf(MARK)) expect(dump.includes(needle), needle).toBe(false);
  });

  it("nor anything of a policy: name, words, lists, patterns, wrappers, nor a job's use of it", async () => {
    const vault = await freshVault();
    const { calls, caller } = vault;
    const entity = wordsEntity(`${MARK}_WORD`, [`${MARK} word`]);
    const policy = policyNamed(`${MARK} policy`, {
      actions: { [entity.name]: "anonymize", [`${MARK}_BY`]: "pseudonymize" },
      wrappers: { PERSON: { prefix: `{{${MARK}`, suffix: `${MARK}}}` } },
      thresholds: { [entity.name]: 0.5 },
      allow: [`${MARK} allowed`],
      deny: [{ value: `${MARK} denied`, entity: "PERSON" }],
      custom: [
        { ...entity, description: MARK, contextWords: [MARK] },
        { ...entity, name: `${MARK}_BY`, words: [], pattern: `${MARK}-[0-9]+` },
      ],
    });
    const { id, version } = await create(vault, policy);
    const items = [{ value: `a ${MARK} word, ${MARK} denied, ${MARK}-12` }];
    const job = await ended(vault, await submit(vault, items, "mask", { policyName: policy.name }));
    expect(job.state).toBe("SUCCESS");
    accepted(await calls.replacePolicy(caller, id, version, { ...policy, recall: 1 }));
    const dump = await dumpOf(vault);
    for (const needle of spellingsOf(MARK)) expect(dump.includes(needle), needle).toBe(false);
  });

  it("and the search would find it: tracking ids, which are in clear, are found", async () => {
    const vault = await freshVault();
    const trackingId = await submit(vault, [{ value: "x", token_name: "Text Token" }]);
    expect(await dumpOf(vault)).toContain(hexOf(new TextEncoder().encode(trackingId)));
  });

  it("keeps no usable key: every stored key is longer than itself by nonce and tag", async () => {
    const vault = await freshVault();
    await maskValues(vault, ["x"]);
    const named = await rows(
      vault,
      "SELECT name, length(wrapped) AS n FROM namespace_key ORDER BY name",
    );
    expect(named).toEqual([
      { name: "blinding_0", n: 93 },
      { name: "blinding_1", n: 93 },
      { name: "index", n: 61 },
      { name: "record", n: 61 },
      { name: "token", n: 45 },
    ]);
    expect(await rows(vault, "SELECT length(wrapped) AS n FROM wrapped_key WHERE id > 2")).toEqual([
      { n: 93 },
    ]);
    const planned = accepted(await vault.calls.readPolicySet(vault.caller, null));
    expect(await dumpOf(vault)).not.toContain(hexOf(planned.tokenKey));
  });
});

describe("rows written (they are billed)", () => {
  it.each([
    ["free-length", KIND.default, 2],
    ["opaque", KIND.special, 2],
    ["numeric", KIND.numeric, 3],
  ])("per new mapping without attributes are few (%s)", async (_, kind, most) => {
    const vault = await freshVault();
    await inNamespace(vault, async (namespace, written) => {
      // The first batch also makes the day's key and reserves ids.
      await mask(namespace, ["warm up"], kind);
      written.rows = 0;
      await mask(
        namespace,
        Array.from({ length: 500 }, (_, i) => `value ${i} 123456`),
        kind,
      );
      // One more where the counter of a token space moves on.
      expect(written.rows).toBe(500 * most + (kind === KIND.numeric ? 1 : 0));
    });
    expect(await count(vault, "mapping")).toBe(501);
  });

  it("for values that are known already, and for unmasking, are none", async () => {
    const vault = await freshVault();
    await inNamespace(vault, async (namespace, written) => {
      const values = Array.from({ length: 500 }, (_, i) => `value ${i} 123456`);
      const attributes = values.map((_, i) => `{"n":${i % 7}}`);
      const tokens: string[] = [];
      for (const kind of [KIND.default, KIND.numeric]) {
        tokens.push(...(await mask(namespace, values, kind, attributes)));
      }
      expect(written.rows).toBeGreaterThan(1000);
      written.rows = 0;
      await mask(namespace, values, KIND.default, attributes);
      await mask(namespace, values, KIND.numeric, attributes);
      const { values: restored } = await namespace.unmasker.unmask({ tokens: tokens }, null);
      expect(restored).toEqual([...values, ...values]);
      expect(written.rows).toBe(0);
    });
  });
});

describe("a full namespace", () => {
  it("refuses new values and still gives the tokens of known ones", async () => {
    const vault = await freshVault();
    const before = await maskValues(vault, ["known"]);
    await inNamespace(
      vault,
      async ({ masker }) => {
        const batch = (values: string[]) => ({
          values,
          policySetVersion: 0,
          kinds: values.map(() => KIND.default),
          attributes: values.map(() => null),
        });
        expect(await masker.mask(batch(["known"]))).toMatchObject({
          ok: true,
          value: { tokens: before },
        });
        const full = { ok: false, error: { code: "storage_full" } };
        expect(await masker.mask(batch(["new"]))).toEqual(full);
        expect(await masker.mask(batch(["known", "new"]))).toEqual(full);
      },
      { capacityBytes: 1 },
    );
    expect(await count(vault, "mapping")).toBe(1);
  });
});

/** Every cell of every table, as hexadecimal. */
async function dumpOf(vault: OpenVault): Promise<string> {
  const cells: string[] = [];
  for (const table of await tablesOf(vault)) {
    for (const row of await rows(vault, `SELECT * FROM ${table}`)) {
      for (const cell of Object.values(row)) {
        const bytes = cell instanceof ArrayBuffer ? new Uint8Array(cell) : encode(String(cell));
        cells.push(hexOf(bytes));
      }
    }
  }
  return cells.join("\n");
}

/** A marker in every encoding it could be kept in, as hexadecimal. */
function spellingsOf(mark: string): string[] {
  const utf16 = (little: boolean): Uint8Array =>
    Uint8Array.from(
      [...mark].flatMap((c) => (little ? [c.charCodeAt(0), 0] : [0, c.charCodeAt(0)])),
    );
  // Base64 of the marker at each of the three offsets, without the letters its neighbours share.
  const base64 = [0, 1, 2].map((offset) =>
    btoa("\0".repeat(offset) + mark).slice(
      Math.ceil((offset * 4) / 3),
      4 * Math.floor((offset + mark.length) / 3),
    ),
  );
  const texts = [mark, mark.toLowerCase(), mark.toUpperCase(), hexOf(encode(mark)), ...base64];
  return [...texts.map((text) => hexOf(encode(text))), hexOf(utf16(true)), hexOf(utf16(false))];
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
