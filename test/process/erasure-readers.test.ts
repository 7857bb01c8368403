// Answers that are read slowly, or not at all, while erasures close the object they come from.

import { type IncomingMessage, request } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { send, submit, untilEnded } from "../support/node/api-client.ts";
import {
  acceptEraseAll,
  filesWith,
  issue,
  mask,
  untilErased,
  wrappedDayKeys,
} from "../support/node/erasure.ts";
import { IS_LONG } from "../support/node/long/settings.ts";
import { objectPaths } from "../support/node/object-files.ts";
import { cleanUp, waitFor } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";

afterEach(cleanUp);

/** Texts without personal data have no mapping: no erasure that was asked for before reaches the job that returns them. 50 KB each. */
const PLAIN = Array.from({ length: 5 }, (_, i) => ({
  value: `nothing to find here, ${"not at all, ".repeat(4_000)} ${i}`,
}));
/** Times the answers give input and result of such a job: half a megabyte to many more than buffers on the way hold. */
const TIMES = IS_LONG ? [...Array.from({ length: 12 }, (_, i) => i + 1), 30] : [1, 8, 30];

describe("answers that nobody reads for a while", () => {
  it("keep no object open after an erasure, and arrive whole when they are read", async () => {
    const service = await startService();
    const namespaces = await Promise.all(
      TIMES.map(async (times) => {
        const { token, admin } = await issue(service, `reader ${times}`);
        await mask(service, token, "gone", 5);
        await holdNamespace(service, `reader ${times}`, true);
        const erasure = await acceptEraseAll(service, admin);
        const job = await submit(service, token, "mask", PLAIN);
        await untilEnded(service, token, job);
        return { times, token, admin, job, erasure };
      }),
    );
    const answers = await Promise.all(
      namespaces.map(async ({ token, job, times }) => {
        const answer = await ask(service, token, job, times);
        answer.pause();
        return answer;
      }),
    );
    const keys = objectPaths(service.dataDir, "Vault").flatMap(wrappedDayKeys);
    await Promise.all(
      namespaces.map(async ({ times, admin, erasure }) => {
        await holdNamespace(service, `reader ${times}`, false);
        await untilErased(service, admin, erasure);
      }),
    );
    expect(keys).toHaveLength(TIMES.length);
    const isGone = () => filesWith(service.dataDir, keys).length === 0;
    const closed = await waitFor("the erased keys are gone", isGone, 30_000).then(
      () => true,
      () => false,
    );
    const found = await Promise.all(answers.map((answer) => textOf(answer).then(valuesIn, String)));
    expect(found).toEqual(TIMES.map((times) => PLAIN.length * times * 2));
    expect(closed).toBe(true);
  });
});

/** While it is held its erasures wait, with the cutoffs that they were given. */
async function holdNamespace(service: Service, name: string, hold: boolean): Promise<void> {
  const data = { namespace_name: name, hold };
  const { VAULT_MASTER_KEY } = service.secrets;
  const answer = await send(service, VAULT_MASTER_KEY, "super-admin/namespace/hold", { data });
  expect(answer.status).toBe(200);
}

/** Begin to ask for the job so many times in one answer. */
function ask(
  service: Service,
  token: string,
  job: string,
  times: number,
): Promise<IncomingMessage> {
  const body = { include_input: true, status: Array(times).fill({ tracking_id: job }) };
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const options = { method: "PUT", headers, agent: false };
    const asked = request(`${service.url}/api/vault/async-status`, options, resolve);
    asked.on("error", reject);
    asked.end(JSON.stringify(body));
  });
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** Values in an answer, of inputs and results, that are the ones submitted. */
function valuesIn(answer: string): number {
  const wanted = new Set(PLAIN.map(({ value }) => value));
  const records: {
    input_payload: { mask: { value: string }[] };
    result: { token_value: string }[];
  }[] = JSON.parse(answer).data;
  return records
    .flatMap(({ input_payload, result }) => [
      ...input_payload.mask.map(({ value }) => value),
      ...result.map(({ token_value }) => token_value),
    ])
    .filter((value) => wanted.has(value)).length;
}
