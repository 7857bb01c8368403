// Jobs and an erasure that were open when the old version was killed end well under the new one.

import { expect } from "vitest";
import { untilEnded } from "../../support/node/api-client.ts";
import { untilErased } from "../../support/node/erasure.ts";
import type { Exchange, Interrupted, Told } from "../expected.ts";
import {
  expectDead,
  expectSameTokens,
  expectUnmasked,
  type Readable,
  tokensOf,
} from "./exchanges.ts";
import { expectReceipt } from "./records.ts";

const PATIENCE_MS = 20_000;

/** The mask job: one result per item, each unmasks, under the policy as it was when the job was accepted. */
export async function expectMaskJobEnds(service: Readable, job: Interrupted): Promise<void> {
  const { token, policy } = job;
  const { trackingId, items, alone, denied } = job.mask;
  const { status, result }: Told = await untilEnded(service, token, trackingId, PATIENCE_MS);
  expect(status).toBe("SUCCESS");
  expect(result.map(({ value }: Told) => value)).toEqual(items.map(({ value }) => value));
  const exchanges: Exchange[] = items.map((item, i) => ({
    item,
    token_value: result[i].token_value,
  }));
  for (let at = 0; at < exchanges.length; at += 1_000) {
    await expectUnmasked(service, token, exchanges.slice(at, at + 1_000));
  }
  expect(exchanges.slice(0, alone.length)).toMatchObject(
    alone.map(({ item, token_value }) => ({ item, token_value })),
  );
  // Equal values share a token, whether the old version masked them or the new one.
  const tokens = new Map<string, Set<unknown>>();
  for (const { item, token_value } of exchanges) {
    const key = JSON.stringify(item);
    tokens.set(key, (tokens.get(key) ?? new Set()).add(token_value));
  }
  expect([...tokens.values()].filter(({ size }) => size !== 1)).toEqual([]);
  const texts = exchanges.filter(({ item }) => item.token_name === undefined);
  expect(texts.length).toBeGreaterThan(0);
  for (const { token_value } of texts) expect(token_value).toContain(denied);
  const [text] = texts;
  if (text === undefined) return;
  // The policy as it is now masks what the job left in clear.
  const [now] = await tokensOf(service, token, [{ value: `The ${denied}` }], policy);
  expect(now).not.toContain(denied);
}

/** The unmask job: every value in order. */
export async function expectUnmaskJobEnds(service: Readable, job: Interrupted): Promise<void> {
  const { trackingId, values } = job.unmask;
  const { status, result }: Told = await untilEnded(service, job.token, trackingId, PATIENCE_MS);
  expect(status).toBe("SUCCESS");
  expect(result.map(({ value }: Told) => value)).toEqual(values);
}

/** The erasure: what it was asked for is gone, all else stays. */
export async function expectErasureEnds(
  service: Readable,
  { erasure }: Interrupted,
): Promise<void> {
  const { token, trackingId, dead, alive } = erasure;
  const record = await untilErased(service, token, trackingId);
  expect([record.status, record.response.cleared_records]).toEqual(["SUCCESS", dead.length]);
  await expectReceipt(service, { trackingId, record });
  await expectDead(service, token, dead);
  await expectUnmasked(service, token, alive);
  await expectSameTokens(service, token, alive);
}
