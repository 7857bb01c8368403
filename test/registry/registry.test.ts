import { evictDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { freshRegistry } from "../support/vault/fresh-registry.ts";
import { accepted, alarmOf, rows, tablesOf } from "../support/vault/fresh-vault.ts";

const UNKNOWN = { ok: false, error: { code: "namespace_unknown" } };

describe("a Registry nobody has written to", () => {
  it("answers a ping and every question, and writes nothing", async () => {
    const registry = freshRegistry();
    const { calls } = registry;
    expect(await calls.ping()).toBe(true);
    expect(await calls.findNamespace("n")).toEqual(UNKNOWN);
    expect(await calls.readNamespace("0".repeat(32))).toEqual(UNKNOWN);
    expect(await calls.listNamespaces("", 10)).toEqual([]);
    expect(await calls.wakeOverdue()).toBe(0);
    expect(await tablesOf(registry)).toEqual([]);
    expect(await alarmOf(registry)).toBeNull();
  });
});

describe("namespaces", () => {
  it("get a random nid and a tracking id once, and keep them", async () => {
    const registry = freshRegistry();
    const first = accepted(await registry.calls.makeNamespace("n", null));
    expect(first).toMatchObject({ name: "n", jurisdiction: null, isNew: true });
    expect(first.nid).toMatch(/^[0-9a-f]{32}$/);
    expect(first.creationTrackingId).toHaveLength(50);
    await evictDurableObject(registry.object);
    const { isNew: _, ...record } = first;
    expect(await registry.calls.makeNamespace("n", null)).toEqual({
      ok: true,
      value: { ...record, isNew: false },
    });
    expect(await registry.calls.findNamespace("n")).toEqual({ ok: true, value: record });
    expect(await registry.calls.readNamespace(record.nid)).toEqual({ ok: true, value: record });
  });

  it("are made once by many callers at the same time", async () => {
    const registry = freshRegistry();
    const opened = await Promise.all(
      Array.from({ length: 50 }, () => registry.calls.makeNamespace("n", null)),
    );
    const nids = opened.map((reply) => (reply.ok ? reply.value.nid : ""));
    expect(new Set(nids).size).toBe(1);
    expect(opened.filter((reply) => reply.ok && reply.value.isNew)).toHaveLength(1);
  });

  it.each(["N", "n ", " n", "ñ", "n\u0303", "'; DROP TABLE namespace; --", "%", "__proto__"])(
    "are told apart by their exact name (%j)",
    async (name) => {
      const registry = freshRegistry();
      await registry.calls.makeNamespace("n", null);
      expect(await registry.calls.findNamespace(name)).toEqual(UNKNOWN);
      expect(await registry.calls.makeNamespace(name, null)).toMatchObject({
        ok: true,
        value: { name, isNew: true },
      });
      expect(await registry.calls.listNamespaces("", 10)).toHaveLength(2);
    },
  );

  it("are listed page by page in order of their names", async () => {
    const { calls } = freshRegistry();
    const names = ["b", "a", "d", "c", "e"];
    for (const name of names) await calls.makeNamespace(name, null);
    const listed: string[] = [];
    for (;;) {
      const page = await calls.listNamespaces(listed.at(-1) ?? "", 2);
      if (page.length === 0) break;
      listed.push(...page.map((record) => record.name));
    }
    expect(listed).toEqual(names.toSorted());
  });
});

describe("due work", () => {
  const nid = "ab".repeat(16);

  it("is noted, moved and cleared; the watch is armed a minute behind the earliest", async () => {
    const registry = freshRegistry();
    const far = Date.now() + 10 * 3_600_000;
    await registry.calls.noteDue(nid, far);
    expect(await alarmOf(registry)).toBe(far + 60_000);
    await registry.calls.noteDue("cd".repeat(16), far - 3_600_000);
    expect(await alarmOf(registry)).toBe(far - 3_600_000 + 60_000);
    await registry.calls.noteDue(nid, far + 5);
    expect(await rows(registry, "SELECT nid, due FROM due_work ORDER BY due")).toEqual([
      { nid: "cd".repeat(16), due: far - 3_600_000 },
      { nid, due: far + 5 },
    ]);
    await registry.calls.noteDue(nid, null);
    await registry.calls.noteDue("cd".repeat(16), null);
    expect(await rows(registry, "SELECT * FROM due_work")).toEqual([]);
  });

  it("that is overdue by less than a minute wakes nobody", async () => {
    const registry = freshRegistry();
    await registry.calls.noteDue(nid, Date.now() - 50_000);
    expect(await registry.calls.wakeOverdue()).toBe(0);
  });
});
