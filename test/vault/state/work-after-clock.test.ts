// A clock that was ahead while work was accepted, and has been set right: the work is done now, not when time has caught up.
import { evictDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { acceptIn, atTime, deletionEnded } from "../../support/vault/erasing.ts";
import { ended, freshVault, maskItems, rows } from "../../support/vault/fresh-vault.ts";
import { submitIn } from "../../support/vault/inside.ts";

const HOUR_MS = 3_600_000;

it("a job and an erasure of that time end", async () => {
  const vault = await freshVault();
  let job = "";
  let deletion = "";
  await atTime(vault, Date.now() + 300 * HOUR_MS, async (namespace) => {
    job = await submitIn(namespace, vault, maskItems(3));
    ({ trackingId: deletion } = await acceptIn(namespace, { duration: 1 }));
  });
  // By hand, as of a callback that was tried then: no callback waits for 300 hours.
  const late = Date.now() + 300 * HOUR_MS;
  await rows(vault, "INSERT INTO job_callback SELECT serial, 'gone', 1, ? FROM job", late);
  await evictDurableObject(vault.object);
  expect((await ended(vault, job)).state).toBe("SUCCESS");
  expect(await rows(vault, "SELECT * FROM job_callback WHERE due = ?", late)).toEqual([]);
  expect((await deletionEnded(vault, deletion)).state).toBe("SUCCESS");
});
