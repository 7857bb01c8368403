// Erasures of one person in a namespace of 2,000,000 mappings under `serve`: what their acceptance and their dry runs keep
// callers waiting, and that they find everything. Only in the long run: `npm run test:long` (LARGE_NAMESPACE: as many).

import { afterEach, describe, expect, it } from "vitest";
import { newToken, send } from "../support/node/api-client.ts";
import { untilErased } from "../support/node/erasure.ts";
import { cleanUp } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";

afterEach(cleanUp);

const MAPPINGS = Number(process.env["LARGE_NAMESPACE"] ?? 2_000_000);
const PERMISSIONS = ["mask", "unmask", "metadata_change"] as const;
/** What acceptance may take, whatever there is to erase; deleting a million rows takes a minute. */
const AT_ONCE_MS = 1_000;
const PATIENCE_MS = 1_800_000;
const times = (n: number) => Array.from({ length: n }, (_, i) => i);

/** Mask values, every second one for the customer; gives the first and last token of each sort. */
async function fill(
  service: Service,
  token: string,
): Promise<{ mine: string[]; others: string[] }> {
  const mine: string[] = [];
  const others: string[] = [];
  for (let at = 0; at < MAPPINGS; at += 1_000) {
    const mask = times(Math.min(1_000, MAPPINGS - at)).map((i) => ({
      value: `somebody ${at + i}`,
      token_name: "Text Token",
      ...(i % 2 === 0 ? { attributes: { customer: 42 } } : {}),
    }));
    const { status, body } = await send(service, token, "mask", { mask });
    if (status !== 200) throw new Error(JSON.stringify(body));
    mine.push(body.data[0].token_value);
    others.push(body.data[1].token_value);
  }
  return { mine, others };
}

async function timed<T>(run: () => Promise<T>): Promise<{ ms: number; answer: T }> {
  const began = performance.now();
  const answer = await run();
  return { ms: performance.now() - began, answer };
}

describe("a namespace of many mappings", () => {
  it.runIf(process.env["LONG_TESTS"] === "1")(
    "accepts an erasure by attribute and a dry run at once, serves meanwhile, and counts all",
    { timeout: 3_600_000 },
    async () => {
      const service = await startService();
      const token = await newToken(service, "large", "officer", [...PERMISSIONS]);
      const { mine, others } = await fill(service, token);
      const unmask = async (tokens: readonly string[]) => {
        const list = tokens.slice(-100).map((token_value) => ({ token_value }));
        const { body } = await send(service, token, "unmask", { unmask: list, partial: true });
        return (body.data as { value: string }[]).map(({ value }) => value.startsWith("some"));
      };

      const wanted = { data: { values: ["SOMEBODY 7"] }, dry_run: true };
      const dry = await timed(() => send(service, token, "namespace/delete/by-value", wanted));
      expect(dry.ms).toBeLessThan(AT_ONCE_MS);
      const counted = await untilErased(
        service,
        token,
        dry.answer.body.data.tracking_id,
        PATIENCE_MS,
      );
      expect(counted).toMatchObject({
        dry_run: true,
        response: { would_clear: 1, match: { exact: 0, normalised: 1, contained: 0 } },
      });

      const holder = { data: { key: "customer", value: 42 } };
      const erasure = await timed(() =>
        send(service, token, "namespace/delete/by-attribute", holder),
      );
      expect(erasure.ms).toBeLessThan(AT_ONCE_MS);
      expect(await unmask(mine)).toEqual(mine.slice(-100).map(() => false));
      const waits: number[] = [];
      const ending = untilErased(service, token, erasure.answer.body.data.tracking_id, PATIENCE_MS);
      let isOver = false;
      void ending.finally(() => {
        isOver = true;
      });
      while (!isOver) {
        const { ms, answer } = await timed(() => unmask(others));
        expect(answer).not.toContain(false);
        waits.push(ms);
      }
      expect(await ending).toMatchObject({
        response: { cleared_records: MAPPINGS / 2, match: { exact: MAPPINGS / 2 } },
      });
      waits.sort((a, b) => a - b);
      expect(waits[Math.floor(waits.length * 0.95)]).toBeLessThan(AT_ONCE_MS);
    },
  );
});
