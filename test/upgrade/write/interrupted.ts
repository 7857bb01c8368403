// Two jobs that are open when the process is killed: a mask job in its middle, under a policy that has changed
// since, and an unmask job beside it; and an erasure that has just been accepted.

import { cpSync } from "node:fs";
import { temporaryFolder } from "../../support/node/run-script.ts";
import type { Service } from "../../support/node/service.ts";
import type { Interrupted, Item } from "../expected.ts";
import { openWork } from "../open-work.ts";
import { submit } from "./jobs.ts";
import { exchange, issue, named, put, type Writable } from "./requests.ts";

const POLICY = "slow";
/** Left in clear by the policy as it is when the job is accepted, masked by the policy as it is later. */
const DENIED = "zebra crossing";
/** Items of a chunk (src/jobs/slice.ts), so that there is another one when the first is done. */
const CHUNK = 500;
/** Several chunks of an unmask job. */
const UNMASKED = 500;
/** Tries to kill it in the right moment. */
const TRIES = 20;

/** Write the jobs on a copy of the folder and kill the service; gives the folder, in which nobody has looked since. */
export async function writeInterrupted(
  dataDir: string,
  start: (dataDir: string) => Promise<Service>,
): Promise<{ dataDir: string; interrupted: Interrupted }> {
  for (let i = 0; i < TRIES; i++) {
    const copy = temporaryFolder();
    cpSync(dataDir, copy, { recursive: true });
    const written = await submitAndKill(await start(copy));
    // In another copy, since to look may be to write.
    const corpse = temporaryFolder();
    cpSync(copy, corpse, { recursive: true });
    const killed = openWork(corpse);
    const [mask] = killed.filter(({ state, done }) => state === "IN-PROGRESS" && done > 0);
    const tables = killed.map(({ table }) => table).sort();
    if (mask?.table === "job" && tables.join() === "deletion,job,job") {
      return { dataDir: copy, interrupted: { ...written, killed } };
    }
    console.log(`killed too early or too late (${JSON.stringify(killed)}); once more`);
  }
  throw new Error(`killed at the wrong moment ${TRIES} times`);
}

async function submitAndKill(service: Service): Promise<Omit<Interrupted, "killed">> {
  const token = await issue(service, "interrupted");
  await slowPolicy(service, token);
  const { erase, ...erasure } = await prepareErasure(service);
  const items = itemsOfJob();
  // What the job has to agree with: the same values, masked at once, before it and under the same policy.
  const alone = await exchange(service, token, items.slice(0, 3), POLICY);
  const pair = await exchange(service, token, named("Text Token", ["Ann", "Bob"]));
  const unmask = Array.from({ length: UNMASKED }, (_, i) => {
    const { token_value } = pair[i % pair.length] ?? {};
    return { token_value };
  });
  const body = { mask: items, policy_name: POLICY };
  const maskJob = await submit(service, token, "mask", body);
  const deny = [{ value: DENIED, entity_name: "ORGANIZATION" }];
  await put(service, token, "metadata/policy/detection", { data: { policy_name: POLICY, deny } });
  const [unmaskJob, trackingId] = await Promise.all([
    submit(service, token, "unmask", { unmask }),
    erase(),
  ]);
  await service.kill9();
  return {
    token,
    policy: POLICY,
    mask: { trackingId: maskJob, items, alone, denied: DENIED },
    erasure: { ...erasure, trackingId },
    unmask: {
      trackingId: unmaskJob,
      values: unmask.map((_, i) => pair[i % pair.length]?.item.value),
    },
  };
}

/** A namespace with a value to erase. */
async function prepareErasure(service: Writable) {
  const token = await issue(service, "erasing");
  const texts = (...values: string[]) => exchange(service, token, named("Text Token", values));
  const data = { values: ["Ann Miller"] };
  return {
    token,
    dead: await texts("Ann Miller", "ANN MILLER", "dear Ann Miller, x"),
    alive: await texts("Bob Stone", "dear Bob Stone, x"),
    erase: async (): Promise<string> => {
      const path = "namespace/delete/by-value";
      return (await put(service, token, path, { data })).tracking_id;
    },
  };
}

/** A policy under which detection takes as long as a policy may have it take. */
async function slowPolicy(service: Writable, token: string): Promise<void> {
  const policy = { policy_name: POLICY };
  await put(service, token, "metadata/policy/create", { data: policy });
  for (const letter of "ABCDEFGH") {
    await put(service, token, "metadata/custom-entity/add-or-update", {
      data: {
        ...policy,
        entity_name: `SLOW_${letter}`,
        description: "Needs a new state for each letter",
        token_name: "Text Token",
        match_case: true,
        pattern: `${letter}{3}[ab]{40}a[ab]*`,
      },
    });
  }
}

/**
 * A chunk of short values, and two that begin with a text that takes long. Behind the first of these the unmask
 * job is accepted, since one thread does it all; in the second both jobs are killed.
 */
function itemsOfJob(): Item[] {
  const short = Array.from({ length: CHUNK }, (_, i) => ({
    value: `v${i % 40}`,
    token_name: i % 2 === 0 ? "Text Token" : "Numeric Token",
  }));
  let state = 1;
  const letters = Array.from({ length: 12_000 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state > 1_073_741_824 ? "a" : "b";
  });
  const text = `The ${DENIED} wrote to ada@example.com. ${letters.join("")}`;
  return [...short, { value: text }, ...short.slice(1), { value: text }, ...short.slice(0, 20)];
}
