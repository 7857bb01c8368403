// What is remembered of jobs whose mappings are all alive, and how this is checked.
import { expect, it } from "vitest";
import { LivingResults } from "../../../src/vault/jobs/results.ts";
import type { NamespaceBase } from "../../../src/vault/namespace-base.ts";

type Job = Parameters<LivingResults["erasedAmong"]>[0][number];

interface NextResults {
  readonly job: number;
  readonly after: number;
  readonly limit: number;
}

type Parts = Pick<NamespaceBase, "liveness" | "chunks" | "verdicts">;

function livingResults(look: (next: NextResults) => object[] = () => [], more: object = {}) {
  const liveness = { epoch: 0, watermark: 0 };
  const verdicts = { prepare: () => Promise.resolve() };
  const parts = { liveness, verdicts, chunks: { lost: look, ...more } } as unknown as Parts;
  return { liveness, results: new LivingResults(parts) };
}

/** Results of so many chunks each, of which some are lost; notes what is asked for. */
function chunksOf(count: number, lost: readonly number[] = []) {
  const asked: { serial: number; chunks: number; turn: number }[] = [];
  let turn = 0;
  const look = ({ job, after, limit }: NextResults) => {
    const from = Math.max(0, after + 1);
    const some = Array.from({ length: Math.min(limit, count - from) }, (_, i) => from + i);
    asked.push({ serial: job, chunks: some.length, turn });
    return some.map((number) => ({ number, isMatch: lost.includes(number) }));
  };
  const others = setInterval(() => turn++, 0);
  return { asked, look, stop: () => clearInterval(others) };
}

it("holds until something is erased, whichever job it belonged to", () => {
  const { liveness, results } = livingResults();
  expect(results.isAlive(1)).toBe(false);
  results.noteAlive(1, 0);
  results.noteAlive(2, 0);
  expect([results.isAlive(1), results.isAlive(2)]).toEqual([true, true]);
  liveness.epoch += 1;
  results.noteAlive(3, 1);
  expect([results.isAlive(1), results.isAlive(2), results.isAlive(3)]).toEqual([
    false,
    false,
    true,
  ]);
});

it("is not said of a job whose first chunk was read before something was erased, and written after it", () => {
  const { liveness, results } = livingResults();
  results.noteAlive(1, 0);
  liveness.epoch += 1;
  results.noteAlive(1, 0);
  expect(results.isAlive(1)).toBe(false);
});

it("is remembered of the newest jobs only", () => {
  const { results } = livingResults();
  for (let serial = 0; serial <= 10_000; serial++) results.noteAlive(serial, 0);
  expect([results.isAlive(0), results.isAlive(1), results.isAlive(10_000)]).toEqual([
    false,
    true,
    true,
  ]);
});

it("is found out once for all chunks, and then known", async () => {
  const { asked, look, stop } = chunksOf(100);
  const { results } = livingResults(look);
  expect(await results.firstLostChunk(1)).toBeNull();
  const looks = asked.length;
  expect([await results.firstLostChunk(1), results.isAlive(1), asked.length]).toEqual([
    null,
    true,
    looks,
  ]);
  stop();
});

it("is not said of a job while something is erased during the look", async () => {
  const chunks = chunksOf(100);
  const { liveness, results } = livingResults((next) => {
    if (next.after > 50) liveness.epoch += 1;
    return chunks.look(next);
  });
  expect([await results.firstLostChunk(1), results.isAlive(1)]).toEqual([null, false]);
  chunks.stop();
});

it("tells the first chunk that has lost a mapping", async () => {
  const { look, stop } = chunksOf(100, [70, 90]);
  const { results } = livingResults(look);
  expect([await results.firstLostChunk(1), results.isAlive(1)]).toEqual([70, false]);
  stop();
});

it.each([
  ["a long result", 320, [1]],
  ["many short ones", 8, Array.from({ length: 40 }, (_, serial) => serial)],
])(
  "is looked for in %s some chunks at a time, with others served in between",
  async (_name, count, jobs) => {
    const { asked, look, stop } = chunksOf(count);
    const { results } = livingResults(look);
    for (const serial of jobs) await results.firstLostChunk(serial);
    stop();
    const inTurn = Map.groupBy(asked, ({ turn }) => turn).values();
    for (const looks of inTurn) {
      expect(looks.reduce((sum, { chunks }) => sum + chunks, 0)).toBeLessThanOrEqual(64);
    }
    expect(asked.reduce((sum, { chunks }) => sum + chunks, 0)).toBe(count * jobs.length);
  },
);

it("is asked of ended jobs alone, and of older ones also whether they have any mappings", async () => {
  const { asked, look, stop } = chunksOf(1, [0]);
  const isLost = (serial: number) => serial % 5 === 0;
  const lost = (next: NextResults) => (isLost(next.job) ? look(next) : []);
  const covered = ({ job }: NextResults) => [{ number: 0, isMatch: job % 4 > 0 }];
  const { results } = livingResults(lost, { covered });
  const job = (serial: number) => ({ serial, state: "SUCCESS", submitted: serial });
  const jobs = [...Array.from({ length: 20 }, (_, serial) => job(serial))];
  const others = [{ ...job(20), state: "FAILED" }, job(24)];
  const erased = await results.erasedAmong([...jobs, ...others] as unknown as Job[], 10);
  expect(erased.map(({ serial }) => serial)).toEqual([0, 4, 5, 8, 10, 15]);
  await results.erasedAmong(jobs as unknown as Job[], 0);
  expect(asked.map(({ serial }) => serial)).toEqual([0, 5, 10, 15, 0, 5, 10, 15]);
  stop();
});
