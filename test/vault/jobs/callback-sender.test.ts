// Callbacks to addresses that are slow to answer.
import { expect, it } from "vitest";
import type { Namespace } from "../../../src/vault/namespace.ts";
import { ended, freshVault, maskItems, rows, submit } from "../../support/vault/fresh-vault.ts";
import { inNamespace } from "../../support/vault/inside.ts";

/** An address that answers when the test lets it, and a clock that does not move. */
interface Slow {
  now: number;
  sent: number;
  answer(status: number): Promise<void>;
}

/** Work inside a namespace with ended jobs, whose callbacks the test adds by hand. */
async function withSlowAddress(
  jobs: number,
  run: (
    namespace: Namespace,
    slow: Slow,
    add: (attempts: number, jobs: number) => void,
  ) => Promise<void>,
): Promise<void> {
  const vault = await freshVault();
  for (let i = 0; i < jobs; i++) await ended(vault, await submit(vault, maskItems(1)));
  const open: ((status: number) => void)[] = [];
  const slow: Slow = {
    now: Date.now(),
    sent: 0,
    async answer(status) {
      for (const resolve of open.splice(0)) resolve(status);
      await scheduler.wait(5);
    },
  };
  const post = () => {
    slow.sent += 1;
    return new Promise<number>((resolve) => open.push(resolve));
  };
  const callbacks = { names: ["slow"], secret: `whsec_${btoa("x".repeat(32))}`, post };
  const clock = () => slow.now;
  await inNamespace(
    vault,
    async (namespace) => {
      let serial = 0;
      await run(namespace, slow, (attempts, more) => {
        for (let i = 0; i < more; i++) {
          namespace.storage.sql.exec(
            "INSERT INTO job_callback (job, address, attempts, due) VALUES (?, 'slow', ?, ?)",
            ++serial,
            attempts,
            slow.now,
          );
        }
      });
    },
    { callbacks, clock },
  );
  expect(await rows(vault, "SELECT * FROM job_callback")).toEqual([]);
}

it("the last try is sent once, however long its address takes", () =>
  withSlowAddress(1, async ({ callbackSender }, slow, add) => {
    add(8, 1);
    for (const passed of [0, 2_000, 2_000, 11_000]) {
      slow.now += passed;
      callbackSender.sendSome();
      await scheduler.wait(5);
    }
    expect(slow.sent).toBe(1);
    await slow.answer(503);
  }));

it("never more than four are under way to one address", () =>
  withSlowAddress(7, async ({ callbackSender }, slow, add) => {
    const send = async () => {
      callbackSender.sendSome();
      await scheduler.wait(5);
      return slow.sent;
    };
    add(0, 3);
    expect(await send()).toBe(3);
    add(0, 4);
    expect(await send()).toBe(4);
    await slow.answer(200);
    slow.now += 2_000;
    expect(await send()).toBe(7);
    await slow.answer(200);
  }));
