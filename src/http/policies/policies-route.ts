// Policies of a namespace: metadata/policy/*, metadata/personal-data-entities/*, metadata/update-auto-detect.
import { type Context, Hono } from "hono";
import {
  categoriesRequest,
  detectionRequest,
  type PolicyRecord,
  policyName,
  policyRequest,
  wrappersRequest,
} from "../../contract/policies.ts";
import type { VaultError } from "../../core/errors.ts";
import { POLICIES_PER_PAGE } from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { withActions, withDetection, withWrappers } from "../../masking/policy/policy-changes.ts";
import { newDefinition } from "../../masking/policy/rules.ts";
import { callerOf, namespaceCaller } from "../authenticate.ts";
import { callVault } from "../call.ts";
import { refuse, respond } from "../respond.ts";
import type { HttpEnv } from "../types.ts";
import { changePolicy, readData } from "./policy-change.ts";
import { policyRecord } from "./policy-records.ts";

const admin = () => namespaceCaller("metadata_change");

/** Sub-app of policies. */
export const policyRoutes = new Hono<HttpEnv>()
  .put("/policy/create", admin(), async (c) => {
    const data = await readData(c, policyRequest);
    if (!data.ok) return refuse(c, data.error);
    const name = data.value.policy_name;
    const created = await callVault(c, (vault) =>
      vault.createPolicy(callerOf(c), newDefinition(name)),
    );
    return created.ok ? told(c, `${name} created successfully.`) : refuse(c, created.error);
  })
  .get("/policy/list", admin(), async (c) => {
    const names = await callVault(c, (vault) => vault.listPolicies(callerOf(c)));
    return names.ok ? respond(c, { policies: names.value }) : refuse(c, names.error);
  })
  .put("/policy/delete", admin(), async (c) => {
    const data = await readData(c, policyRequest);
    if (!data.ok) return refuse(c, data.error);
    const name = data.value.policy_name;
    const deleted = await callVault(c, (vault) => vault.deletePolicy(callerOf(c), name));
    return deleted.ok ? told(c, `${name} deleted successfully.`) : refuse(c, deleted.error);
  })
  .put("/policy/detection", admin(), async (c) => {
    const data = await readData(c, detectionRequest);
    if (!data.ok) return refuse(c, data.error);
    const { policy_name, deny, ...others } = data.value;
    const denied = deny?.map(({ value, entity_name }) => ({ value, entity: entity_name }));
    const changed = await changePolicy(c, policy_name, (definition) =>
      withDetection(definition, { ...others, deny: denied }),
    );
    return changed.ok ? told(c, `${policy_name} updated successfully.`) : refuse(c, changed.error);
  })
  .get("/personal-data-entities/list", admin(), async (c) => {
    const name = c.req.query("policy_name") ?? "";
    const page = name === "" ? await pageOf(c) : await onePolicy(c, name);
    return page.ok ? respond(c, page.value) : refuse(c, page.error);
  })
  .put("/personal-data-entities/update", admin(), async (c) => {
    const data = await readData(c, categoriesRequest);
    if (!data.ok) return refuse(c, data.error);
    const { policy_name, metadata } = data.value;
    const { anonymizable_entities = [], pseudonymizable_entities = [] } = metadata;
    const { excluded_entities = [] } = metadata;
    const moves = [
      ...anonymizable_entities.map((name) => [name, "anonymize"] as const),
      ...pseudonymizable_entities.map((name) => [name, "pseudonymize"] as const),
      ...excluded_entities.map((name) => [name, "exclude"] as const),
    ];
    const changed = await changePolicy(c, policy_name, (definition) =>
      withActions(definition, moves),
    );
    return changed.ok ? told(c, `${policy_name} updated successfully.`) : refuse(c, changed.error);
  })
  .put("/update-auto-detect", admin(), async (c) => {
    const data = await readData(c, wrappersRequest);
    if (!data.ok) return refuse(c, data.error);
    const { policy_name, metadata } = data.value;
    const changes = metadata.map(({ entity_name, format_prefix, format_suffix }) => ({
      entity: entity_name,
      prefix: format_prefix,
      suffix: format_suffix,
    }));
    const changed = await changePolicy(c, policy_name, (definition, taken) =>
      withWrappers(definition, changes, taken),
    );
    return changed.ok ? told(c, `${policy_name} updated successfully.`) : refuse(c, changed.error);
  });

function told(c: Context<HttpEnv>, message: string): Response {
  return respond(c, { message });
}

/** Policies of a page, and the token that asks for the next one. */
interface PolicyPage {
  readonly details: readonly PolicyRecord[];
  readonly next_page_token: string | null;
}

async function onePolicy(
  c: Context<HttpEnv>,
  name: string,
): Promise<Result<PolicyPage, VaultError>> {
  // What no policy can be called does not exist.
  if (!policyName.safeParse(name).success) return err({ code: "policy_unknown" });
  const read = await callVault(c, (vault) => vault.readPolicySet(callerOf(c), name));
  if (!read.ok) return read;
  const { policy } = read.value;
  if (policy === null) return err({ code: "policy_unknown" });
  return ok({ details: [policyRecord(policy.definition, true)], next_page_token: null });
}

async function pageOf(c: Context<HttpEnv>): Promise<Result<PolicyPage, VaultError>> {
  const after = readPageToken(c.req.query("next_page_token") ?? "");
  if (after === null) return err({ code: "invalid_field", detail: "next_page_token" });
  const read = await callVault(c, (vault) =>
    vault.readPolicies(callerOf(c), after, POLICIES_PER_PAGE),
  );
  if (!read.ok) return read;
  const details = read.value.map(({ definition }) => policyRecord(definition, false));
  const last = read.value.at(-1);
  // A page may end early because of its size, so only an empty one is known to be the last.
  return ok({ details, next_page_token: last === undefined ? null : pageToken(last.id) });
}

/** Opaque to callers: the id behind which the next page begins. */
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
