// When the object is closed, and what it waits for: closing cuts off whatever is under way.
import { describe, expect, it } from "vitest";
import { CLOSED } from "../../../src/platform/objects.ts";
import { Closing } from "../../../src/vault/runtime/object-recycler.ts";

const wait = (ms: number) => scheduler.wait(ms);

function closingWith(parts: { isEnabled?: boolean; due?: () => number | null } = {}) {
  const events: string[] = [];
  const closing = new Closing({
    isEnabled: parts.isEnabled ?? true,
    dueIn: parts.due ?? (() => null),
    sync: async () => {
      events.push("sync");
    },
    abort: (reason) => events.push(reason),
    // A hundred times as fast.
    wait: (ms) => wait(ms / 100),
  });
  return { closing, events };
}

describe("closing an object", () => {
  it("waits until writes are on the disk, then aborts with the agreed words", async () => {
    const { closing, events } = closingWith();
    await closing.closeSoon();
    expect(events).toEqual(["sync", CLOSED]);
  });

  it("does nothing where it is not enabled", async () => {
    const { closing, events } = closingWith({ isEnabled: false });
    await closing.closeSoon();
    expect(events).toEqual([]);
  });

  it("waits for those inside, and holds back who comes meanwhile", async () => {
    const { closing, events } = closingWith();
    const inside = closing.during(async () => {
      await wait(8);
      events.push("inside");
    });
    const closed = closing.closeSoon();
    await wait(5);
    void closing.during(async () => events.push("too late"));
    await inside;
    // In the world the abort ends the held-back call; here the gate opens again behind it.
    await closed;
    await wait(1);
    expect(events).toEqual(["inside", "sync", CLOSED, "too late"]);
  });

  it("lets those held back in when somebody inside takes too long, and tries again", async () => {
    const { closing, events } = closingWith();
    let isLong = true;
    const long = closing.during(async () => {
      while (isLong) await wait(1);
    });
    const closed = closing.closeSoon();
    await wait(5);
    await closing.during(async () => events.push("held back"));
    expect(events).toEqual(["held back"]);
    isLong = false;
    await long;
    await closed;
    expect(events.at(-1)).toBe(CLOSED);
  });

  it("waits for streams, each ended once", async () => {
    const { closing, events } = closingWith();
    const [first, second] = [closing.streamBegan(), closing.streamBegan()];
    const closed = closing.closeSoon();
    first();
    first();
    await wait(20);
    expect(events).toEqual([]);
    second();
    await closed;
    expect(events).toEqual(["sync", CLOSED]);
  });

  it("waits for work that is due at once, not for later work", async () => {
    let due: number | null = 0;
    const { closing, events } = closingWith({ due: () => due });
    const closed = closing.closeSoon();
    await wait(20);
    expect(events).toEqual([]);
    due = 60_000;
    await closed;
    expect(events).toEqual(["sync", CLOSED]);
  });

  it("is called off by an alarm, which never waits at the gate", async () => {
    const { closing, events } = closingWith();
    let isLong = true;
    const long = closing.during(async () => {
      while (isLong) await wait(1);
    });
    const closed = closing.closeSoon();
    await wait(4);
    await closing.duringAlarm(async () => {
      events.push("alarm");
    });
    isLong = false;
    await long;
    await closed;
    expect(events[0]).toBe("alarm");
    expect(events.indexOf(CLOSED)).toBe(events.length - 1);
  });

  it("counts somebody as gone who failed", async () => {
    const { closing, events } = closingWith();
    const failed = closing.during(() => Promise.reject(new Error("x"))).catch(() => "failed");
    expect(await failed).toBe("failed");
    await closing.closeSoon();
    expect(events).toEqual(["sync", CLOSED]);
  });
});
