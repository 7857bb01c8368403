// PUT detect: reports what masking would find in a list of texts; masks and stores nothing.

import { type Context, Hono } from "hono";
import type { z } from "zod";
import { parseWith } from "../../contract/fields.ts";
import { detectItem, detectOptions } from "../../contract/mask.ts";
import type { DetectedEntity, DetectedItem } from "../../contract/responses/mask.ts";
import type { VaultError } from "../../core/errors.ts";
import { MAX_SYNC_ENTITIES, MAX_SYNC_ITEMS, MAX_TEXT_BYTES } from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { costOfLetters, type Steps } from "../../core/steps.ts";
import type { Span } from "../../detect/span.ts";
import { detectedIn } from "../../masking/mask/detect-text.ts";
import { searchedLettersOf } from "../../masking/mask/escaped-values.ts";
import type { MaskRules } from "../../masking/policy/rules.ts";
import { type OffsetUnit, positionsIn } from "../../masking/text/positions.ts";
import { namespaceCaller } from "../authenticate.ts";
import { readList } from "../body.ts";
import { countValues } from "../call.ts";
import { type HttpEnv, orRefuse, respond } from "../handler.ts";
import {
  checkUnchanged,
  costFlaw,
  maySearch,
  newSearch,
  withPlanning,
} from "../policies/cached-rules.ts";
import { checkItems, policyNameIn, readOptions, tooLong } from "./items.ts";

/** About all that a short text costs, for which no recognizer yields a step; per 64 KiB (core/steps.ts). */
const TEXT_COST = 50;

/** Sub-app of detection. */
export const detectRoutes = new Hono<HttpEnv>().put("/", namespaceCaller("mask"), async (c) => {
  const { body, list } = await readList(c, "detect", MAX_SYNC_ITEMS);
  const texts = orRefuse(await checkItems(list, checkDetectItem));
  const options = orRefuse(readOptions(detectOptions, body));
  return respond(c, orRefuse(await detectTexts(c, texts, options)));
});

/** What masking would find in checked texts. Fails as PUT detect does. */
export async function detectTexts(
  c: Context<HttpEnv>,
  texts: readonly string[],
  options: z.infer<typeof detectOptions>,
): Promise<Result<DetectedItem[], VaultError>> {
  const { offsets = "code_points" } = options;
  const counted = await countValues(c, texts.length);
  if (!counted.ok) return counted;
  return withPlanning(c, policyNameIn(options), async (planning) => {
    const letters = texts.reduce((sum, text) => sum + searchedLettersOf(text), 0);
    const tooCostly = costFlaw(letters, planning.rules);
    if (tooCostly !== null) return err(tooCostly);
    const current = await maySearch(c, planning);
    if (!current.ok) return current;
    const search = newSearch(c, planning.rules);
    const searched = await search((rules) => detectedItems(texts, rules, offsets));
    if (!searched.ok) return searched;
    const items = searched.value;
    const entities = items.reduce((sum, item) => sum + item.entities.length, 0);
    if (entities > MAX_SYNC_ENTITIES) {
      return err({ code: "too_many_entities", detail: String(MAX_SYNC_ENTITIES) });
    }
    const unchanged = await checkUnchanged(c, planning);
    return unchanged.ok ? ok(items) : unchanged;
  });
}

/** Checks one item of a detect request. */
export function checkDetectItem(item: unknown, index: number): Result<string, VaultError> {
  const parsed = parseWith(detectItem, item, index);
  if (!parsed.ok) return parsed;
  const flaw = tooLong(parsed.value.value, MAX_TEXT_BYTES);
  return flaw === null ? ok(parsed.value.value) : err({ ...flaw, index });
}

function* detectedItems(
  texts: readonly string[],
  rules: MaskRules,
  offsets: OffsetUnit,
): Steps<DetectedItem[]> {
  const items: DetectedItem[] = [];
  for (const text of texts) {
    yield costOfLetters(text.length, TEXT_COST);
    items.push(detectedItem(text, yield* detectedIn(text, rules), offsets));
  }
  return items;
}

function detectedItem(text: string, found: readonly Span[], offsets: OffsetUnit): DetectedItem {
  const position = positionsIn(text, offsets);
  const entities = found.map(
    ({ start, end, entityType, score, recognizer, reason, language }): DetectedEntity => ({
      value: text.slice(start, end),
      pii_type: entityType,
      start_pos: position(start),
      end_pos: position(end),
      score,
      recognizer,
      reason,
      ...(language === undefined ? {} : { language }),
    }),
  );
  return { value: text, entities };
}
