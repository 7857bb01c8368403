// Values of the fuzzer's requests: good ones, ones with a slip, and anything in place of anything.

import { fc } from "../support/properties.ts";

/** What a member may be. */
export type Json = fc.Arbitrary<unknown>;

/** Words of ours, and rarely one that is none: in a list of many, one of those fails all of it. */
export function one(good: readonly string[], ...bad: readonly string[]): fc.Arbitrary<string> {
  const known = { weight: 60, arbitrary: fc.constantFrom(...good) };
  return bad.length === 0 ? known.arbitrary : fc.oneof(known, fc.constantFrom(...bad));
}

/** Names of tokens. */
export const name = one(["Default Token", "Text Token", "Special Token"], "Nose", "", "__proto__");

/** Names of formats. */
export const format = one(["Default Format", "Email address", "Credit Card", "URL"], "Nose", "");

/** Entity types. */
export const entities = one(
  ["PERSON", "URL", "EMAIL_ADDRESS"],
  "THING",
  "LITERAL",
  "NOSE",
  "__proto__",
);

/** Names of policies. */
export const policy = one(["p", "q"], "none", "", "__proto__", "\u200b");

/** Whether a namespace is held. */
export const hold = fc.boolean();

/** The namespace that most cases are not about. */
export const other = one(["gone"], "none", "");

/** Names of custom entities. */
export const own = one(["THING", "X1"], "URL", "x", "");

const GOOD_TEXTS = [
  "Ada Lovelace, born 10 December 1815, ada@example.com",
  "4111 1111 1111 1111 and +44 20 7946 0958 at 192.0.2.1",
  ...["\0", "\u202e<PER>x</EMAIL>", "<PE", "🜁".repeat(50), "a".repeat(3_000), "https://"],
];

/** Texts. */
export const text = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...GOOD_TEXTS) },
  { weight: 30, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom("", " ", "\ud800", "a".repeat(70_000)) },
);

/** Anything in place of anything. */
export const junk: Json = fc.oneof(
  fc.constantFrom(null, true, 0, -1, 1e308, 2 ** 53, 0.1, "", "\ud800", [], {}, [[]], "__proto__"),
  text,
  fc.nat(120).map((levels) => JSON.parse("[".repeat(levels + 1) + "]".repeat(levels + 1))),
  fc.nat(120).map((n) => JSON.parse(`${'{"1":'.repeat(n)}1${"}".repeat(n)}`)),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Without a member, JSON.stringify leaves it out. */
export const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 3 });

/** A switch, or none. */
export const flag = maybe(fc.boolean());

const rate = maybe(fc.oneof(fc.nat(1_000_000), fc.constantFrom(-1, 0.5, 1e9, "1")));

/** A token's limits, or a namespace's. */
export const limits = fc.option(fc.record({ requests_per_second: rate, values_per_second: rate }));

/** A body with members of `data`. */
export const data = (members: Record<string, Json>): Json =>
  fc.record({ data: fc.record(members) });

/** The same, about a policy. */
export const ofPolicy = (members: Record<string, Json> = {}) =>
  data({ policy_name: policy, ...members });

/** Documents of JSON. */
export const document = fc.oneof(
  { weight: 20, arbitrary: fc.dictionary(fc.string(), text) },
  { weight: 20, arbitrary: fc.array(text) },
  fc.jsonValue(),
);

/** Items to mask. */
export const item = (value: Json, more: Record<string, Json> = {}): Json =>
  fc.oneof(
    fc.record({ value, ...more }),
    fc.record({ value: document, json: fc.constant(true), numbers: maybe(fc.array(fc.string())) }),
  );

/** An attribute that cases erase by. */
export const CUSTOMER = { key: "customer", value: 42 };

/** That attribute, others, and none. */
export const attributes = maybe(
  fc.oneof(
    fc.constant({ [CUSTOMER.key]: CUSTOMER.value }),
    ...[fc.dictionary(fc.string(), fc.jsonValue()), text, fc.integer()],
  ),
);

/** What a request may say beside its items. */
export const options = {
  policy_name: maybe(policy),
  explain: flag,
  offsets: maybe(one(["code_points", "utf16"], "bytes")),
  known_tokens: maybe(one(["keep", "mask"], "drop")),
  json: flag,
};

/** A few of them. */
export const list = (items: Json) => fc.array(items, { minLength: 1, maxLength: 6 });
