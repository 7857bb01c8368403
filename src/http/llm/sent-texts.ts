// Masks the texts of a call to a language model as one batch before it is forwarded; makes the restorers of the answer,
// which know the tokens of this conversation and no others.
import type { Context } from "hono";
import type { VaultError } from "../../core/errors.ts";
import { MAX_SYNC_ENTITIES, MAX_TEXT_BYTES } from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { KnownTokens, knownTokens } from "../../llm/restore/known-tokens.ts";
import type { TextRestorer } from "../../llm/restore/text-restorer.ts";
import type { KnownToken } from "../../llm/restore/token-keys.ts";
import { isWord } from "../../llm/wire/body-texts.ts";
import type { BodyText, RestorerFor } from "../../llm/wire/dialect.ts";
import {
  contextOfNextPart,
  type IndividualToken,
  type MaskedItem,
  type TextItem,
} from "../../masking/item.ts";
import { stringsIn } from "../../masking/json/json-strings.ts";
import { withoutValues } from "../../masking/mask/detect-text.ts";
import type { MaskRules } from "../../masking/policy/rules.ts";
import { inStretches } from "../../platform/yield-to-callers.ts";
import { parseJson } from "../body.ts";
import type { HttpEnv } from "../handler.ts";
import { TextCutter } from "../mask/free-cuts.ts";
import { maskBatch } from "../mask/mask-batch.ts";
import {
  checkUnchanged,
  costFlaw,
  maySearch,
  newSearch,
  type Planning,
  withPlanning,
} from "../policies/cached-rules.ts";

/** The result of masking a call. */
export interface SentTexts {
  /** The tokens in the request now, and their values. */
  readonly tokens: readonly KnownToken[];
  readonly texts: readonly string[];
}

interface MaskingOptions {
  /** Null: the default policy. */
  readonly policyName: string | null;
  /** Tokens that the conversation has sent before. */
  readonly recalled: readonly KnownToken[];
}

/** The texts of one body text: the text itself, or the strings of a JSON text. `write` takes as many in return. */
interface TextParts {
  readonly texts: readonly Pick<BodyText, "text" | "isWord">[];
  write(masked: readonly string[]): boolean;
}

/** Masks all texts of a body in place as one batch. Fails as PUT mask does; `value_too_long`: a text cannot be cut. */
export async function maskBodyTexts(
  c: Context<HttpEnv>,
  bodyTexts: readonly BodyText[],
  { policyName, recalled }: MaskingOptions,
): Promise<Result<SentTexts, VaultError>> {
  const parts = bodyTexts.map(partsOf);
  const given = parts.flatMap(({ texts }) => texts);
  const words = new Set(given.flatMap(({ text, isWord }) => (isWord ? [text] : [])));
  if (words.size > MAX_SYNC_ENTITIES) {
    return err({ code: "too_many_entities", detail: String(MAX_SYNC_ENTITIES) });
  }
  let isCounted = false;
  const masked = await withPlanning(c, policyName, async (planning) => {
    const made = await itemsOf(c, given, words, planning);
    if (!made.ok) return made;
    const { items, counts } = made.value;
    if (items.length === 0) {
      const current = await checkUnchanged(c, planning);
      return current.ok ? ok(null) : current;
    }
    const options = { policyName, planning, isCounted, inConversation: true } as const;
    const batch = await maskBatch(c, items, { ...options, offsets: "utf16" });
    isCounted = true;
    return batch.ok ? ok({ ...batch.value, counts }) : batch;
  });
  if (!masked.ok) return masked;
  if (masked.value === null) return ok({ tokens: [], texts: [] });
  const { answers, rules, counts } = masked.value;
  const found = answers as readonly MaskedItem[];
  const tokens = tokensIn(found, rules);
  const sent = new Set(
    [...tokens, ...recalled].flatMap(({ token, prefix, suffix }) =>
      [token, prefix + token + suffix].map((text) => text.toLowerCase()),
    ),
  );
  const written = found.map((one) => writtenText(one, sent));
  const texts = counts.map((count, i) =>
    count === 0 ? (given[i]?.text ?? "") : written.splice(0, count).join(""),
  );
  let from = 0;
  for (const part of parts) {
    const to = from + part.texts.length;
    if (!part.write(texts.slice(from, to))) throw new Error("a text was not written");
    from = to;
  }
  return ok({ tokens, texts: texts.filter((_, i) => counts[i] !== 0) });
}

/** What to mask under this plan, and how many items each text has become: none, if it is a word that holds no value. */
async function itemsOf(
  c: Context<HttpEnv>,
  given: TextParts["texts"],
  words: ReadonlySet<string>,
  planning: Planning,
): Promise<Result<{ items: TextItem[]; counts: number[] }, VaultError>> {
  const { rules } = planning;
  const letters = given.reduce((sum, { text }) => sum + text.length, 0);
  const tooCostly = costFlaw(letters, rules);
  if (tooCostly !== null) return err(tooCostly);
  const current = await maySearch(c, planning);
  if (!current.ok) return current;
  const cutter = new TextCutter(MAX_TEXT_BYTES, letters, rules, newSearch(c, rules));
  const kept = await inStretches(withoutValues(words, rules));
  const items: TextItem[] = [];
  const counts: number[] = [];
  for (const { text, isWord } of given) {
    if (isWord && kept.has(text)) {
      counts.push(0);
      continue;
    }
    if (!text.isWellFormed()) return err({ code: "invalid_text", detail: "A text" });
    const cut = await cutter.pieces(text);
    if (!cut.ok) return cut;
    const before = (i: number) => contextOfNextPart(cut.value[i - 1] ?? "");
    items.push(...cut.value.map((value, i) => ({ value, before: before(i) })));
    counts.push(cut.value.length);
  }
  return ok({ items, counts });
}

function partsOf(bodyText: BodyText): TextParts {
  if (bodyText.format !== "json" || !isDocument(bodyText.text)) {
    return { texts: [bodyText], write: ([text = ""]) => bodyText.set(text) };
  }
  const { strings, withTexts } = stringsIn(bodyText.text);
  const texts = strings.map(({ text, isName }) =>
    isName && isWord(text) ? ({ text, isWord: true } as const) : { text },
  );
  return { texts, write: (masked) => bodyText.set(withTexts(masked)) };
}

/** True for a JSON list or object. Any other text is masked as plain text. */
function isDocument(text: string): boolean {
  const parsed = parseJson(text);
  return parsed.ok && typeof parsed.value === "object" && parsed.value !== null;
}

function individual({ individual_tokens = [] }: MaskedItem): readonly IndividualToken[] {
  return individual_tokens;
}

/** Reversible tokens of all texts. Anonymized values do not come back. */
function tokensIn(found: readonly MaskedItem[], rules: MaskRules): KnownToken[] {
  const known = new Map<string, KnownToken>();
  for (const one of found.flatMap(individual)) {
    if (rules.treatmentOf(one.pii_type).action === "anonymize") continue;
    const { token, value, prefix, suffix } = one;
    known.set(token, { token, value, prefix, suffix, isName: one.pii_type === "PERSON" });
  }
  return [...known.values()];
}

/** The text with its tokens. Tokens of this conversation that come back stay: the model has to see what it wrote. */
function writtenText(masked: MaskedItem, sent: ReadonlySet<string>): string {
  let text = "";
  let from = 0;
  for (const one of individual(masked)) {
    const { prefix, suffix } = one;
    const isOwn = one.pii_type === "LITERAL" && sent.has(one.value.toLowerCase());
    text += masked.value.slice(from, one.start_pos);
    text += isOwn ? one.value : prefix + one.token + suffix;
    from = one.end_pos;
  }
  return text + masked.value.slice(from);
}

/** Leaves everything as it is. */
const NOTHING: TextRestorer = new KnownTokens([]);

/**
 * The restorers of an answer. Texts for the reader (null) get their values, as JSON strings where `said` is JSON. Arguments
 * of a tool call get them only where the policy names the tool, because a tool may pass them on to anywhere.
 */
export async function restorerFor(
  { tokens, texts }: SentTexts,
  tools: readonly string[],
  said: "text" | "json",
): Promise<RestorerFor> {
  const known = await inStretches(knownTokens(tokens, texts, said));
  const mayKnow = (tool: string) => tools.includes("*") || tools.includes(tool);
  return (tool) => (tool === null || mayKnow(tool) ? known : NOTHING);
}

/** The restorers for callers without the permission `unmask`. */
export function restoreNothing(): TextRestorer {
  return NOTHING;
}
