// Work in steps yields to other calls, and short work does not.
import { describe, expect, it, vi } from "vitest";
import type { Steps } from "../../src/core/steps.ts";
import { beginStretch, inStretches, waitFor } from "../../src/platform/yield-to-callers.ts";

function* steps(costs: readonly number[], work: () => void = () => {}): Steps<string> {
  for (const cost of costs) {
    yield cost;
    work();
  }
  return "done";
}

function busyFor(ms: number): void {
  const began = Date.now();
  while (Date.now() - began < ms);
}

/** The work of a request, in steps. */
function request(work: Steps<string>): Promise<string> {
  beginStretch();
  return inStretches(work);
}

/** How often somebody else had a turn while `work` ran. */
async function turnsDuring(work: Promise<string>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    for (;;) {
      await scheduler.wait(0);
      if (isOver) return;
      turns++;
    }
  })();
  expect(await work).toBe("done");
  isOver = true;
  await others;
  return turns;
}

describe("work in steps", () => {
  it("that is short keeps the thread", async () => {
    expect(await turnsDuring(request(steps([])))).toBe(0);
    // What a single step says is no reason to wait before anything was done.
    expect(await turnsDuring(request(steps([500])))).toBe(0);
    expect(await turnsDuring(request(steps(Array(30).fill(1))))).toBe(0);
  });

  it("lets others in by what steps say while the clock stands still", async () => {
    const turns = await turnsDuring(request(steps(Array(20).fill(40))));
    // Two turns at each pause: who came in a stretch has not begun in the first.
    expect(turns).toBeGreaterThanOrEqual(18);
  });

  it("lets others in by the clock, whatever steps say", async () => {
    const turns = await turnsDuring(request(steps(Array(10).fill(1), () => busyFor(30))));
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  it("counts phases that follow each other as one stretch", async () => {
    const phase = () => inStretches(steps([1, 1], () => busyFor(15)));
    const phases = async () => {
      beginStretch();
      for (let count = 0; count < 4; count++) await phase();
      return "done";
    };
    expect(await turnsDuring(phases())).toBeGreaterThanOrEqual(1);
  });

  it("counts what lies there already as the same stretch, whoever begins meanwhile", async () => {
    const reading = async (more: () => Promise<unknown>) => {
      beginStretch();
      for (let count = 0; count < 4; count++) {
        await inStretches(steps([1, 1], () => busyFor(8)));
        const read = waitFor(more());
        beginStretch();
        await read;
      }
      return "done";
    };
    expect(await turnsDuring(reading(async () => busyFor(8)))).toBeGreaterThanOrEqual(2);
    // After the sender's pause no other is needed. Once suffices: on a busy machine 16 ms of work may take 30.
    const waits = vi.spyOn(scheduler, "wait");
    const counts: number[] = [];
    while (counts.length < 25 && !counts.includes(0)) {
      waits.mockClear();
      await reading(() => new Promise((resolve) => setTimeout(resolve, 20)));
      counts.push(waits.mock.calls.length);
    }
    waits.mockRestore();
    expect(counts).toContain(0);
  });

  it("gives who came a third turn, for the answer", async () => {
    /** Turns of one pause, in which so many requests begin. */
    const turnsWith = async (callers: number) => {
      const waits = vi.spyOn(scheduler, "wait");
      const work = request(steps([40, 40]));
      for (let caller = 0; caller < callers; caller++) beginStretch();
      await work;
      const turns = waits.mock.calls.length;
      waits.mockRestore();
      return turns;
    };
    // An alarm that an earlier test left may begin, and wait, at the same time: seen once suffices.
    const AGAIN = { timeout: 20_000 };
    await expect.poll(() => turnsWith(0), AGAIN).toBe(2);
    await expect.poll(() => turnsWith(1), AGAIN).toBe(3);
    await expect.poll(() => turnsWith(5), AGAIN).toBe(3);
  });

  it("of several requests goes on one by one, each after turns of others", async () => {
    let turn = 0;
    const worked: number[] = [];
    const others = setInterval(() => {
      turn++;
    }, 0);
    const step = () => {
      worked.push(turn);
      busyFor(15);
    };
    const work = () => request(steps(Array(5).fill(40), step));
    await Promise.all(Array.from({ length: 4 }, work));
    clearInterval(others);
    // Each begins before it yields for the first time.
    const later = worked.slice(4);
    expect(later).toHaveLength(16);
    expect(new Set(later).size).toBe(16);
  });

  it("waits some turns for cancelled work that went before it, however much that is", async () => {
    const waits = vi.spyOn(scheduler, "wait").mockImplementation(() => new Promise(() => {}));
    const cancelled = Array.from({ length: 100 }, () => request(steps([40, 40])));
    expect(waits).toHaveBeenCalledTimes(cancelled.length);
    waits.mockRestore();
    const turns = vi.spyOn(scheduler, "wait");
    await request(steps([40, 40]));
    expect(turns.mock.calls.length).toBeLessThan(50);
    turns.mockRestore();
  });

  it("fails as the work does", async () => {
    const broken = request(
      steps([100, 100], () => {
        throw new Error("a defect");
      }),
    );
    await expect(broken).rejects.toThrow("a defect");
  });
});
