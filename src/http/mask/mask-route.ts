// PUT mask: mask a list of values at once.
import { Hono } from "hono";
import { requestOptions } from "../../contract/mask.ts";
import type { MaskAnswers } from "../../contract/responses/mask.ts";
import { MAX_SYNC_ITEMS } from "../../core/limits.ts";
import { demandWholeUnmask, namespaceCaller } from "../authenticate.ts";
import { readList } from "../body.ts";
import { type HttpEnv, orRefuse, respond } from "../handler.ts";
import { checkItems, checkMaskItem, isJsonByDefault, policyNameIn, readOptions } from "./items.ts";
import { maskBatch } from "./mask-batch.ts";

/** Sub-app of the synchronous mask operation. */
export const maskRoutes = new Hono<HttpEnv>().put("/", namespaceCaller("mask"), async (c) => {
  const { body, list } = await readList(c, "mask", MAX_SYNC_ITEMS);
  const items = orRefuse(await checkItems(list, checkMaskItem, isJsonByDefault(body)));
  const options = orRefuse(readOptions(requestOptions, body));
  const { known_tokens, explain, offsets } = options;
  const keepKnownTokens = known_tokens === "keep";
  if (keepKnownTokens) demandWholeUnmask(c);
  const asked = { policyName: policyNameIn(options), keepKnownTokens, explain, offsets };
  const { answers } = orRefuse(await maskBatch(c, items, asked));
  return respond(c, answers satisfies MaskAnswers);
});
