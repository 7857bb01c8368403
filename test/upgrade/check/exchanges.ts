// What was masked before the upgrade: comes back, and would be masked alike.

import { expect } from "vitest";
import { send } from "../../support/node/api-client.ts";
import type { Service } from "../../support/node/service.ts";
import type { Exchange, Item, People, Searched } from "../expected.ts";

/** A service that is being checked. */
export type Readable = Pick<Service, "url" | "secrets">;

/** Letters of placeholders are drawn anew each time. */
const PLACEHOLDER = /⟦[0-9A-Za-z]{12}⟧/g;

/** Every token gives its value. */
export async function expectUnmasked(
  service: Readable,
  token: string,
  exchanges: readonly Exchange[],
): Promise<void> {
  const unmask = exchanges.map(itemToUnmask);
  const { body } = await send(service, token, "unmask", { unmask });
  const values = body.data?.map(({ value }: Item) => value);
  const expected = exchanges.map(({ item, back = item.value }) => back);
  expect(values ?? body.error).toEqual(expected);
}

type Masked = Pick<Exchange, "item" | "token_value">;

function itemToUnmask({ token_value, item: { json, numbers } }: Masked) {
  return { token_value, ...(json ? { json } : {}), ...(numbers ? { numbers } : {}) };
}

/** Every value gets the token it had. */
export async function expectSameTokens(
  service: Readable,
  token: string,
  exchanges: readonly Exchange[],
): Promise<void> {
  const policies = new Set(exchanges.map(({ policy_name }) => policy_name));
  for (const policy_name of policies) {
    const those = exchanges.filter((one) => one.policy_name === policy_name);
    const tokens = await tokensOf(
      service,
      token,
      those.map(({ item }) => item),
      policy_name,
    );
    expect(comparable(tokens)).toEqual(comparable(those.map(({ token_value }) => token_value)));
  }
}

function comparable(tokens: readonly unknown[]): unknown {
  return JSON.parse(JSON.stringify(tokens).replaceAll(PLACEHOLDER, "⟦⟧"));
}

/** What mask gives for items. */
export async function tokensOf(
  service: Readable,
  token: string,
  mask: readonly Item[],
  policy_name?: string,
): Promise<unknown[]> {
  const policy = policy_name === undefined ? {} : { policy_name };
  const { status, body } = await send(service, token, "mask", { mask, ...policy });
  expect(status, JSON.stringify(body.error)).toBe(200);
  return body.data.map(({ token_value }: Exchange) => token_value);
}

/** Texts come back, and what was found in them has its token still, whatever detection finds there today. */
export async function expectSearched(service: Readable, people: People): Promise<void> {
  const { token, searched, rules } = people;
  await expectUnmasked(service, token, searched.map(asExchange));
  const found = searched.flatMap(({ found, policy_name }) =>
    found.map((one): Exchange => {
      const { token_name = "", format = null } = rules[one.pii_type] ?? {};
      const item = { value: one.value, token_name, ...(format === null ? {} : { format }) };
      return {
        item,
        ...(policy_name === undefined ? {} : { policy_name }),
        token_value: one.token,
      };
    }),
  );
  expect(found.length).toBeGreaterThan(0);
  await expectSameTokens(service, token, found);
}

/** A text as if it had been masked as an item. */
export function asExchange({ value, token_value }: Searched): Exchange {
  return { item: { value }, token_value };
}

/** Values that are new to it: none gets a token that was given out before. */
export async function expectNoTokenTwice(service: Readable, people: People): Promise<void> {
  const { token, exchanges } = people;
  const given = new Set(exchanges.map(({ token_value }) => JSON.stringify(token_value)));
  const names = new Set(exchanges.flatMap(({ item }) => item.token_name ?? []));
  expect(names.size).toBeGreaterThan(0);
  for (const token_name of names) {
    const items = Array.from({ length: 40 }, (_, i) => ({ value: `anew ${i}`, token_name }));
    const tokens = (await tokensOf(service, token, items)).map((one) => JSON.stringify(one));
    expect(new Set(tokens).size).toBe(items.length);
    expect(tokens.filter((one) => given.has(one))).toEqual([]);
  }
}

/** No token gives anything: each is asked for alone. */
export async function expectDead(
  service: Readable,
  token: string,
  exchanges: readonly Masked[],
): Promise<void> {
  for (const one of exchanges) {
    const unmask = [itemToUnmask(one)];
    const { status, body } = await send(service, token, "unmask", { unmask });
    expect([status, body.error.code, body.data]).toEqual([400, "unmask_failed", null]);
  }
}
