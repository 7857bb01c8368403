// The rotation of keys from the first Registry: every namespace is visited, whatever fails or is interrupted.
import { evictDurableObject, runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, describe, expect, it } from "vitest";
import { registryOfName } from "../../src/core/registries.ts";
import { setFailpointHook } from "../../src/platform/failpoint.ts";
import type { RotationView } from "../../src/registry/rpc.ts";
import type { VaultRpc } from "../../src/vault/rpc.ts";
import { bindings, registryNumbered } from "../support/vault/fresh-registry.ts";
import { accepted, GRANT, rows } from "../support/vault/fresh-vault.ts";

const first = registryNumbered(0);

afterEach(() => setFailpointHook(null));

/** A namespace that its Registry knows. */
async function made(name: string) {
  const { calls } = registryNumbered(registryOfName(name));
  const known = accepted(await calls.makeNamespace(name, null));
  const { nid } = known;
  const object = bindings.VAULT.getByName(nid);
  const vault = { nid, object, calls: object as unknown as VaultRpc };
  await vault.calls.issueToken(nid, GRANT);
  return vault;
}

async function began(): Promise<RotationView> {
  const rotation = await first.calls.keyRotation(true);
  if (rotation === null) throw new Error("none was begun");
  return rotation;
}

async function until(isSo: (rotation: RotationView) => boolean): Promise<RotationView> {
  for (let i = 0; i < 500; i++) {
    const rotation = await first.calls.keyRotation(false);
    if (rotation !== null && isSo(rotation)) return rotation;
    // Whatever it waits for.
    await rows(first, "UPDATE key_rotation SET due = 1 WHERE due IS NOT NULL");
    await runDurableObjectAlarm(first.object);
    await scheduler.wait(2);
  }
  throw new Error("it does not come to that");
}

const isDone = ({ finished }: RotationView) => finished !== null;

describe("the rotation of keys", () => {
  it("visits namespaces of all Registries, keeps public keys, and is begun once", async () => {
    expect(await first.calls.keyRotation(false)).toBeNull();
    for (let i = 0; i < 20; i++) await made(`n ${i}`);
    // A namespace that the Registry knows and that has no database yet.
    await registryNumbered(registryOfName("empty")).calls.makeNamespace("empty", null);
    setFailpointHook(() => scheduler.wait(1));
    const [one, two] = await Promise.all([began(), began()]);
    expect(one).toMatchObject({ version: 1, oldest: 1, finished: null });
    expect(two.trackingId).toBe(one.trackingId);
    const done = await until(isDone);
    expect(done).toMatchObject({ trackingId: one.trackingId, namespaces: 21, problem: null });
    const keys = (await first.calls.receiptKeys()).map((text) => JSON.parse(text).kid);
    expect(keys).toHaveLength(1);
    expect(await rows(first, "SELECT kid FROM receipt_key")).toEqual([{ kid: keys[0] }]);
    expect(await first.calls.ping()).toBe(true);
    expect((await began()).trackingId).not.toBe(one.trackingId);
    await until(isDone);
  });

  it("goes on wherever it is cut off, and visits none too few", async () => {
    for (let i = 0; i < 20; i++) await made(`cut ${i}`);
    let points = 0;
    setFailpointHook((point) => {
      if (point !== "rotation.visited" && point !== "rotation.advanced") return;
      points += 1;
      if (points % 2 === 0) throw new Error("cut off");
    });
    const { trackingId } = await began();
    await evictDurableObject(first.object);
    const done = await until(isDone);
    expect(done).toMatchObject({ trackingId, problem: null });
    expect(done.namespaces).toBeGreaterThanOrEqual(40);
    expect(points).toBeGreaterThan(5);
  });

  it("says which namespace fails, does not end before it has been visited, and ends then", async () => {
    const vault = await made("failing");
    await rows(vault, "INSERT INTO setting (name, value) VALUES ('root_newest', 2)");
    await evictDurableObject(vault.object);
    await began();
    const held = await until(({ problem }) => problem !== null);
    expect([held.problem, held.finished]).toEqual(["failing: root_key_mismatch", null]);
    await rows(vault, "DELETE FROM setting WHERE name = 'root_newest'");
    await evictDurableObject(vault.object);
    expect(await until(isDone)).toMatchObject({ problem: null });
  });

  it("has whoever asks told which version is missing", async () => {
    await began();
    await until(isDone);
    await rows(first, "UPDATE key_rotation SET version = 2");
    expect(await first.calls.ping()).toBe("version 2 is missing");
    await rows(first, "UPDATE key_rotation SET version = 1, oldest = 3, finished = NULL");
    expect(await first.calls.ping()).toBe("version 3 is missing");
  });

  it("looks again for older keys once an older version has been in front", async () => {
    await made("before");
    await rows(first, "DELETE FROM key_rotation");
    await began();
    const { namespaces } = await until(isDone);
    await rows(first, "UPDATE key_rotation SET version = 2, oldest = 1");
    await first.calls.wakeOverdue();
    expect(await first.calls.keyRotation(false)).toMatchObject({
      ...{ version: 2, oldest: 2, finished: null, namespaces: 0 },
    });
    // As with the right one back: what has begun meanwhile is visited.
    await made("meanwhile");
    await rows(first, "UPDATE key_rotation SET version = 1, oldest = 1");
    expect((await until(isDone)).namespaces).toBe(namespaces + 1);
  });

  it("to a version that has a newer one in front waits until one to that is asked for", async () => {
    await began();
    await rows(first, "UPDATE key_rotation SET version = 0, finished = NULL, due = 1, behind = ''");
    await first.calls.wakeOverdue();
    expect(await first.calls.keyRotation(false)).toMatchObject({ finished: null, problem: null });
    await began();
    expect((await until(isDone)).version).toBe(1);
  });

  it.each([0, 2])(
    "to version %i wakes its Registry seldom while 1 is the newest",
    async (version) => {
      await made(`waiting for ${version}`);
      await began();
      const open = "finished = NULL, due = 1, behind = 'm', namespaces = 1";
      await rows(first, `UPDATE key_rotation SET version = ?, ${open}`, version);
      const row = async () => (await rows(first, "SELECT * FROM key_rotation"))[0];
      await first.calls.wakeOverdue();
      const waiting = await row();
      expect(Number(waiting?.["due"])).toBeGreaterThan(Date.now() + 10 * 60_000);
      await scheduler.wait(2);
      await first.calls.wakeOverdue();
      expect(await row()).toEqual(waiting);
      await rows(first, "UPDATE key_rotation SET due = 1");
      await first.calls.wakeOverdue();
      expect(await row()).toEqual({ ...waiting, due: expect.any(Number) });
      await rows(first, "UPDATE key_rotation SET version = 1");
      await until(isDone);
    },
  );

  it("goes on when it is asked for, whatever the clock was set to", async () => {
    await began();
    await rows(first, "UPDATE key_rotation SET due = 9000000000000, finished = NULL");
    await began();
    const [{ due } = {}] = await rows(first, "SELECT due FROM key_rotation");
    expect(due === null || Number(due) <= Date.now()).toBe(true);
  });
});
