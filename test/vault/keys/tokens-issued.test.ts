import { evictDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { setFailpointHook } from "../../../src/platform/failpoint.ts";
import { everything, stallAt } from "../../support/vault/erasing.ts";
import {
  accepted,
  freshVault,
  GRANT,
  issue,
  maskValues,
  rows,
  trySubmit,
} from "../../support/vault/fresh-vault.ts";

afterEach(() => setFailpointHook(null));

const UNKNOWN = { ok: false, error: { code: "token_unknown" } };

describe("issued tokens", () => {
  it("are found by user, by id and in the list, with all they allow, evicted or not", async () => {
    const vault = await freshVault();
    const grant = {
      userId: "änne@example.com",
      permissions: ["metadata_change"],
      startDate: "2026-01-01",
      endDate: "2026-12-31",
    } as const;
    const { token } = await issue(vault, grant);
    expect(token).toEqual({ ...grant, tokenId: token.tokenId, serial: 2, active: true });
    for (let i = 0; i < 2; i++) {
      expect(await vault.calls.findToken(grant.userId)).toEqual({ ok: true, value: token });
      expect(await vault.calls.readToken(token.tokenId)).toEqual({ ok: true, value: token });
      expect(await vault.calls.listTokens(1, 10)).toEqual({ ok: true, value: [token] });
      await evictDurableObject(vault.object);
    }
  });

  it("of a user are found newest first, and only while they are active", async () => {
    const vault = await freshVault();
    const [first, second] = [await issue(vault, {}), await issue(vault, {})];
    const found = async (): Promise<string | null> => {
      const reply = await vault.calls.findToken(GRANT.userId);
      return reply.ok ? reply.value.tokenId : null;
    };
    expect(await found()).toBe(second.token.tokenId);
    await vault.calls.deactivateToken(second.token.tokenId);
    expect(await found()).toBe(first.token.tokenId);
    await vault.calls.deactivateToken(first.token.tokenId);
    await vault.calls.deactivateToken(vault.token.tokenId);
    expect(await vault.calls.findToken(GRANT.userId)).toEqual(UNKNOWN);
    expect(await vault.calls.readToken(second.token.tokenId)).toMatchObject({
      ok: true,
      value: { active: false },
    });
  });

  it("are listed in pages, oldest first, each once", async () => {
    const vault = await freshVault();
    for (let i = 0; i < 4; i++) await issue(vault, { userId: `user ${i}` });
    const serials: number[] = [];
    for (;;) {
      const page = accepted(await vault.calls.listTokens(serials.at(-1) ?? 0, 2));
      if (page.length === 0) break;
      serials.push(...page.map((token) => token.serial));
    }
    expect(serials).toEqual([1, 2, 3, 4, 5]);
  });

  it("that were never issued are unknown", async () => {
    const { calls } = await freshVault();
    expect(await calls.findToken("nobody")).toEqual(UNKNOWN);
    expect(await calls.readToken("0".repeat(32))).toEqual(UNKNOWN);
    expect(await calls.deactivateToken("0".repeat(32))).toEqual(UNKNOWN);
  });

  it("of one namespace are strangers in another", async () => {
    const [mine, other] = [await freshVault(), await freshVault()];
    const batch = { values: ["a"], policySetVersion: 0, kinds: [0x100], attributes: [null] };
    expect(await other.calls.mask(mine.caller, batch)).toEqual({
      ok: false,
      error: { code: "unauthenticated" },
    });
  });

  it.each([
    ["mask", "mask.before-commit"],
    ["unmask", "unmask.opened"],
  ] as const)("that are revoked while %s is at work get no answer of it", async (verb, point) => {
    const vault = await freshVault();
    const tokens = await maskValues(vault, ["a"]);
    const stall = stallAt(point);
    const batch = { values: ["a"], policySetVersion: 0, kinds: [0x100], attributes: [null] };
    const asked =
      verb === "mask"
        ? vault.calls.mask(vault.caller, batch)
        : vault.calls.unmask(vault.caller, { tokens });
    await stall.reached();
    expect((await vault.calls.deactivateToken(vault.token.tokenId)).ok).toBe(true);
    stall.release();
    expect(await asked).toEqual({ ok: false, error: { code: "unauthenticated" } });
  });

  it.each([
    ["a deletion", "delete.asked"],
    ["an erasure", "delete.asked"],
    ["a job", "submit.stored"],
  ])("that are revoked before %s begins have none", async (what, point) => {
    const vault = await freshVault();
    const { calls, caller } = vault;
    const tokens = await maskValues(vault, ["Ann Lee"]);
    const other = await issue(vault, { userId: "other" });
    const stall = stallAt(point);
    const asked =
      what === "a job"
        ? trySubmit(vault, [{ value: "x", tokenName: "Text Token" }])
        : what === "a deletion"
          ? calls.requestDeletion(caller, everything())
          : calls.requestErasure(caller, { target: "value", values: ["Ann Lee"] });
    await stall.reached();
    expect((await calls.deactivateToken(vault.token.tokenId)).ok).toBe(true);
    stall.release();
    expect(await asked).toEqual({ ok: false, error: { code: "unauthenticated" } });
    expect(await rows(vault, "SELECT 1 FROM deletion UNION ALL SELECT 1 FROM job")).toEqual([]);
    const known = await calls.unmask(other.caller, { tokens });
    expect(known).toMatchObject({ ok: true, value: { values: ["Ann Lee"] } });
  });

  it.each(["readAudit", "setRetention", "readDeletion"] as const)(
    "that are revoked while the ledger is read get no answer of %s",
    async (verb) => {
      const vault = await freshVault();
      await evictDurableObject(vault.object);
      const stall = stallAt("sync.asked");
      const verbs = {
        readAudit: () => vault.calls.readAudit(vault.caller, { after: 0 }),
        setRetention: () => vault.calls.setRetention(vault.caller, 30),
        readDeletion: () => vault.calls.readDeletion(vault.caller, "unknown"),
      };
      const asked = verbs[verb]();
      await stall.reached();
      await vault.calls.deactivateToken(vault.token.tokenId);
      stall.release();
      expect(await asked).toEqual({ ok: false, error: { code: "unauthenticated" } });
      expect(await rows(vault, "SELECT 1 FROM setting WHERE name = 'retention_days'")).toEqual([]);
    },
  );

  it("do not open in another row: what they allow cannot be swapped in the database", async () => {
    const vault = await freshVault();
    const weak = await issue(vault, { userId: "weak", permissions: ["mask"] });
    await rows(
      vault,
      "UPDATE issued_token SET sealed = (SELECT sealed FROM issued_token WHERE serial = 1) WHERE token_id = ?",
      weak.token.tokenId,
    );
    expect(await vault.calls.readToken(weak.token.tokenId)).toEqual({
      ok: false,
      error: { code: "internal" },
    });
    expect(await maskValues(vault, ["still works"])).toHaveLength(1);
  });
});
