// This version serves every data folder of an earlier one: tokens, jobs, policies, erasures, holds.
// test/upgrade/README.md says how such a folder is made.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PRECISE_TYPES } from "../../src/core/entities.ts";
import { ask, send } from "../support/node/api-client.ts";
import { acceptEraseAll, restart, untilErased } from "../support/node/erasure.ts";
import { cleanUp, temporaryFolder, waitFor } from "../support/node/run-script.ts";
import { type Service, startService } from "../support/node/service.ts";
import { unpack } from "../upgrade/archive.ts";
import {
  asExchange,
  expectDead,
  expectNoTokenTwice,
  expectSameTokens,
  expectSearched,
  expectUnmasked,
  tokensOf,
} from "../upgrade/check/exchanges.ts";
import { expectHeldDeletions, expectHeldNamespace } from "../upgrade/check/held.ts";
import {
  expectErasureEnds,
  expectMaskJobEnds,
  expectUnmaskJobEnds,
} from "../upgrade/check/interrupted.ts";
import {
  expectAccess,
  expectDeleted,
  expectErasures,
  expectJobs,
  expectPolicies,
  expectPurged,
  expectReceipt,
  expectSameSigner,
  expectUsers,
} from "../upgrade/check/records.ts";
import { KEPT, readExpected } from "../upgrade/expected.ts";
import { openWork } from "../upgrade/open-work.ts";

const FOLDERS = fileURLToPath(new URL("../upgrade", import.meta.url));
const versions = readdirSync(FOLDERS).filter((name) => /^v\d/.test(name));

it("there are folders of earlier versions", () => {
  expect(versions).toContain("v0.1.0");
});

describe.each(versions)("the data folder of %s", (version) => {
  const folder = join(FOLDERS, version);
  const expected = readExpected(folder);
  const { people, access, erasures, held, interrupted, secrets } = expected;
  const { token } = people;
  let service: Service;

  beforeAll(async () => {
    const dataDir = temporaryFolder();
    await unpack(join(folder, KEPT.archive), dataDir);
    expect(openWork(dataDir)).toEqual(interrupted.killed);
    service = await startService({ dataDir, secrets, env: { LIST_BEARERS: "1" } });
  });
  afterAll(cleanUp);

  it("finishes by itself what was interrupted", async () => {
    // Nobody asks for anything meanwhile, or the request would set the alarm.
    await waitFor("all is done", () => openWork(service.dataDir).length === 0, 30_000);
    await expectMaskJobEnds(service, interrupted);
    await expectUnmaskJobEnds(service, interrupted);
    await expectErasureEnds(service, interrupted);
  });

  it("gives the value of every token", async () => {
    await expectUnmasked(service, token, [...people.exchanges, ...people.onlyRead]);
  });

  it("knows the types of old mappings by their kinds", async () => {
    const issue = "super-admin/namespace/auth-token/generate";
    const grant = { namespace_name: people.name, _id: "held back", permissions: ["unmask"] };
    const data = { ...grant, unmask: { entity_types: ["EMAIL_ADDRESS"] } };
    const issued = await send(service, secrets.VAULT_MASTER_KEY, issue, { data });
    const texts = people.exchanges.filter(({ item }) => typeof item.value === "string");
    const named = texts.filter(({ item }) => item.token_name !== undefined);
    const unmask = named.map(({ token_value }) => ({ token_value }));
    const { body } = await send(service, issued.body.data.auth_key, "unmask", {
      partial: true,
      unmask,
    });
    const seen = body.data.map(({ value }: { value: string }) => value);
    const isMail = ({ item }: (typeof named)[number]) => item.format === "Email Address";
    expect(named.filter(isMail).length).toBeGreaterThan(0);
    expect(seen).toEqual(named.map((one) => (isMail(one) ? one.item.value : one.token_value)));
  });

  it("gives every value the token it had, and no other value one of those", async () => {
    await expectSameTokens(service, token, people.exchanges);
    await expectSearched(service, people);
    await expectNoTokenTwice(service, people);
  });

  it("looks for what it looked for", async () => {
    const { body } = await ask(service, token, "metadata/entities");
    const on = body.data.entities.filter((one: { default: boolean }) => one.default);
    const names = on.map(({ entity_name }: { entity_name: string }) => entity_name);
    const hasMarker = version !== "v0.1.0";
    expect(PRECISE_TYPES.map((name) => names.includes(name))).toEqual(
      PRECISE_TYPES.map(() => hasMarker),
    );
  });

  it("has its jobs, with input and result", () => expectJobs(service, people));

  it("has the users of its tokens and jobs", () => expectUsers(service, people, access));

  it("has its policies", () => expectPolicies(service, people));

  it("has the attributes of its values", async () => {
    const { key, value, mappings } = people.byAttribute;
    const body = { data: { key, value }, dry_run: true };
    const preview = await send(service, token, "namespace/delete/by-attribute", body);
    expect(mappings).toBeGreaterThan(0);
    expect(preview.body.data).toMatchObject({ would_clear: mappings });
  });

  it("has its erasures, and their receipts verify", () => expectErasures(service, erasures));

  it("gives nothing that was erased, and no token of it again", async () => {
    const { dead, alive, purgedJob } = erasures;
    await expectDead(service, erasures.token, dead);
    await expectUnmasked(service, erasures.token, alive);
    await expectPurged(service, erasures.token, purgedJob, expected);
    const items = dead.map(({ item }) => item);
    const anew = await tokensOf(service, erasures.token, items);
    const old = new Set<unknown>(dead.map(({ token_value }) => token_value));
    expect(anew.filter((one) => old.has(one))).toEqual([]);
    await expectDead(service, erasures.token, dead);
  });

  it("has its standing retention", async () => {
    const { standing } = erasures;
    const { body } = await ask(service, standing.token, "namespace/retention");
    expect(body.data).toMatchObject(standing.retention);
    await expectUnmasked(service, standing.token, standing.alive);
  });

  it("lets in whom it let in, and nobody else", async () => {
    const [one] = people.exchanges;
    await expectAccess(service, access, String(one?.token_value));
    await expectDeleted(service, access);
  });

  it("has what a hold keeps back happen at its end", async () => {
    await expectHeldDeletions(service, held);
    await expectHeldNamespace(service, held);
  });

  it("is served again, and erased", async () => {
    await service.stop();
    service = await restart(service);
    await expectUnmasked(service, token, people.exchanges);
    const trackingId = await acceptEraseAll(service, token);
    await expectDead(service, token, people.exchanges);
    const texts = people.searched.filter(({ found }) => found.length > 0).map(asExchange);
    await expectDead(service, token, texts);
    const record = await untilErased(service, token, trackingId);
    expect(record.status).toBe("SUCCESS");
    await expectReceipt(service, { trackingId, record });
    expectSameSigner(record.receipt, erasures);
    for (const { tracking_id } of people.jobs)
      await expectPurged(service, token, tracking_id, expected);
    await expectUnmasked(service, erasures.token, erasures.alive);
  });
});
