// Deletions requested again with the same Idempotency-Key, and what is stored of the key.
import { abortAllDurableObjects } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { MAX_OPEN_DELETIONS } from "../../../../src/core/limits.ts";
import { setFailpointHook } from "../../../../src/platform/failpoint.ts";
import type { PersonQuery, RepeatableRequest } from "../../../../src/vault/deletion-rpc.ts";
import { deletionEnded, stallAt } from "../../../support/vault/erasing.ts";
import { registryOf } from "../../../support/vault/fresh-registry.ts";
import {
  accepted,
  count,
  freshVault,
  type OpenVault,
  reopened,
  rows,
} from "../../../support/vault/fresh-vault.ts";

const ANN: PersonQuery = { target: "value", values: ["Ann"] };
const REQUEST: RepeatableRequest = { key: "letter of 26 November", bodyDigest: "5f".repeat(32) };
const OTHER_BODY = { ...REQUEST, bodyDigest: "60".repeat(32) };

const ask = ({ calls, caller }: OpenVault, request = REQUEST, userId = caller.userId) =>
  calls.requestErasure({ ...caller, userId }, ANN, request);

async function asked(vault: OpenVault, request = REQUEST, userId?: string): Promise<string> {
  const reply = accepted(await ask(vault, request, userId));
  return reply.trackingId;
}

afterEach(() => setFailpointHook(null));

describe("a deletion with an Idempotency-Key", () => {
  it("is one, however often it is asked for: before its end, after it, in a new object", async () => {
    const vault = await freshVault();
    const [id, ...others] = await Promise.all([asked(vault), asked(vault), asked(vault)]);
    expect(others).toEqual([id, id]);
    await deletionEnded(vault, id);
    expect(await asked(vault)).toBe(id);
    await abortAllDurableObjects();
    expect(await asked(reopened(vault))).toBe(id);
    expect(await count(reopened(vault), "deletion")).toBe(1);
  });

  it("by age is one as well", async () => {
    const vault = await freshVault();
    const { calls, caller } = vault;
    const ask = () => calls.requestDeletion(caller, { duration: 1 }, REQUEST);
    const first = await ask();
    const trackingId = first.ok ? first.value.trackingId : "";
    expect(await ask()).toMatchObject({ ok: true, value: { trackingId } });
  });

  it("is refused with another body, and begins nothing; another user's key is another", async () => {
    const vault = await freshVault();
    const id = await asked(vault);
    const reused = { ok: false, error: { code: "idempotency_key_reused" } };
    expect(await ask(vault, OTHER_BODY)).toEqual(reused);
    expect(await count(vault, "deletion")).toBe(1);
    expect(await asked(vault, OTHER_BODY, "somebody else")).not.toBe(id);
  });

  it("is told of where no other may be begun", async () => {
    const vault = await freshVault();
    const id = await asked(vault);
    await rows(
      vault,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO deletion (tracking_id, target, state, phase, requester, cleared, cursor, accepted, due, attempts, destroyed_keys)
       SELECT 'by hand ' || i, 'value', 'PENDING', 'values', x'00', 0, 0, ?, 9e15, 0, '[]' FROM n`,
      MAX_OPEN_DELETIONS,
      Date.now(),
    );
    expect(await ask(vault, { ...REQUEST, key: "new" })).toMatchObject({
      error: { code: "too_many_deletions" },
    });
    expect(await asked(vault)).toBe(id);
  });

  it.each(["delete.began", "delete.part-kept", "delete.in-ledger", "delete.active"])(
    "whose object dies at %s is taken up by who asks again",
    async (point) => {
      const before = await freshVault();
      const stall = stallAt(point);
      const cut = ask(before).catch(() => null);
      await stall.reached();
      const gone = abortAllDurableObjects();
      await scheduler.wait(5);
      stall.release();
      await gone;
      await cut;
      setFailpointHook(null);
      const vault = reopened(before);
      const id = await asked(vault);
      expect(await count(vault, "deletion")).toBe(1);
      expect((await deletionEnded(vault, id)).state).toBe("SUCCESS");
      const accepted = await rows(
        registryOf(vault),
        "SELECT count(DISTINCT tracking_id) AS n FROM ledger WHERE nid = ?",
        vault.nid,
      );
      expect(accepted).toEqual([{ n: 1 }]);
    },
  );
});

describe("what is kept of it", () => {
  it("is two digests, which are others under another key or in another namespace", async () => {
    const seen = new Set<unknown>();
    const vault = await freshVault();
    const key = "letter of 27 November";
    await asked(vault);
    await asked(vault, { ...REQUEST, key });
    const elsewhere = await freshVault();
    await asked(elsewhere);
    for (const place of [vault, elsewhere]) {
      for (const row of await rows(
        place,
        "SELECT hex(request) AS a, hex(request_body) AS b FROM deletion",
      )) {
        expect(`${row["a"]}${row["b"]}`).toHaveLength(64);
        seen.add(row["a"]).add(row["b"]);
      }
    }
    expect(seen.size).toBe(6);
  });
});
