// The service reports the same before and after the upgrade: jobs, policies, erasures, namespace tokens.

import { expect } from "vitest";
import { ask, newToken, send } from "../../support/node/api-client.ts";
import { statementsOf } from "../../support/node/erasure.ts";
import type { Service } from "../../support/node/service.ts";
import type { Access, Erasure, Erasures, Expected, People, Told } from "../expected.ts";
import type { Readable } from "./exchanges.ts";

const DAY_MS = 86_400_000;
const FETCH = "super-admin/namespace/auth-token/fetch";

/** Every job with its input and its result. */
export async function expectJobs(service: Readable, { token, jobs }: People): Promise<void> {
  const status = jobs.map(({ tracking_id }) => ({ tracking_id }));
  const body = { status, include_input: true };
  const answer = await send(service, token, "async-status", body);
  expect(answer.status).toBe(200);
  expect(answer.body.data).toMatchObject(jobs);
}

/** Every policy, and none that was deleted. */
export async function expectPolicies(service: Readable, people: People): Promise<void> {
  const { token, policies } = people;
  const list = await ask(service, token, "metadata/policy/list");
  expect(list.body.data).toMatchObject({ policies: policies.names });
  for (const { method, path, data, answer } of policies.told) {
    const asked =
      method === "GET" ? ask(service, token, path) : send(service, token, path, { data });
    expect(byName((await asked).body.data)).toMatchObject(byName(answer) as object);
  }
  const body = { mask: [{ value: "x" }], policy_name: policies.deleted };
  const refused = await send(service, token, "mask", body);
  expect([refused.status, refused.body.error.code]).toEqual([400, "policy_unknown"]);
}

/** Groups of entity types by their names: later versions may know more types, and describe them better. */
function byName(answer: Told): unknown {
  if (answer?.details === undefined) return answer;
  return answer.details.map(({ metadata, ...rest }: Told) => ({
    ...rest,
    metadata: Object.fromEntries(
      Object.entries(metadata as Record<string, Told[]>).map(([group, types]) => [
        group,
        Object.fromEntries(
          types.map(({ entity_name, prefix, suffix }) => [entity_name, { prefix, suffix }]),
        ),
      ]),
    ),
  }));
}

/** Every deletion that had ended, with the same receipt, which verifies; and no key is forgotten. */
export async function expectErasures(service: Readable, erasures: Erasures): Promise<void> {
  const { token, ended, jwks } = erasures;
  expect(ended.length).toBeGreaterThan(0);
  for (const { trackingId, record } of ended) {
    const { body } = await ask(service, token, `namespace/job-status?tracking_id=${trackingId}`);
    expect(body.data).toMatchObject(record);
    await expectReceipt(service, { trackingId, record });
  }
  const keys = await (await fetch(`${service.url}/.well-known/jwks.json`)).json();
  expect((keys as Told).keys).toEqual(expect.arrayContaining(jwks.keys));
}

/** A receipt states what its record says. */
export async function expectReceipt(
  service: Readable,
  { trackingId, record }: Erasure,
): Promise<void> {
  const statements = await statementsOf(service, record.receipt);
  const mappings = record.response.cleared_records;
  expect(statements).toMatchObject({ job_id: trackingId, counts: { mappings } });
}

/** A new receipt is signed by a key that was there before: whoever keeps a copy of the key set can verify it. */
export function expectSameSigner(receipt: string, { jwks }: Erasures): void {
  const header = Buffer.from(receipt.split(".")[0] ?? "", "base64url").toString();
  const kids = jwks.keys.map(({ kid }: { kid: string }) => kid);
  expect(kids).toContain(JSON.parse(header).kid);
}

/** An ended job whose mappings were erased gives nothing of them; 30 days after its end it is not known. */
export async function expectPurged(
  service: Readable,
  token: string,
  id: string,
  { written }: Pick<Expected, "written">,
): Promise<void> {
  const status = [{ tracking_id: id }];
  const { body } = await send(service, token, "async-status", { status });
  if (body.data === null) {
    expect(body.error.code).toBe("tracking_id_unknown");
    expect(Date.now() - Date.parse(written)).toBeGreaterThan(30 * DAY_MS);
    return;
  }
  const [job] = body.data;
  expect(["PURGED", "FAILED"]).toContain(job.status);
  expect(job).toMatchObject({ tracking_id: id, result: null, input_payload: null });
}

/** Each token of the namespace may do what it might. */
export async function expectAccess(service: Readable, access: Access, one: string): Promise<void> {
  const master = service.secrets.VAULT_MASTER_KEY;
  const path = `super-admin/namespace/auth-token/list?namespace=${access.namespace}`;
  const { body } = await ask(service, master, path);
  expect(body.data).toEqual(
    expect.arrayContaining(access.records.map((one) => expect.objectContaining(one))),
  );
  const statuses = async (token: string) => {
    const mask = { mask: [{ value: "who may", token_name: "Text Token" }] };
    const unmask = { unmask: [{ token_value: one }] };
    const answers = [
      await send(service, token, "mask", mask),
      await send(service, token, "unmask", unmask),
      await ask(service, token, "metadata/policy/list"),
    ];
    return answers.map(({ status }) => status);
  };
  expect(await statuses(access.maskOnly)).toEqual([200, 403, 403]);
  expect(await statuses(access.unmaskOnly)).toEqual([403, 200, 403]);
  expect(await statuses(access.revoked)).toEqual([401, 401, 401]);
  expect(await statuses(access.deleted.token)).toEqual([401, 401, 401]);
}

/** Tokens are found by their users; whoever may only mask reads the jobs of their own user, and of no other user. */
export async function expectUsers(service: Service, people: People, access: Access): Promise<void> {
  const master = service.secrets.VAULT_MASTER_KEY;
  for (const { _id, auth_token } of access.records.filter(({ active }) => active)) {
    const data = { namespace_name: people.name, _id };
    const { body } = await send(service, master, FETCH, { data });
    expect(body.data?.auth_token).toBe(auth_token);
  }
  const { _id } = access.records.find(({ auth_token }) => auth_token === people.token);
  const own = await newToken(service, people.name, _id, ["mask"]);
  const masked = people.jobs.filter(({ call_type }) => call_type === "mask");
  const status = masked.map(({ tracking_id }) => ({ tracking_id }));
  const statesFor = async (token: string) => {
    const { body } = await send(service, token, "async-status", { status });
    return body.data?.map(({ status, result }: Told) => [status, result !== null]);
  };
  expect(await statesFor(own)).toEqual(
    masked.map(({ status, result }) => [status, result !== null]),
  );
  // All of them unknown: 404, without records.
  expect(await statesFor(access.maskOnly)).toBeUndefined();
}

/** The deleted namespace's record and receipt; its name is free. */
export async function expectDeleted(service: Readable, { deleted }: Access): Promise<void> {
  const { trackingId, record } = deleted;
  const path = `super-admin/namespace/job-status?tracking_id=${trackingId}`;
  const { body } = await ask(service, service.secrets.VAULT_MASTER_KEY, path);
  expect(body.data).toMatchObject(record);
  await expectReceipt(service, { trackingId, record });
}
