// When the object is closed, and what it waits for: closing breaks off all calls under way.
import { describe, expect, it } from "vitest";
import { CLOSED } from "../../../src/platform/object-calls.ts";
import { ObjectRecycler } from "../../../src/vault/runtime/object-recycler.ts";

const wait = (ms: number) => scheduler.wait(ms);

/** A clock that goes to whatever is waited for next, so that a busy machine changes nothing. */
class ToldTime {
  now = 0;
  readonly #waiting: { at: number; end: () => void }[] = [];

  wait(ms: number): Promise<void> {
    return new Promise((end) => this.#waiting.push({ at: this.now + ms, end }));
  }

  /** Whether something has ended after so many milliseconds. */
  async passes(something: Promise<unknown>, ms: number): Promise<boolean> {
    let isOver = false;
    void something.then(() => {
      isOver = true;
    });
    for (;;) {
      // What the last wait has set going.
      await wait(0);
      const next = this.#waiting.sort((a, b) => a.at - b.at).shift();
      if (isOver || next === undefined || next.at > ms) return isOver;
      this.now = next.at;
      next.end();
    }
  }
}

/** `due`: in so many milliseconds; `lag`: how many each wait takes longer than it should. */
function recyclerWith(
  parts: { isEnabled?: boolean; due?: () => number | null; lag?: number; time?: ToldTime } = {},
) {
  const events: string[] = [];
  let now = 0;
  const recycler = new ObjectRecycler({
    isEnabled: parts.isEnabled ?? true,
    nextDue: () => {
      const dueIn = parts.due?.() ?? null;
      return dueIn === null ? null : now + dueIn;
    },
    settle: async () => {
      events.push("settle");
    },
    abort: (reason) => events.push(reason),
    clock: () => parts.time?.now ?? now,
    // A hundred times as fast.
    wait: (ms) => {
      if (parts.time) return parts.time.wait(ms);
      now += ms + (parts.lag ?? 0);
      return wait(ms / 100);
    },
  });
  return { recycler, events };
}

describe("closing an object", () => {
  it("waits until writes are on the disk, then aborts with the agreed words", async () => {
    const { recycler, events } = recyclerWith();
    await recycler.closeSoon();
    expect(events).toEqual(["settle", CLOSED]);
  });

  it("does nothing where it is not enabled", async () => {
    const { recycler, events } = recyclerWith({ isEnabled: false });
    expect(await recycler.duringOnce(async () => ({ value: 7 }))).toEqual({ value: 7 });
    await recycler.closeSoon();
    expect(events).toEqual([]);
  });

  it("waits for those inside, and holds back who comes meanwhile", async () => {
    const { recycler, events } = recyclerWith();
    const inside = recycler.during(async () => {
      await wait(8);
      events.push("inside");
    });
    const closed = recycler.closeSoon();
    await wait(5);
    void recycler.during(async () => events.push("too late"));
    await inside;
    // In the runtime the abort ends the waiting call; here the gate opens again afterwards.
    await closed;
    await wait(1);
    expect(events).toEqual(["inside", "settle", CLOSED, "too late"]);
  });

  it("does not wait for who waits outside, and holds them back when they come in again", async () => {
    const { recycler, events } = recyclerWith();
    const { promise, resolve } = Promise.withResolvers<void>();
    const reader = recycler.during(async () => {
      await recycler.outside(() => promise);
      events.push("in again");
    });
    const worker = recycler.during(() => wait(8));
    const closed = recycler.closeSoon();
    // The gate is down by then.
    await wait(5);
    resolve();
    await worker;
    await closed;
    await reader;
    expect(events).toEqual(["settle", CLOSED, "in again"]);
    // Who was in and out is counted once.
    await recycler.closeSoon();
    expect(events.slice(3)).toEqual(["settle", CLOSED]);
  });

  it("lets those held back in when somebody inside takes too long, and tries again", async () => {
    const { recycler, events } = recyclerWith();
    let isLong = true;
    const long = recycler.during(async () => {
      while (isLong) await wait(1);
    });
    const closed = recycler.closeSoon();
    await wait(5);
    await recycler.during(async () => events.push("held back"));
    expect(events).toEqual(["held back"]);
    isLong = false;
    await long;
    await closed;
    expect(events.at(-1)).toBe(CLOSED);
  });

  it("comes to an end although calls that take longer than the first patience follow each other closely", async () => {
    const time = new ToldTime();
    const { recycler, events } = recyclerWith({ time });
    void (async () => {
      for (; ; await time.wait(500)) void recycler.during(() => time.wait(2_500));
    })();
    expect(await time.passes(recycler.closeSoon(), 60_000)).toBe(true);
    expect(events).toEqual(["settle", CLOSED]);
  });

  it("waits until the answer of what must not be done twice has arrived", async () => {
    const { recycler, events } = recyclerWith();
    const answer = await recycler.duringOnce(async () => ({ value: 7 }));
    expect(answer.value).toBe(7);
    const closed = recycler.closeSoon();
    await wait(20);
    expect(events).toEqual([]);
    // What the runtime does when the caller releases the answer, or no longer exists.
    for (let times = 0; times < 2; times++)
      (answer as unknown as { lease: Disposable }).lease[Symbol.dispose]();
    await closed;
    expect(events).toEqual(["settle", CLOSED]);
  });

  it("waits for work that is due at once, but not for ever, and not for later work", async () => {
    let looks = 0;
    const due = (at: number | null) => () => {
      looks += 1;
      return at;
    };
    for (const [at, lag, times] of [
      [60_000, 0, 1],
      [null, 0, 1],
      [0, 0, 100],
      [0, 400, 20],
    ] as const) {
      looks = 0;
      const { recycler, events } = recyclerWith({ due: due(at), lag });
      await recycler.closeSoon();
      expect(events).toEqual(["settle", CLOSED]);
      expect(looks).toBe(times);
    }
  });

  it("waits for an alarm, which never waits at the gate, and sees that the object closes", async () => {
    const { recycler, events } = recyclerWith();
    const alarm = recycler.duringAlarm(async () => {
      while (!recycler.isClosing) await wait(1);
      events.push("alarm");
    });
    const closed = recycler.closeSoon();
    await recycler.duringAlarm(async () => {
      events.push("another");
    });
    await Promise.all([alarm, closed]);
    expect(events).toEqual(["another", "alarm", "settle", CLOSED]);
    expect(recycler.isClosing).toBe(false);
  });

  it("counts somebody as gone who failed", async () => {
    const { recycler, events } = recyclerWith();
    const failed = recycler.during(() => Promise.reject(new Error("x"))).catch(() => "failed");
    expect(await failed).toBe("failed");
    const once = recycler.duringOnce(() => Promise.reject(new Error("x"))).catch(() => "failed");
    expect(await once).toBe("failed");
    await recycler.closeSoon();
    expect(events).toEqual(["settle", CLOSED]);
  });
});
