// What is stored of an Idempotency-Key, for how long, and what an erasure leaves of it.
import { abortAllDurableObjects } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/core/time.ts";
import {
  accepted,
  count,
  ended,
  freshVault,
  maskItems,
  type OpenVault,
  reopened,
  rows,
  runAlarmUntil,
  trySubmit,
} from "../../support/vault/fresh-vault.ts";
import { eraseValues } from "../../support/vault/person.ts";

const REQUEST = { key: "upload 7", bodyDigest: "5f".repeat(32) };

const send = (vault: OpenVault, request = REQUEST) =>
  trySubmit(vault, maskItems(3), "mask", { request });

async function sent(vault: OpenVault): Promise<string> {
  return accepted(await send(vault));
}

describe("an Idempotency-Key", () => {
  it("stays free when the last write of its job's acceptance fails", async () => {
    const vault = await freshVault();
    const { caller } = vault;
    // Ten values, of which one a second is permitted: the debt is stored, and here it cannot be.
    const limited = { ...vault, caller: { ...caller, limits: { values: 1 } } };
    await rows(
      vault,
      `CREATE TRIGGER disk_full BEFORE INSERT ON setting WHEN new.name LIKE 'values_owed%'
       BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`,
    );
    const submitTen = (one: OpenVault) =>
      trySubmit(one, maskItems(10), "mask", { request: REQUEST });
    await expect(submitTen(limited)).rejects.toThrow();
    await rows(vault, "DROP TRIGGER disk_full");
    expect([await count(vault, "job"), await count(vault, "job_request")]).toEqual([0, 0]);
    const reply = accepted(await submitTen(vault));
    expect((await ended(vault, reply)).state).toBe("SUCCESS");
  });

  it("and the digest of a body are nowhere in clear, nor the same in two namespaces", async () => {
    const digests: string[] = [];
    for (const vault of [await freshVault(), await freshVault()]) {
      await sent(vault);
      const [request] = await rows(vault, "SELECT hex(digest) AS digest FROM job_request");
      digests.push(String(request?.["digest"]));
      const [meta] = await rows(vault, "SELECT hex(sealed) AS sealed FROM job_meta");
      const stored = `${request?.["digest"]}${meta?.["sealed"]}`;
      const inHex = (text: string) =>
        [...new TextEncoder().encode(text)]
          .map((byte) => byte.toString(16))
          .join("")
          .toUpperCase();
      for (const secret of [
        REQUEST.bodyDigest.toUpperCase(),
        inHex(REQUEST.key),
        inHex(REQUEST.bodyDigest),
      ]) {
        expect(stored).not.toContain(secret);
      }
    }
    expect(digests[0]).not.toBe(digests[1]);
  });

  it("survives the loss of the object", async () => {
    const vault = await freshVault();
    const job = await sent(vault);
    await abortAllDurableObjects();
    expect(await sent(reopened(vault))).toBe(job);
  });

  it("stays as long as the job's row; the digest of the body goes with the job's data", async () => {
    const vault = await freshVault();
    await ended(vault, await sent(vault));
    await rows(vault, "UPDATE job SET due = 1");
    await runAlarmUntil(vault, async () => (await count(vault, "job_chunk")) === 0);
    expect(await count(vault, "job_meta")).toBe(0);
    expect(await send(vault)).toMatchObject({ error: { code: "idempotency_key_spent" } });
    await rows(vault, "UPDATE job SET due = 1, finished = finished - ?", 30 * DAY_MS);
    await runAlarmUntil(vault, async () => (await count(vault, "job")) === 0);
    expect(await count(vault, "job_request")).toBe(0);
    expect(await send(vault)).toMatchObject({ ok: true });
  });

  it("has no digest of a body left once what the body held is erased", async () => {
    const vault = await freshVault();
    await ended(vault, await sent(vault));
    await eraseValues(vault, "value 1");
    expect(await count(vault, "job_meta")).toBe(0);
    expect(await count(vault, "job WHERE key IS NOT NULL")).toBe(0);
    expect(await send(vault)).toMatchObject({ error: { code: "idempotency_key_spent" } });
  });
});
