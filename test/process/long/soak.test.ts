// 200 namespaces in use for long, with jobs, streamed answers and erasures: every call has its answer, the right one,
// and memory and open files do not grow.

import { readdirSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { newToken } from "../../support/node/api-client.ts";
import { NamespaceModel } from "../../support/node/long/model.ts";
import { randomNumbers, SEED, SOAK_SECONDS, tell } from "../../support/node/long/settings.ts";
import { countsOf, Traffic } from "../../support/node/long/traffic.ts";
import { type Place, pause, Wire } from "../../support/node/long/wire.ts";
import { cleanUp } from "../../support/node/run-script.ts";
import { startService } from "../../support/node/service.ts";

/** As many as there are in a short run that still come again and again. */
const NAMESPACES = SOAK_SECONDS < 60 ? 20 : 200;
const CALLERS = 12;
const JOB_ITEMS = 1_000;
const SAMPLE_MS = 1_000;
const END_PATIENCE_MS = 120_000;
/** Shorter runs only warm up. */
const IS_LONG_ENOUGH = SOAK_SECONDS >= 100;
/** How much more than in the second to fourth tenth there may be in the last three. */
const MOST_GROWTH = 1.15;

type Sample = { mebibytes: number; files: number };

function sample(pid: number): Sample {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return {
    mebibytes: Math.round(Number(kilobytes) / 1024),
    files: readdirSync(`/proc/${pid}/fd`).length,
  };
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

describe.runIf(process.platform === "linux")(
  `${SOAK_SECONDS} s of mixed load on ${NAMESPACES} namespaces (LONG_SEED=${SEED})`,
  () => {
    afterAll(cleanUp);

    it(
      "answer every call, rightly, without growing",
      async () => {
        const service = await startService();
        const { url, secrets, workerdPid } = service;
        const place: Place = { url, secrets, life: 1, isDown: false };
        const wire = new Wire(place);
        const traffic: Traffic[] = [];
        for (let n = 0; n < NAMESPACES; n++) {
          const all = ["mask", "unmask", "metadata_change"];
          const token = await newToken(service, `soak-${n}`, "app", all);
          const numbers = randomNumbers(SEED + n);
          traffic.push(
            new Traffic(wire, token, new NamespaceModel(`soak-${n}`), numbers, JOB_ITEMS),
          );
        }
        const wrong = () => [...wire.wrong, ...traffic.flatMap(({ model }) => model.wrong)];
        const random = randomNumbers(SEED);
        let isOver = false;
        const callers = Array.from({ length: CALLERS }, async (_, caller) => {
          while (!isOver) {
            const n = Math.floor(random() * NAMESPACES);
            // Policies of a namespace are one caller's.
            await traffic[n]?.step(n % CALLERS === caller);
          }
        });
        const samples: Sample[] = [];
        const end = Date.now() + SOAK_SECONDS * 1000;
        while (Date.now() < end && wrong().length === 0) {
          await pause(SAMPLE_MS);
          samples.push(sample(workerdPid));
          if (samples.length % 30 === 0) {
            const { mebibytes, files } = samples.at(-1) as Sample;
            tell(`${samples.length} s: ${mebibytes} MiB, ${files} files; ${countsOf(traffic)}`);
          }
        }
        isOver = true;
        await Promise.all(callers);
        for (const one of traffic) await one.untilEnded(END_PATIENCE_MS);
        tell(`${JSON.stringify(wire.counts)}; ${countsOf(traffic)}`);
        expect(wrong().slice(0, 10)).toEqual([]);
        expect(wire.counts.cut).toBe(0);
        if (IS_LONG_ENOUGH) {
          const part = (from: number, to: number, what: keyof Sample) =>
            median(
              samples.slice(from * samples.length, to * samples.length).map((one) => one[what]),
            );
          for (const what of ["mebibytes", "files"] as const) {
            const [early, late] = [part(0.1, 0.4, what), part(0.7, 1, what)];
            tell(`${what}: ${early}, then ${late}`);
            expect(late, what).toBeLessThan(early * MOST_GROWTH);
          }
        }
        expect(await service.stop()).toBe(0);
      },
      SOAK_SECONDS * 1000 + 2 * END_PATIENCE_MS,
    );
  },
);
