// Memory of request bodies: no caller's bodies take so much that nothing is left for others.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  MAX_ASYNC_BODY_BYTES,
  MAX_BODY_MEMORY_BYTES,
  MAX_MODEL_BODY_BYTES,
  MAX_STREAM_MEMORY_BYTES,
  MAX_SYNC_BODY_BYTES,
  MIN_BODY_MEMORY_BYTES,
  PARSED_BODY_FACTOR,
} from "../../src/core/limits.ts";
import { readBody } from "../../src/http/body-bytes.ts";
import { BodyHold, type BodyUse } from "../../src/http/body-holds.ts";

const MIB = 1024 ** 2;
const made: BodyHold[] = [];

afterEach(() => {
  for (const hold of made.splice(0)) hold.release();
});

function holdOf(use: BodyUse, token: string, namespace = "n"): BodyHold {
  const hold = new BodyHold(use, { nid: namespace, tokenId: token });
  made.push(hold);
  return hold;
}

/** How many holds of so many bytes there is room for, one after the other, up to `most`. */
async function countOfRoom(bytes: number, most: number, make: () => BodyHold): Promise<number> {
  for (let count = 0; count < most; count++) if (!(await make().take(bytes))) return count;
  return most;
}

describe("a share", () => {
  /** A refusal comes after two seconds: here the clock and all waits are so many times as fast. */
  const SPEED = 10;
  beforeEach(() => {
    const now = Date.now.bind(Date);
    const wait = scheduler.wait.bind(scheduler);
    const began = now();
    vi.spyOn(Date, "now").mockImplementation(() => began + SPEED * (now() - began));
    vi.spyOn(scheduler, "wait").mockImplementation((ms) => wait(ms / SPEED));
  });
  afterEach(() => void vi.restoreAllMocks());

  it("of one token is half, of its namespace three quarters; all others find room", async () => {
    const most = MAX_STREAM_MEMORY_BYTES / MIB;
    const ofToken = await countOfRoom(MIB, most, () => holdOf("streamed", "greedy"));
    expect(ofToken).toBe(most / 2);
    let next = 0;
    const make = () => holdOf("streamed", `t${next++}`);
    const ofNamespace = await countOfRoom(MIB, most, make);
    expect(ofToken + ofNamespace).toBe((most * 3) / 4);
    for (let i = 0; i < 40; i++) {
      expect(await holdOf("streamed", "small", `other${i}`).take(64 * 1024)).toBe(true);
    }
  });

  it("is never used up, whoever wants all", async () => {
    const taken: number[] = [];
    for (let i = 0; i < 4; i++) {
      taken.push(await countOfRoom(MIB / 4, 64, () => holdOf("streamed", "t", `n${i}`)));
    }
    expect(taken.every((count) => count > 0)).toBe(true);
    expect(taken).toEqual([...taken].sort((a, b) => b - a));
  });

  it("has room for one body of any size, and small ones beside it", async () => {
    expect(await holdOf("cut", "a").take(MAX_ASYNC_BODY_BYTES)).toBe(true);
    expect(await holdOf("cut", "a").take(2 * MIB)).toBe(true);
    expect(await holdOf("cut", "b", "m").take(2 * MIB)).toBe(true);
    expect(await holdOf("parsed", "a").take(MIB)).toBe(true);
    expect(await holdOf("parsed", "b").take(MAX_MODEL_BODY_BYTES * PARSED_BODY_FACTOR)).toBe(true);
    expect(await holdOf("parsed", "c", "m").takeParsed(MAX_SYNC_BODY_BYTES)).toBe(true);
  });
});

describe("short bodies", () => {
  const takeAll = async (make: () => BodyHold, upTo: number) => {
    const taken = Array.from({ length: upTo }, () => make().takeParsed(100));
    return (await Promise.all(taken)).filter(Boolean).length;
  };
  /** Those of one token, and those of others that have room beside them. */
  async function takenOf(use: BodyUse, most: number): Promise<[number, number]> {
    const ofToken = await takeAll(() => holdOf(use, "greedy"), Math.ceil(most * 0.85));
    let next = 0;
    const more = most - ofToken + 20;
    return [ofToken, await takeAll(() => holdOf(use, `t${next}`, `n${next++}`), more)];
  }

  it("are so many at once at most; one token's leave room for others'", async () => {
    const most = { parsed: 3_072, cut: 1_536 };
    // Beside each other, for both wait for room that does not come.
    const [parsed, cut] = await Promise.all([
      takenOf("parsed", most.parsed),
      takenOf("cut", most.cut),
    ]);
    for (const [use, [ofToken, rest]] of Object.entries({ parsed, cut })) {
      const all = most[use as keyof typeof most];
      expect(ofToken, use).toBeGreaterThan(all * 0.75);
      expect(ofToken, use).toBeLessThan(all * 0.85);
      expect(ofToken + rest, use).toBe(all);
    }
    for (const hold of made) hold.release();
    for (const use of ["parsed", "cut"] as const) {
      expect(await holdOf(use, "greedy").takeParsed(100)).toBe(true);
    }
  }, 30_000);
});

describe("a short body whose end does not come", () => {
  const reading = (announced: number, hold: BodyHold) => {
    const headers = { "content-length": String(announced) };
    const body = new TransformStream().readable;
    const request = new Request("https://vault.test", { method: "PUT", headers, body });
    return readBody(request, MIB, hold).catch((error: unknown) => error);
  };

  it("counts while it is waited for, and is given up where others want its memory", async () => {
    const [long, short] = [holdOf("parsed", "a"), holdOf("parsed", "a")];
    const all = [reading(60_000, long), reading(10, short)];
    await scheduler.wait(0);
    expect([long.bytes, short.bytes]).toEqual([60_000, MIN_BODY_MEMORY_BYTES]);
    expect(await holdOf("parsed", "b", "m").take(MAX_BODY_MEMORY_BYTES)).toBe(true);
    for (const error of await Promise.all(all)) expect(String(error)).toContain("body_too_slow");
  });

  it("is not waited for where there is no memory", async () => {
    expect(await holdOf("parsed", "b", "m").take(MAX_BODY_MEMORY_BYTES)).toBe(true);
    expect(String(await reading(10, holdOf("parsed", "a")))).toContain("overloaded");
  });
});

describe("a hold", () => {
  it("gives back what it no longer takes, and at its release what was read, too", async () => {
    const hold = holdOf("streamed", "a");
    const bytes = new Uint8Array(MIB);
    hold.buffer = bytes.buffer;
    expect(await hold.take(12 * MIB)).toBe(true);
    expect(await hold.take(MIB)).toBe(true);
    expect(await holdOf("streamed", "b", "m").take(12 * MIB)).toBe(true);
    hold.release();
    expect(bytes.length).toBe(0);
    hold.release();
    expect(hold.bytes).toBe(0);
  });

  it("shrinks to what is kept, and never grows by that", async () => {
    const hold = holdOf("streamed", "a");
    const bytes = new Uint8Array(MIB);
    hold.buffer = bytes.buffer;
    expect(await hold.take(8 * MIB)).toBe(true);
    hold.shrink(2 * MIB);
    expect([bytes.length, hold.bytes]).toEqual([0, 2 * MIB]);
    expect(await holdOf("streamed", "b", "m").take(14 * MIB)).toBe(true);
    hold.shrink(4 * MIB);
    expect(hold.bytes).toBe(2 * MIB);
  });

  it("of the operator has no share", async () => {
    const most = MAX_STREAM_MEMORY_BYTES / MIB;
    const make = () => {
      const hold = new BodyHold("streamed", undefined);
      made.push(hold);
      return hold;
    };
    expect(await countOfRoom(MIB, most, make)).toBe(most);
  });
});
