// Policies of a namespace: one that was changed, one that was deleted, and what was masked with them.

import type { People } from "../expected.ts";
import { exchange, get, put, type Writable } from "./requests.ts";

/** The policy with everything a policy can say. */
export const SUPPORT = "support";
const DELETED = "given up";

/** Only what a policy itself says is found in these, so that they do not depend on how well we detect. */
const TEXTS = [
  "Write to ada@example.com about C-004711 of customer 1",
  "SSN 756-45-6689, mail support@example.com or ann@example.com, see https://example.com/a",
  "The Blue Whale met project Sunrise and sunset",
];
const LATER_TEXTS = [...TEXTS, "The Grey Seal left order #77-42"];

/** Write policies; gives their share of the exchanges, and what the service reports about them. */
export async function writePolicies(
  service: Writable,
  token: string,
): Promise<Pick<People, "exchanges" | "onlyRead" | "policies">> {
  const change = (path: string, policy_name: string, data: object = {}) =>
    put(service, token, `metadata/${path}`, { data: { policy_name, ...data } });
  const mask = (policy: string, texts: readonly string[]) =>
    exchange(
      service,
      token,
      texts.map((value) => ({ value })),
      policy,
    );
  await change("policy/create", SUPPORT);
  await change("personal-data-entities/update", SUPPORT, {
    metadata: {
      anonymizable_entities: ["US_SSN"],
      pseudonymizable_entities: ["IBAN"],
      excluded_entities: ["URL"],
    },
  });
  await change("policy/detection", SUPPORT, {
    threshold: 0.5,
    thresholds: { PERSON: 0.99 },
    recall: -0.5,
    allow: ["support@example.com"],
    deny: [{ value: "Blue Whale", entity_name: "ORGANIZATION" }],
  });
  await change("custom-entity/add-or-update", SUPPORT, customerId);
  await change("custom-entity/add-or-update", SUPPORT, projects);
  await change("update-auto-detect", SUPPORT, {
    metadata: [
      { entity_name: "EMAIL_ADDRESS", format_prefix: "{Mail ", format_suffix: "}" },
      { entity_name: "CUSTOMER_ID", format_prefix: "<CUSTOMER>", format_suffix: "</CUSTOMER>" },
    ],
  });
  const onlyRead = await mask(SUPPORT, TEXTS);
  await change("policy/detection", SUPPORT, {
    deny: [
      { value: "Blue Whale", entity_name: "ORGANIZATION" },
      { value: "Grey Seal", entity_name: "PERSON" },
    ],
  });
  await change("custom-entity/add-or-update", SUPPORT, order);
  await change("policy/create", DELETED);
  const metadata = [{ entity_name: "EMAIL_ADDRESS", format_prefix: "#to:", format_suffix: "#" }];
  await change("update-auto-detect", DELETED, { metadata });
  onlyRead.push(...(await mask(DELETED, ["Ask old@example.com then"])));
  await change("policy/delete", DELETED);
  const exchanges = await mask(SUPPORT, LATER_TEXTS);
  return { exchanges, onlyRead, policies: { deleted: DELETED, ...(await told(service, token)) } };
}

const customerId = {
  entity_name: "CUSTOMER_ID",
  description: "Number of a customer",
  token_name: "Text Token",
  pattern: "C-[0-9]{6}",
  context_words: ["customer", "account"],
  validator: { min_length: 7, max_length: 7 },
};
const projects = {
  entity_name: "PROJECT",
  description: "Name of a project",
  token_name: "Special Token",
  words: ["Sunrise", "Moonlight"],
  match_case: true,
};
const order = {
  entity_name: "ORDER_NO",
  description: "Number of an order",
  token_name: "Numeric Token",
  pattern: "#[0-9]{2}-[0-9]{2}",
};

/** What the service reports about the policies. */
async function told(service: Writable, token: string) {
  const list = "metadata/policy/list";
  const { policies: names }: { policies: string[] } = await get(service, token, list);
  const entities = `metadata/personal-data-entities/list?policy_name=${SUPPORT}`;
  const details = [customerId, projects, order].map(({ entity_name }) => ({
    method: "PUT" as const,
    path: "metadata/custom-entity/details",
    data: { policy_name: SUPPORT, entity_name },
  }));
  const answers = [
    { method: "GET" as const, path: entities, answer: await get(service, token, entities) },
  ];
  const custom = [];
  for (const one of details) {
    custom.push({ ...one, answer: await put(service, token, one.path, { data: one.data }) });
  }
  return { names, told: [...answers, ...custom] };
}
