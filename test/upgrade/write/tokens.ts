// Masks something of every kind: each token name with each format that goes with it, tagged texts, every
// entity type, JSON documents, attributes.

import type { Exchange, Item, People, Searched, Told } from "../expected.ts";
import { exchange, get, put, type Writable } from "./requests.ts";
import { MORE_TEXTS, TEXTS, VALUES_OF_FORMATS, VALUES_OF_NAMES } from "./values.ts";

/** The policy that looks for everything. */
const EVERY_TYPE = "every type";

/** Tokens of every kind. */
export async function writeTokens(
  service: Writable,
  token: string,
): Promise<Pick<People, "exchanges" | "onlyRead" | "searched" | "rules" | "byAttribute">> {
  const items = [...(await everyKind(service, token)), ...documents(), ...withAttributes()];
  const exchanges = await exchange(service, token, items);
  const onlyRead = await tagged(service, token, exchanges);
  const { entities }: { entities: Told[] } = await get(service, token, "metadata/entities");
  const types: string[] = entities.map(({ entity_name }) => entity_name);
  await put(service, token, "metadata/policy/create", { data: { policy_name: EVERY_TYPE } });
  await put(service, token, "metadata/personal-data-entities/update", {
    data: { policy_name: EVERY_TYPE, metadata: { pseudonymizable_entities: types } },
  });
  const searched = [
    ...(await search(service, token, TEXTS)),
    ...(await search(service, token, [...MORE_TEXTS, ...TEXTS], EVERY_TYPE)),
  ];
  const found = new Set(searched.flatMap((text) => text.found.map(({ pii_type }) => pii_type)));
  const missed = [...types, "LITERAL"].filter((type) => !found.has(type));
  if (missed.length > 0) throw new Error(`no text has ${missed.join(", ")}: write/values.ts`);
  const rules = Object.fromEntries([
    ["LITERAL", { token_name: "Special Token", format: null }],
    ...entities.map(({ entity_name, token_name, format }) => [entity_name, { token_name, format }]),
  ]);
  const pair = { key: "customer", value: { id: 42 } };
  const preview = await put(service, token, "namespace/delete/by-attribute", {
    data: pair,
    dry_run: true,
  });
  const byAttribute = { ...pair, mappings: preview.would_clear };
  return { exchanges, onlyRead, searched, rules, byAttribute };
}

/** Every token name, alone and with each format, as the service lists them. */
async function everyKind(service: Writable, token: string): Promise<Item[]> {
  const { token_types } = await get(service, token, "metadata/token-types");
  return token_types.flatMap(
    ({ token_name, formats }: { token_name: string; formats: string[] }) => [
      ...valuesOf(VALUES_OF_NAMES, token_name).map((value) => ({ value, token_name })),
      ...formats.flatMap((format) =>
        valuesOf(VALUES_OF_FORMATS, format).map((value) => ({ value, token_name, format })),
      ),
    ],
  );
}

function valuesOf(table: Readonly<Record<string, readonly string[]>>, name: string) {
  const values = table[name];
  if (values === undefined) throw new Error(`no values for ${name}: write/values.ts`);
  return values;
}

/** JSON documents, with numbers that stay numbers. */
function documents(): Item[] {
  const person = { ssn: 756456689, visits: 3, notes: ["Mail ada@example.com"], none: null };
  return [
    { value: person, json: true, numbers: ["ssn"] },
    { value: { all: [1, -0.5, 12.75, [7]], name: "Ann" }, json: true, numbers: ["all"] },
    { value: { a: "Ann Miller", "0": "" }, json: true, token_name: "Person Token" },
  ];
}

function withAttributes(): Item[] {
  const customer = { customer: { id: 42 } };
  return [
    { value: "Ann Miller", token_name: "Text Token", attributes: customer },
    { value: "ann@example.com", attributes: { ...customer, source: "form", n: [1, null] } },
    { value: "Bob", token_name: "Person Token", attributes: { customer: { id: 7 } } },
  ];
}

/** Tokens between tags and in free text, made by hand as a language model might. */
async function tagged(service: Writable, token: string, exchanges: readonly Exchange[]) {
  const of = (name: string, value: string) => {
    const one = exchanges.find(({ item }) => item.token_name === name && item.value === value);
    if (typeof one?.token_value !== "string") throw new Error(`${name} of ${value} is missing`);
    return one.token_value;
  };
  const bare = of("Special Token", "john.doe@example.com");
  const name = of("Person Token", "George Williams");
  const texts = [
    [
      `Dear <PER>${name}</PER>, we wrote to ${bare}.`,
      "Dear George Williams, we wrote to john.doe@example.com.",
    ],
    [`< per >**${name}**'s</per>`, "**George Williams**'s"],
  ] as const;
  const unmask = texts.map(([token_value]) => ({ token_value }));
  const backs: Told[] = await put(service, token, "unmask", { unmask });
  return texts.map(([token_value, value], i) => {
    if (backs[i].value !== value) throw new Error(`not reversed: ${JSON.stringify(backs[i])}`);
    return { item: { value }, token_value };
  });
}

/** Texts through auto-detect. */
async function search(
  service: Writable,
  token: string,
  texts: readonly string[],
  policy_name?: string,
): Promise<Searched[]> {
  const policy = policy_name === undefined ? {} : { policy_name };
  const mask = texts.map((value) => ({ value }));
  const masked: Told[] = await put(service, token, "mask", { mask, ...policy });
  return masked.map(({ value, token_value, individual_tokens = [] }) => ({
    value,
    ...policy,
    token_value,
    found: individual_tokens.map((one: Told) => ({
      value: one.value,
      pii_type: one.pii_type,
      token: one.token,
    })),
  }));
}
