// How background work and calls share the object: a pace with a clock and looks of the test's own.
import { describe, expect, it } from "vitest";
import { SliceThrottle } from "../../../src/vault/runtime/slice-throttle.ts";

/**
 * A world in which a chunk takes `chunkMs`, and `perLook` calls come in each look at the system, but for the looks in
 * `arrivals`. `held` tells of each look whether writes were held in it.
 */
function world({ chunkMs = 0, perLook = 0 }: { chunkMs?: number; perLook?: number }) {
  const held: boolean[] = [];
  const arrivals: number[] = [];
  const counts = { calls: 0, looks: 0, holds: 0, waiting: 0 };
  const state = { chunkMs, perLook, now: 1_000, ...counts, held, arrivals };
  const pace = new SliceThrottle({
    clock: () => state.now,
    callsBegun: () => state.calls,
    look: async () => {
      state.looks += 1;
      held.push(state.holds > 0);
      const come = arrivals.shift() ?? state.perLook;
      if (Number.isNaN(come)) throw new Error("broken");
      state.calls += come;
      if (state.holds > 0) state.waiting += come;
    },
    holdWrites: () => {
      state.holds += 1;
      return () => {
        state.holds -= 1;
        const { waiting } = state;
        state.waiting = 0;
        return waiting > 0;
      };
    },
  });
  /** Chunks and looks of so many slices. */
  const slices = async (count: number) => {
    const seen: [number, number][] = [];
    for (let i = 0; i < count; i++) {
      const before = state.looks;
      let chunks = 0;
      expect(
        await pace.slice(async (most) => {
          chunks = most;
          state.now += most * state.chunkMs;
          return { chunks: most };
        }),
      ).toBe(true);
      seen.push([chunks, state.looks - before]);
    }
    return seen;
  };
  return { pace, state, slices };
}

describe("the pace of background work", () => {
  it("is one chunk until two pauses have shown that nobody calls, then several with one look between", async () => {
    const { slices } = world({});
    expect(await slices(5)).toEqual([
      [1, 2],
      [1, 2],
      [4, 1],
      [4, 1],
      [4, 1],
    ]);
  });

  it("goes back to one chunk and whole pauses as soon as somebody calls", async () => {
    const { slices, state } = world({});
    await slices(4);
    state.perLook = 1;
    expect(await slices(3)).toEqual([
      [4, 1],
      [1, 3],
      [1, 3],
    ]);
  });

  it("does more at once where many call, so that their number does not stop it", async () => {
    const { slices, state } = world({ perLook: 4 });
    expect(await slices(3)).toEqual([
      [1, 3],
      [3, 4],
      [4, 4],
    ]);
    state.perLook = 50;
    expect(await slices(2)).toEqual([
      [4, 2],
      [4, 3],
    ]);
    state.perLook = 1;
    expect(await slices(2)).toEqual([
      [4, 4],
      [1, 3],
    ]);
  });

  it("holds what calls write until as many have come as the last time, then lets their answers leave", async () => {
    const { slices, state } = world({});
    const looksOf = async (...arrivals: number[]) => {
      state.arrivals.push(...arrivals);
      await slices(1);
      return state.held.splice(0);
    };
    const [held, free] = [true, false];
    // Whoever comes first is not expected, and few get in twice.
    expect(await looksOf(11)).toEqual([free, free, free]);
    expect(await looksOf(12)).toEqual([free, free, free]);
    expect(await looksOf(12)).toEqual([held, free]);
    expect(await looksOf(0, 12)).toEqual([held, held, free]);
    expect(await looksOf(0, 0, 12)).toEqual([held, held, held, free]);
    // Some did not come again: the others do not wait longer than that for them.
    expect(await looksOf(8)).toEqual([held, held, held, free]);
    expect(await looksOf(8)).toEqual([held, free]);
    expect(await looksOf(7)).toEqual([held, held, held, free]);
    // Few, until there are twelve again.
    expect(await looksOf(8)).toEqual([free, free, free]);
    expect(await looksOf(8)).toEqual([free, free, free]);
    expect(await looksOf()).toEqual([free, free]);
    expect(await looksOf()).toEqual([free, free]);
    // Quiet.
    expect(await looksOf(8)).toEqual([free]);
  });

  it("goes on looking for those it expects when they had come before the pause, and answers whom it held", async () => {
    const { pace, slices, state } = world({});
    state.arrivals.push(16);
    await slices(1);
    state.held.length = 0;
    const beside = (calls: number) =>
      pace.slice(async (chunks) => {
        state.calls += calls;
        return { chunks };
      });
    await beside(16);
    expect(state.held.splice(0)).toEqual([true, true, true]);
    state.arrivals.push(0, 1);
    await beside(16);
    expect(state.held.splice(0)).toEqual([true, true, false]);
    // Let in by the look before, and only now about to write.
    state.waiting = 1;
    await beside(17);
    expect(state.held.splice(0)).toEqual([true, true, true, false]);
  });

  it("holds nothing any more when a look fails", async () => {
    const { pace, slices, state } = world({});
    state.arrivals.push(16);
    await slices(1);
    state.arrivals.push(Number.NaN);
    await expect(pace.slice(async () => ({ chunks: 1 }))).rejects.toThrow("broken");
    expect(state.holds).toBe(0);
  });

  it("does fewer chunks where each takes long, and one at least", async () => {
    const { slices, state } = world({ chunkMs: 20 });
    expect((await slices(4)).at(-1)).toEqual([2, 1]);
    state.chunkMs = 500;
    expect((await slices(2)).at(-1)).toEqual([1, 1]);
    state.chunkMs = 10;
    expect((await slices(2)).at(-1)).toEqual([4, 1]);
  });

  it("ends without a pause when nothing was to do", async () => {
    const { pace, state } = world({});
    expect(await pace.slice(async () => "nothing")).toBe(false);
    expect(state.looks).toBe(0);
  });

  it("learns nothing from slices that did other than they were to", async () => {
    const { pace, state, slices } = world({});
    await slices(3);
    await pace.slice(async () => {
      state.now += 1_000;
      return { chunks: 1 };
    });
    expect(await slices(1)).toEqual([[4, 1]]);
  });

  it("passes on what the work throws", async () => {
    const { pace } = world({});
    const work = pace.slice(() => Promise.reject(new Error("damage")));
    await expect(work).rejects.toThrow("damage");
  });
});
