// Entity types that a policy defines: metadata/custom-entity/*.
import { Hono } from "hono";
import {
  customEntityOf,
  customEntityRecord,
  customEntityReference,
  customEntityRequest,
} from "../../contract/custom-entity.ts";
import { MAX_ECHOED_NAME_LENGTH } from "../../core/limits.ts";
import { withCustomEntity, withoutCustomEntity } from "../../masking/policy/policy-changes.ts";
import { wrapperOf } from "../../masking/policy/rules.ts";
import { callerOf, namespaceCaller } from "../authenticate.ts";
import { callVault } from "../call.ts";
import { refuse, respond } from "../respond.ts";
import type { HttpEnv } from "../types.ts";
import { changePolicy, readData } from "./policy-change.ts";

const admin = () => namespaceCaller("metadata_change");

/** Sub-app of custom entities. */
export const customEntityRoutes = new Hono<HttpEnv>()
  .put("/add-or-update", admin(), async (c) => {
    const data = await readData(c, customEntityRequest);
    if (!data.ok) return refuse(c, data.error);
    const entity = customEntityOf(data.value);
    const changed = await changePolicy(c, data.value.policy_name, (definition) =>
      withCustomEntity(definition, entity),
    );
    if (!changed.ok) return refuse(c, changed.error);
    return respond(c, { message: `custom tag ${entity.name} added or updated successfully.` });
  })
  .put("/details", admin(), async (c) => {
    const data = await readData(c, customEntityReference);
    if (!data.ok) return refuse(c, data.error);
    const { policy_name, entity_name } = data.value;
    const read = await callVault(c, (vault) => vault.readPolicySet(callerOf(c), policy_name));
    if (!read.ok) return refuse(c, read.error);
    const definition = read.value.policy?.definition;
    const entity = definition?.custom.find(({ name }) => name === entity_name);
    if (definition === undefined || entity === undefined) {
      const detail = entity_name.slice(0, MAX_ECHOED_NAME_LENGTH);
      return refuse(c, { code: "custom_entity_unknown", detail });
    }
    return respond(c, { ...customEntityRecord(entity), ...wrapperOf(definition, entity_name) });
  })
  .put("/delete", admin(), async (c) => {
    const data = await readData(c, customEntityReference);
    if (!data.ok) return refuse(c, data.error);
    const { policy_name, entity_name } = data.value;
    const changed = await changePolicy(c, policy_name, (definition) =>
      withoutCustomEntity(definition, entity_name),
    );
    if (!changed.ok) return refuse(c, changed.error);
    return respond(c, { message: `custom tag ${entity_name} deleted successfully.` });
  });
