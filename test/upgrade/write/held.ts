// Two namespaces under a legal hold: one with deletions that wait, one that waits for its own end.

import { acceptEraseAll } from "../../support/node/erasure.ts";
import type { Held } from "../expected.ts";
import { exchange, issue, named, operate, put, type Writable } from "./requests.ts";

/** Hold both, and ask for what the hold keeps back. */
export async function writeHeld(service: Writable): Promise<Held> {
  const name = "held";
  const token = await issue(service, name);
  const texts = (...values: string[]) => exchange(service, token, named("Text Token", values));
  const before = await texts("before the request", "Ann Miller");
  await hold(service, name);
  const byAge = { trackingId: await acceptEraseAll(service, token), clears: before };
  const subject = await texts("Bob Stone", "BOB STONE", "dear Bob Stone, x");
  const data = { values: ["Bob Stone"] };
  const { tracking_id } = await put(service, token, "namespace/delete/by-value", { data });
  const deletions = [byAge, { trackingId: tracking_id, clears: subject }];
  const alive = await texts("after the requests");
  return { name, token, deletions, alive, whole: await writeWhole(service) };
}

async function writeWhole(service: Writable): Promise<Held["whole"]> {
  const name = "held as a whole";
  const token = await issue(service, name);
  const alive = await exchange(service, token, named("Text Token", ["until the hold ends"]));
  await hold(service, name);
  const data = { namespace_to_be_deleted: name };
  const { tracking_id } = await operate(service, "namespace/delete", data);
  return { name, token, trackingId: tracking_id, alive };
}

function hold(service: Writable, namespace_name: string) {
  return operate(service, "namespace/hold", { namespace_name, hold: true });
}
