// Entity types that a policy defines: metadata/custom-entity/*.
import { type Context, Hono } from "hono";
import {
  customEntityOf,
  customEntityRecord,
  customEntityReference,
  customEntityRequest,
} from "../../contract/custom-entity.ts";
import { MAX_ECHOED_NAME_LENGTH, MAX_POLICY_BODY_BYTES } from "../../core/limits.ts";
import { withCustomEntity, withoutCustomEntity } from "../../masking/policy/policy-changes.ts";
import { wrapperOf } from "../../masking/policy/rules.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import { callerOf, namespaceCaller } from "../authenticate.ts";
import { readData } from "../body.ts";
import { callVault } from "../call.ts";
import { type HttpEnv, orRefuse, refuse, respond } from "../handler.ts";
import { changePolicy } from "./policy-change.ts";

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
    const read = await callVault(c, (vault) => vault.readPolicySet(callerOf(c), policy_name));
    const definition = orRefuse(read).policy?.definition;
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
