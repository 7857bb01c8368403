// A clock that was ahead while work was accepted, and has been set right: the work is done now, not when time has caught up.
import { expect, it } from "vitest";
import { acceptIn, atTime, deletionEnded } from "../../support/vault/erasing.ts";
import { ended, freshVault, maskItems } from "../../support/vault/fresh-vault.ts";
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
  expect((await ended(vault, job)).state).toBe("SUCCESS");
  expect((await deletionEnded(vault, deletion)).state).toBe("SUCCESS");
});
