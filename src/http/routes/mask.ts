// PUT mask: mask a list of values at once.
import { Hono } from "hono";
import { MAX_SYNC_BODY_BYTES, MAX_SYNC_ENTITIES, MAX_SYNC_ITEMS } from "../../core/limits.ts";
import {
  countMaskLeaves,
  outcomesOfItems,
  planItems,
  renderItems,
} from "../../masking/json-mask.ts";
import { callerOf, namespaceCaller } from "../authenticate.ts";
import { listOf, readObject } from "../body.ts";
import { callVault } from "../call.ts";
import { checkItems, checkMaskItem, isJsonByDefault, readMaskOptions } from "../items.ts";
import { refuse, respond } from "../respond.ts";
import { cipherOf } from "../token-ciphers.ts";
import type { HttpEnv } from "../types.ts";

const MISSING = { code: "mask_missing" } as const;
const TOO_MANY = { code: "too_many_entities", detail: String(MAX_SYNC_ENTITIES) } as const;

/** Sub-app of the synchronous mask operation. */
export const maskRoutes = new Hono<HttpEnv>().put("/", namespaceCaller("mask"), async (c) => {
  const body = await readObject(c, MAX_SYNC_BODY_BYTES, MISSING);
  if (!body.ok) return refuse(c, body.error);
  const list = listOf(body.value, "mask", MISSING, MAX_SYNC_ITEMS);
  if (!list.ok) return refuse(c, list.error);
  const items = checkItems(list.value, checkMaskItem, isJsonByDefault(body.value));
  if (!items.ok) return refuse(c, items.error);
  const options = readMaskOptions(body.value);
  if (!options.ok) return refuse(c, options.error);
  const keepKnownTokens = options.value.known_tokens === "keep";
  if (keepKnownTokens && !c.var.claims.permissions.includes("unmask")) {
    return refuse(c, { code: "forbidden" });
  }
  if (countMaskLeaves(items.value) > MAX_SYNC_ENTITIES) return refuse(c, TOO_MANY);
  const cipher = await cipherOf(c);
  if (!cipher.ok) return refuse(c, cipher.error);
  const plan = planItems(items.value, { cipher: cipher.value, keepKnownTokens });
  if (!plan.ok) return refuse(c, plan.error);
  const { wants } = plan.value;
  if (wants.values.length > MAX_SYNC_ENTITIES) return refuse(c, TOO_MANY);
  const tokens = await callVault(c, (vault) =>
    vault.mask(callerOf(c), { ...wants, bookVersion: 0 }),
  );
  if (!tokens.ok) return refuse(c, tokens.error);
  const outcomes = outcomesOfItems(plan.value, tokens.value);
  return respond(c, renderItems(items.value, outcomes));
});
