// Erasures that have ended, one of each sort, and a standing retention.

import { untilEnded } from "../../support/node/api-client.ts";
import { acceptEraseAll, untilErased } from "../../support/node/erasure.ts";
import type { Erasure, Erasures, Exchange, Item } from "../expected.ts";
import { submit } from "./jobs.ts";
import { exchange, get, issue, named, put, type Writable } from "./requests.ts";

/** A hundred years, the longest there is: what the folder holds is never old enough. */
const LONG_DAYS = 36_500;
const text = (...values: string[]) => named("Text Token", values);

/** Masked, then erased by age. */
const OLD: readonly Item[] = [
  ...text("old one", "Carol White"),
  ...named("Numeric Token", ["555 01 23", "1"]),
  ...named("State Token", ["Ohio", "Utah"]),
  { value: "old@example.com", token_name: "Text Token", format: "Email Address" },
  { value: "with attribute", token_name: "Text Token", attributes: { customer: 1 } },
];
const YOUNG: readonly Item[] = [
  ...text("young one", "Dora Black", "to Dora Black, by hand"),
  ...named("State Token", ["Iowa", "Maine"]),
  { value: "Ed Grey", token_name: "Person Token", attributes: { customer: 42, n: 1 } },
];
/** Each with what it erases of YOUNG and what is masked for it, exactly. */
const SUBJECTS: readonly { by: string; data: object; items: readonly Item[] }[] = [
  {
    by: "value",
    data: { values: ["Ann Miller"] },
    items: text("Ann Miller", "ANN MILLER", "dear Ann Miller, x"),
  },
  {
    by: "attribute",
    data: { key: "customer", value: 77 },
    items: [{ value: "Finn", token_name: "Person Token", attributes: { customer: 77 } }],
  },
];

/** Erase by age, value, attribute and token, each in a namespace that keeps other mappings. */
export async function writeErasures(service: Writable): Promise<Erasures> {
  const token = await issue(service, "erased");
  const gone = await exchange(service, token, OLD);
  const purgedJob = await submit(service, token, "mask", { mask: OLD });
  await untilEnded(service, token, purgedJob);
  const ended = [await end(service, token, await acceptEraseAll(service, token), OLD.length)];
  const alive = await exchange(service, token, YOUNG);
  for (const { by, data, items } of SUBJECTS) {
    gone.push(...(await exchange(service, token, items)));
    ended.push(await erase(service, token, by, data, items.length));
  }
  const [one] = await exchange(service, token, text("by its token"));
  if (one === undefined) throw new Error("nothing was masked");
  gone.push(one);
  ended.push(await erase(service, token, "token", { tokens: [one.token_value] }, 1));
  // Erased values that were masked again: their old tokens stay dead beside these.
  alive.push(...(await exchange(service, token, text("Carol White", "Ann Miller"))));
  const jwks = await (await fetch(`${service.url}/.well-known/jwks.json`)).json();
  const dead = gone.map(({ item, token_value }) => ({ item, token_value: String(token_value) }));
  const standing = await writeStanding(service);
  return { token, jwks, ended, dead, alive, purgedJob, standing };
}

async function erase(service: Writable, token: string, by: string, data: object, count: number) {
  const { tracking_id } = await put(service, token, `namespace/delete/by-${by}`, { data });
  return end(service, token, tracking_id, count);
}

async function end(
  service: Writable,
  token: string,
  trackingId: string,
  count: number,
): Promise<Erasure> {
  const record = await untilErased(service, token, trackingId);
  const cleared = record.response?.cleared_records;
  if (record.status !== "SUCCESS" || cleared !== count) {
    throw new Error(`${cleared} instead of ${count} erased: ${JSON.stringify(record)}`);
  }
  return { trackingId, record };
}

async function writeStanding(service: Writable): Promise<Erasures["standing"]> {
  const token = await issue(service, "standing");
  const alive: Exchange[] = await exchange(service, token, text("kept for a century"));
  await put(service, token, "namespace/retention", { data: { duration: LONG_DAYS } });
  return { token, retention: await get(service, token, "namespace/retention"), alive };
}
