// Jobs that have ended, well and badly.

import { untilEnded } from "../../support/node/api-client.ts";
import type { Told } from "../expected.ts";
import { SUPPORT } from "./policies.ts";
import { put, type Writable } from "./requests.ts";

const PEOPLE = ["Ann Miller", "Bob Stone", "Ann Miller"];
const person = { value: { name: "Ann", ssn: 756456689 }, json: true, numbers: ["ssn"] };

/** Submit a job; gives its tracking id. */
export async function submit(
  service: Writable,
  token: string,
  kind: "mask" | "unmask",
  body: object,
): Promise<string> {
  const [{ tracking_id }] = await put(service, token, `${kind}/async`, body);
  return tracking_id;
}

/** Jobs of both kinds, SUCCESS and FAILED; gives their records, input and result included. */
export async function writeJobs(service: Writable, token: string): Promise<Told[]> {
  const run = async (kind: "mask" | "unmask", body: object) => {
    const id = await submit(service, token, kind, body);
    await untilEnded(service, token, id);
    return (await readJobs(service, token, [id]))[0];
  };
  const masked = await run("mask", {
    mask: [
      ...PEOPLE.map((value) => ({ value, token_name: "Person Token", format: "Person Name" })),
      { value: "Mail ada@example.com", attributes: { source: "job" } },
      person,
    ],
  });
  const [text] = ["SSN 756-45-6689 of C-004711, customer ada@example.com"];
  const underPolicy = await run("mask", { mask: [{ value: text }], policy_name: SUPPORT });
  const tokens = [...masked.result, ...underPolicy.result].map(({ token_value }) => token_value);
  const unmask = tokens.map((token_value) =>
    typeof token_value === "string"
      ? { token_value }
      : { token_value, json: true, numbers: ["ssn"] },
  );
  const unmasked = await run("unmask", { unmask });
  const badItem = await run("mask", {
    mask: [{ value: "fine" }, { value: "bad", token_name: "No Such Token" }],
  });
  const badToken = await run("unmask", { unmask: [{ token_value: "NoSuchToken12345" }] });
  const jobs = [masked, underPolicy, unmasked, badItem, badToken];
  const states = jobs.map(({ status }) => status).join(" ");
  if (states !== "SUCCESS SUCCESS SUCCESS FAILED FAILED") throw new Error(`jobs ended ${states}`);
  return jobs;
}

/** Records of jobs. */
function readJobs(service: Writable, token: string, ids: readonly string[]): Promise<Told[]> {
  const status = ids.map((tracking_id) => ({ tracking_id }));
  return put(service, token, "async-status", { status, include_input: true });
}
