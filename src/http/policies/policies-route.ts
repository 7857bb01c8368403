// Policies of a namespace, and the entity types that they define: metadata/policy/*, metadata/personal-data-entities/*,
// metadata/update-auto-detect, metadata/custom-entity/*.
import { type Context, Hono } from "hono";
import type { z } from "zod";
import {
  customEntityOf,
  customEntityRecord,
  customEntityReference,
  customEntityRequest,
} from "../../contract/custom-entity.ts";
import {
  categoriesRequest,
  defaultPolicyRequest,
  detectionRequest,
  externalOf,
  linksOf,
  policyName,
  policyRequest,
  settingsRequest,
  wrappersRequest,
} from "../../contract/policies.ts";
import {
  MAX_ECHOED_NAME_LENGTH,
  MAX_POLICY_BODY_BYTES,
  POLICIES_PER_PAGE,
} from "../../core/limits.ts";
import type { PolicyDefinition } from "../../core/policy.ts";
import {
  withActions,
  withCustomEntity,
  withDetection,
  withoutCustomEntity,
  withSettings,
  withWrappers,
} from "../../masking/policy/policy-changes.ts";
import { newDefinition, wrapperOf } from "../../masking/policy/rules.ts";
import { recognizersOf } from "../../platform/recognizers.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import { namespaceCaller } from "../authenticate.ts";
import { readData } from "../body.ts";
import { askVault } from "../call.ts";
import { type HttpEnv, Refusal, refuse, respond } from "../handler.ts";
import { changePolicy } from "./policy-change.ts";
import { policyRecord, settingsRecord } from "./policy-records.ts";

const admin = () => namespaceCaller("metadata_change");

/** Sub-app of custom entities. */
export const customEntityRoutes = new Hono<HttpEnv>()
  .put("/add-or-update", admin(), async (c) => {
    const request = await readData(c, customEntityRequest, MAX_POLICY_BODY_BYTES);
    const entity = customEntityOf(request);
    await changePolicy(c, request.policy_name, (definition) =>
      inStretches(withCustomEntity(definition, entity)),
    );
    return respond(c, { message: `custom tag ${entity.name} added or updated successfully.` });
  })
  .put("/details", admin(), async (c) => {
    const { policy_name, entity_name } = await readReference(c);
    const read = await askVault(c, (vault, caller) => vault.readPolicySet(caller, policy_name));
    const definition = read.policy?.definition;
    const entity = definition?.custom.find(({ name }) => name === entity_name);
    if (definition === undefined || entity === undefined) {
      const detail = entity_name.slice(0, MAX_ECHOED_NAME_LENGTH);
      const allowed = definition?.custom.map(({ name }) => name) ?? [];
      return refuse(c, { code: "custom_entity_unknown", detail, allowed });
    }
    return respond(c, { ...customEntityRecord(entity), ...wrapperOf(definition, entity_name) });
  })
  .put("/delete", admin(), async (c) => {
    const { policy_name, entity_name } = await readReference(c);
    await changePolicy(c, policy_name, (definition) =>
      withoutCustomEntity(definition, entity_name),
    );
    return respond(c, { message: `custom tag ${entity_name} deleted successfully.` });
  });

function readReference(c: Context<HttpEnv>) {
  return readData(c, customEntityReference, MAX_POLICY_BODY_BYTES);
}

/** Sub-app of policies. */
export const policyRoutes = new Hono<HttpEnv>()
  .put("/policy/create", admin(), async (c) => {
    const { policy_name } = await readPolicyData(c, policyRequest);
    const read = await askVault(c, (vault, caller) => vault.readPolicySet(caller, null));
    const definition = newDefinition(policy_name, read.policySet.alsoOn);
    await askVault(c, (vault, caller) => vault.createPolicy(caller, definition));
    return respond(c, { message: `${policy_name} created successfully.` });
  })
  .get("/policy/list", admin(), async (c) => {
    const policies = await askVault(c, (vault, caller) => vault.listPolicies(caller));
    return respond(c, { policies });
  })
  .put("/policy/delete", admin(), async (c) => {
    const { policy_name } = await readPolicyData(c, policyRequest);
    await askVault(c, (vault, caller) => vault.deletePolicy(caller, policy_name));
    return respond(c, { message: `${policy_name} deleted successfully.` });
  })
  .put("/policy/detection", admin(), async (c) => {
    const { policy_name, deny, ...others } = await readPolicyData(c, detectionRequest);
    const denied = deny?.map(({ value, entity_name }) => ({ value, entity: entity_name }));
    return update(c, policy_name, (definition) =>
      withDetection(definition, { ...others, deny: denied }),
    );
  })
  .put("/policy/default", admin(), async (c) => {
    const { policy_name } = await readPolicyData(c, defaultPolicyRequest);
    await askVault(c, (vault, caller) => vault.chooseDefaultPolicy(caller, policy_name));
    const chosen = policy_name ?? "The policy without a name";
    return respond(c, { message: `${chosen} is the default policy.` });
  })
  .get("/policy/default", admin(), async (c) => {
    const read = await askVault(c, (vault, caller) => vault.readPolicySet(caller, null));
    return respond(c, { policy_name: read.policy?.definition.name ?? null });
  })
  .put("/policy/settings", admin(), async (c) => {
    const data = await readPolicyData(c, settingsRequest);
    const { policy_name, token_style, link, external, ...others } = data;
    const { names } = recognizersOf(c.env);
    if (external && !names.includes(external.recognizer)) {
      throw new Refusal({ code: "invalid_field", detail: "external.recognizer", allowed: names });
    }
    const changes = {
      ...others,
      tokenStyle: token_style,
      link: link && linksOf(link),
      external: external === undefined ? undefined : externalOf(external),
    };
    return update(c, policy_name, (definition) => withSettings(definition, changes));
  })
  .get("/policy/settings", admin(), async (c) =>
    respond(c, settingsRecord(await definitionOf(c, c.req.query("policy_name") ?? ""))),
  )
  .get("/personal-data-entities/list", admin(), async (c) => {
    const name = c.req.query("policy_name") ?? "";
    if (name === "") return respond(c, await pageOf(c));
    const details = [policyRecord(await definitionOf(c, name), true)];
    return respond(c, { details, next_page_token: null });
  })
  .put("/personal-data-entities/update", admin(), async (c) => {
    const { policy_name, metadata } = await readPolicyData(c, categoriesRequest);
    const { anonymizable_entities = [], pseudonymizable_entities = [] } = metadata;
    const { excluded_entities = [] } = metadata;
    const moves = [
      ...anonymizable_entities.map((name) => [name, "anonymize"] as const),
      ...pseudonymizable_entities.map((name) => [name, "pseudonymize"] as const),
      ...excluded_entities.map((name) => [name, "exclude"] as const),
    ];
    return update(c, policy_name, (definition) => withActions(definition, moves));
  })
  .put("/update-auto-detect", admin(), async (c) => {
    const { policy_name, metadata } = await readPolicyData(c, wrappersRequest);
    const changes = metadata.map(({ entity_name, format_prefix, format_suffix }) => ({
      entity: entity_name,
      prefix: format_prefix,
      suffix: format_suffix,
    }));
    return update(c, policy_name, (definition, taken) => withWrappers(definition, changes, taken));
  });

function readPolicyData<T>(c: Context<HttpEnv>, schema: z.ZodType<T>): Promise<T> {
  return readData(c, schema, MAX_POLICY_BODY_BYTES);
}

async function update(
  c: Context<HttpEnv>,
  name: string,
  change: Parameters<typeof changePolicy>[2],
): Promise<Response> {
  await changePolicy(c, name, change);
  return respond(c, { message: `${name} updated successfully.` });
}

async function definitionOf(c: Context<HttpEnv>, name: string): Promise<PolicyDefinition> {
  // A name that no policy can have is not looked up.
  if (!policyName.safeParse(name).success) throw new Refusal({ code: "policy_unknown" });
  const { policy } = await askVault(c, (vault, caller) => vault.readPolicySet(caller, name));
  if (policy === null) throw new Refusal({ code: "policy_unknown" });
  return policy.definition;
}

/** A page of policies, and the token that asks for the next one. */
async function pageOf(c: Context<HttpEnv>) {
  const after = readPageToken(c.req.query("next_page_token") ?? "");
  if (after === null) throw new Refusal({ code: "invalid_field", detail: "next_page_token" });
  const policies = await askVault(c, (vault, caller) =>
    vault.readPolicies(caller, after, POLICIES_PER_PAGE),
  );
  const details = policies.map(({ definition }) => policyRecord(definition, false));
  const last = policies.at(-1);
  // A page may end early because of its size, so only an empty page is surely the last.
  return { details, next_page_token: last === undefined ? null : pageToken(last.id) };
}

/** Opaque to callers: the next page begins after this id. */
function pageToken(id: number): string {
  return btoa(`policy:${id}`).replaceAll("=", "");
}

function readPageToken(token: string): number | null {
  if (token === "") return 0;
  try {
    const match = /^policy:(\d{1,12})$/.exec(atob(token));
    return match === null ? null : Number(match[1]);
  } catch {
    return null;
  }
}
