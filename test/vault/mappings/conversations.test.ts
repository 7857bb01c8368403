// What is remembered of conversations with language models.
import { runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import type { ConversationNote } from "../../../src/core/conversation.ts";
import {
  MAX_CONVERSATION_BYTES,
  MAX_CONVERSATION_MAPPINGS,
  MAX_CONVERSATION_MS,
} from "../../../src/core/limits.ts";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { doDueWork } from "../../../src/vault/due-work.ts";
import { stallAt } from "../../support/vault/erasing.ts";
import {
  accepted,
  alarmOf,
  count,
  freshVault,
  issue,
  KIND,
  maskValues,
  type OpenVault,
  reopened,
  rows,
} from "../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../support/vault/inside.ts";
import { requestErasure } from "../../support/vault/person.ts";

afterEach(() => setFailpointHook(null));

const HOUR_MS = 3_600_000;

async function remember(
  { calls, caller }: OpenVault,
  conversation: string,
  tokens: readonly string[],
  more: Partial<ConversationNote> = {},
) {
  const note = { conversation, tokens, continues: null, lifetimeMs: HOUR_MS, ...more };
  const reply = await calls.rememberConversation(caller, note);
  expect(reply).toEqual({ ok: true, value: null });
}

async function recall({ calls, caller }: OpenVault, conversation: string) {
  return accepted(await calls.recallConversation(caller, conversation));
}

const valuesOf = async (vault: OpenVault, conversation: string) =>
  (await recall(vault, conversation)).map(({ value }) => value);

describe("a conversation", () => {
  it.each([
    ["free-length", KIND.text],
    ["fixed-shape", KIND.numeric],
    ["opaque", KIND.special],
  ])("gives the tokens it has sent, with their values (%s)", async (_, kind) => {
    const vault = await freshVault();
    const [own = "", other = ""] = await maskValues(vault, ["111111", "222222"], kind);
    await remember(vault, "resp_1", [own, "no token", own]);
    await remember(vault, "resp_2", [other]);
    expect(await recall(vault, "resp_1")).toEqual([{ token: own, value: "111111" }]);
    expect(await recall(vault, "resp_2")).toEqual([{ token: other, value: "222222" }]);
    expect(await recall(vault, "resp_3")).toEqual([]);
  });

  it("is forgotten when it begins anew without a token", async () => {
    const vault = await freshVault();
    const [a = "", b = ""] = await maskValues(vault, ["a 1", "b 2"]);
    await remember(vault, "resp_1", [a]);
    await remember(vault, "resp_1", []);
    expect(await recall(vault, "resp_1")).toEqual([]);
    await remember(vault, "resp_2", [b]);
    await remember(vault, "resp_2", [], { continues: "resp_2" });
    expect(await valuesOf(vault, "resp_2")).toEqual(["b 2"]);
    expect(await count(vault, "conversation")).toBe(1);
  });

  it("has the tokens of the one it continues, the newest first, and is replaced as a whole", async () => {
    const vault = await freshVault();
    const [a = "", b = "", c = ""] = await maskValues(vault, ["a 1", "b 2", "c 3"]);
    await remember(vault, "resp_1", [a]);
    await remember(vault, "resp_2", [b], { continues: "resp_1" });
    await remember(vault, "resp_3", [c, a], { continues: "resp_2" });
    expect(await valuesOf(vault, "resp_3")).toEqual(["c 3", "a 1", "b 2"]);
    // A conversation that keeps its name continues itself.
    await remember(vault, "resp_1", [b], { continues: "resp_1" });
    expect(await valuesOf(vault, "resp_1")).toEqual(["b 2", "a 1"]);
    await remember(vault, "resp_1", [c]);
    expect(await valuesOf(vault, "resp_1")).toEqual(["c 3"]);
    expect(await count(vault, "conversation")).toBe(3);
  });

  it("has no more tokens than are allowed: those that were sent last", async () => {
    const vault = await freshVault();
    const values = Array.from({ length: MAX_CONVERSATION_MAPPINGS }, (_, i) => `value ${i}`);
    await remember(vault, "resp_1", await maskValues(vault, values));
    await remember(vault, "resp_2", await maskValues(vault, ["last"]), { continues: "resp_1" });
    expect(await valuesOf(vault, "resp_2")).toEqual(["last", ...values.slice(0, -1)]);
  });

  it("is found by its keyed digest only, and holds ids only; another namespace has another", async () => {
    const [one, two] = [await freshVault(), await freshVault()];
    const [token = ""] = await maskValues(one, ["marked value"]);
    await remember(one, "resp_marked", [token]);
    await remember(two, "resp_marked", await maskValues(two, ["another value"]));
    const [row, other] = [await rowOf(one), await rowOf(two)];
    expect(row.mapping_ids).toBe(JSON.stringify([await idOf(one, 0)]));
    expect(row.digest.byteLength).toBe(16);
    expect(new Uint8Array(row.digest)).not.toEqual(new Uint8Array(other.digest));
    expect(
      JSON.stringify(await rows(one, "SELECT hex(digest) AS d, * FROM conversation")),
    ).not.toMatch(/marked|resp/);
  });

  it("is there for an object that has opened anew, and for no caller who was revoked", async () => {
    const vault = await freshVault();
    await remember(vault, "resp_1", await maskValues(vault, ["kept"]));
    await runInDurableObject(vault.object, (_, state) => state.abort()).catch(() => undefined);
    expect(await valuesOf(reopened(vault), "resp_1")).toEqual(["kept"]);
    const { caller } = await issue(reopened(vault), { userId: "gone" });
    const { calls } = reopened(vault);
    await calls.deactivateToken(caller.tokenId);
    const note = { conversation: "resp_1", continues: null, tokens: [], lifetimeMs: 1 };
    const refused = { ok: false, error: { code: "unauthenticated" } };
    expect(await calls.rememberConversation(caller, note)).toEqual(refused);
    expect(await calls.recallConversation(caller, "resp_1")).toEqual(refused);
  });
});

describe("what was erased", () => {
  it("never comes back, neither by value nor for one who continues", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["stays", "goes"]);
    await remember(vault, "resp_1", tokens);
    await requestErasure(vault, { target: "value", values: ["goes"] });
    expect(await valuesOf(vault, "resp_1")).toEqual(["stays"]);
    await remember(vault, "resp_2", [], { continues: "resp_1" });
    expect(await valuesOf(vault, "resp_2")).toEqual(["stays"]);
    // Masked again the value has a mapping of its own, which this conversation never sent.
    await maskValues(vault, ["goes"]);
    expect(await valuesOf(vault, "resp_2")).toEqual(["stays"]);
  });

  it("does not come back when it is erased while it is being read", async () => {
    const vault = await freshVault();
    await remember(vault, "resp_1", await maskValues(vault, ["stays", "goes"]));
    const stall = stallAt("unmask.opened");
    const answer = valuesOf(vault, "resp_1");
    await stall.reached;
    await requestErasure(vault, { target: "value", values: ["goes"] });
    stall.release();
    expect(await answer).toEqual(["stays"]);
  });
});

describe("forgetting", () => {
  it("is on the alarm: after the lifetime nothing is given, an hour later the rows go, in steps", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["value"]);
    const before = Date.now();
    await remember(vault, "call", tokens, { lifetimeMs: 60_000 });
    await remember(vault, "resp", tokens, { lifetimeMs: 10 * MAX_CONVERSATION_MS });
    const alarm = (await alarmOf(vault)) ?? 0;
    expect(alarm - before).toBeGreaterThanOrEqual(60_000 + HOUR_MS);
    expect(alarm - before).toBeLessThan(120_000 + HOUR_MS);
    const at = async (time: number) => {
      let found = 0;
      await inNamespace(
        vault,
        async (namespace) => {
          const reply = await namespace.memory.recall(vault.caller, "call");
          found = reply.ok ? reply.value.length : -1;
          await doDueWork(namespace);
        },
        { clock: () => time },
      );
      return [found, await count(vault, "conversation")];
    };
    expect(await at(before + 59_000)).toEqual([1, 2]);
    expect(await at(before + 70_000)).toEqual([0, 2]);
    expect(await at(before + 120_000 + HOUR_MS)).toEqual([0, 1]);
    expect(await at(before + MAX_CONVERSATION_MS + 2 * HOUR_MS)).toEqual([0, 0]);
    expect(await settingOf(vault)).toBe(0);
  });

  it("takes a bounded step at a time", async () => {
    const vault = await freshVault();
    await rows(vault, MANY, 2_500, 0);
    const left: number[] = [];
    for (let step = 0; step < 3; step++) {
      await inNamespace(vault, async ({ memory }) => {
        expect(memory.purgeSome()).toBe(true);
      });
      left.push(await count(vault, "conversation"));
    }
    expect(left).toEqual([1_500, 500, 0]);
  });

  it("takes those remembered first when the namespace has more than its quota", async () => {
    const vault = await freshVault();
    await rows(vault, MANY, 1_500, 2 ** 50);
    await rows(
      vault,
      "INSERT INTO setting VALUES ('conversation_bytes', ?)",
      MAX_CONVERSATION_BYTES,
    );
    await remember(vault, "resp", await maskValues(vault, ["value"]));
    expect(await count(vault, "conversation")).toBe(501);
    expect(await valuesOf(vault, "resp")).toEqual(["value"]);
    expect(await settingOf(vault)).toBeLessThan(MAX_CONVERSATION_BYTES);
  });

  it("is not needed where there is no room: nothing is written", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["value"]);
    await inNamespace(
      vault,
      async ({ memory }) => {
        const note = { conversation: "resp", continues: null, tokens, lifetimeMs: HOUR_MS };
        expect(await memory.remember(note)).toEqual({ ok: false, error: { code: "storage_full" } });
      },
      { capacityBytes: 1 },
    );
    expect(await count(vault, "conversation")).toBe(0);
  });

  it("a namespace that was closed meanwhile gets no row", async () => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["value"]);
    const stall = stallAt("conversation.digested");
    const note = { conversation: "resp", continues: null, tokens, lifetimeMs: HOUR_MS };
    const answer = vault.calls.rememberConversation(vault.caller, note);
    await stall.reached;
    expect(await vault.calls.closeNamespace()).toMatchObject({ ok: true });
    stall.release();
    expect(await answer).toEqual({ ok: false, error: { code: "unauthenticated" } });
    expect(await count(vault, "conversation")).toBe(0);
  });
});

/** So many rows that expire then. */
const MANY = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
  INSERT INTO conversation (digest, expires, mapping_ids) SELECT CAST(i AS BLOB), ?2, '[1]' FROM n`;

async function rowOf(vault: OpenVault) {
  const [row] = await rows(vault, "SELECT digest, mapping_ids FROM conversation");
  return row as { digest: ArrayBuffer; mapping_ids: string };
}

async function idOf(vault: OpenVault, at: number): Promise<number> {
  return Number((await rows(vault, "SELECT id FROM mapping ORDER BY id"))[at]?.["id"]);
}

async function settingOf(vault: OpenVault): Promise<number> {
  const [row] = await rows(vault, "SELECT value FROM setting WHERE name = 'conversation_bytes'");
  return Number(row?.["value"]);
}
