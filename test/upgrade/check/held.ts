// What a legal hold keeps back waits on, and happens when the hold ends.

import { expect } from "vitest";
import { ask, send } from "../../support/node/api-client.ts";
import { lookAtErasure, untilErased } from "../../support/node/erasure.ts";
import { waitFor } from "../../support/node/run-script.ts";
import type { Held } from "../expected.ts";
import { expectDead, expectUnmasked, type Readable } from "./exchanges.ts";
import { expectReceipt } from "./records.ts";

const PENDING = { status: "PENDING", error_message: "legal hold", receipt: null };

/** The deletions: pending, then in effect for what each was asked for. */
export async function expectHeldDeletions(service: Readable, held: Held): Promise<void> {
  const { name, token, deletions, alive } = held;
  expect(deletions.length).toBeGreaterThan(0);
  for (const { trackingId, clears } of deletions) {
    expect((await lookAtErasure(service, token, trackingId)).body.data).toMatchObject(PENDING);
    await expectUnmasked(service, token, clears);
  }
  await endHold(service, name);
  for (const { trackingId, clears } of deletions) {
    const record = await untilErased(service, token, trackingId);
    expect([record.status, record.response.cleared_records]).toEqual(["SUCCESS", clears.length]);
    await expectReceipt(service, { trackingId, record });
    await expectDead(service, token, clears);
  }
  await expectUnmasked(service, token, alive);
}

/** The namespace that is to go as a whole. */
export async function expectHeldNamespace(service: Readable, { whole }: Held): Promise<void> {
  const { name, token, trackingId, alive } = whole;
  const path = `super-admin/namespace/job-status?tracking_id=${trackingId}`;
  const look = async () => (await ask(service, service.secrets.VAULT_MASTER_KEY, path)).body.data;
  expect(await look()).toMatchObject(PENDING);
  await expectUnmasked(service, token, alive);
  await endHold(service, name);
  await waitFor("the namespace is gone", async () => (await look()).status === "SUCCESS", 30_000);
  const record = await look();
  expect(record.response.cleared_records).toBe(alive.length);
  await expectReceipt(service, { trackingId, record });
  const [{ token_value } = {}] = alive;
  const unmask = [{ token_value }];
  expect((await send(service, token, "unmask", { unmask })).status).toBe(401);
}

async function endHold(service: Readable, namespace_name: string): Promise<void> {
  const data = { namespace_name, hold: false };
  const master = service.secrets.VAULT_MASTER_KEY;
  const answer = await send(service, master, "super-admin/namespace/hold", { data });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}
