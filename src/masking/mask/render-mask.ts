// Puts tokens into the texts of a plan, and makes the answer to each item. Pure.
import type { EntityName } from "../../core/entities.ts";
import type { Wrapper } from "../../core/policy.ts";
import { costOfLetters, type Steps } from "../../core/steps.ts";
import type { Language } from "../../detect/language/languages.ts";
import { formatCode, formatName } from "../../tokens/kinds.ts";
import { appliedFormat } from "../../tokens/makers.ts";
import { isSame } from "../../tokens/reading/wrappers.ts";
import type { IndividualToken, MaskedItem, MaskItem } from "../item.ts";
import { tagsOf } from "../policy/rules.ts";
import { type OffsetUnit, positionsIn } from "../text/positions.ts";
import type { MaskPlan, TextPlan } from "./plan-mask.ts";
import type { Finding } from "./planned-span.ts";
import { wrappersFor } from "./wrap-tokens.ts";

/** Members that few tokens need, with names of one letter, because many spans are stored. */
interface SpanExtras {
  /** Prefix and suffix, when they are not the type's own tags. */
  readonly w?: readonly [string, string];
  /** How the value was found, when asked for: recognizer, score, reason, and the language that the tagger saw. */
  readonly x?: readonly [string, number, string, Language?];
}

/** A replaced span with its token, small enough to store: start, end (UTF-16 offsets), type, token, extras. */
type SpanToken =
  | readonly [number, number, EntityName, string]
  | readonly [number, number, EntityName, string, SpanExtras];

/** The result of masking one text: its token, or the spans that were replaced in it. */
export type MaskOutcome = string | readonly SpanToken[];

/** Cost of writing a text of 64 KiB at most, and cost where it has to be searched for wrappers. */
const RENDER_COST = 6;
const WRAPPED_COST = 40;

/** Gives every item of a plan its tokens; `tokens[i]` belongs to the i-th want. In steps. */
export function* outcomesOf(plan: MaskPlan, tokens: readonly string[]): Steps<MaskOutcome[]> {
  let next = 0;
  const take = (): string => {
    const token = tokens[next++];
    if (token === undefined) throw new Error("fewer tokens than wants");
    return token;
  };
  const outcomes: MaskOutcome[] = [];
  for (const item of plan.items) {
    if (item === "whole") {
      outcomes.push(take());
    } else if (item === "plain") {
      take();
      outcomes.push([]);
    } else {
      const isSearched =
        plan.wrappers.pairs !== null || item.spans.some(({ isUnwrapped }) => isUnwrapped);
      const cost = isSearched ? WRAPPED_COST : RENDER_COST;
      yield costOfLetters(item.text.length, cost);
      outcomes.push(outcomeOfText(item, plan, take));
    }
  }
  return outcomes;
}

function outcomeOfText({ text, spans }: TextPlan, plan: MaskPlan, take: () => string): SpanToken[] {
  const inText = spans.map((span) => ({ ...span, token: span.placeholder ?? take() }));
  const wrappers = wrappersFor(text, inText, plan);
  return inText.map(({ start, end, entityType, token, finding }, i): SpanToken => {
    const extras = {
      ...wrapperExtra(entityType, wrappers[i]),
      ...(finding === null ? {} : explanationExtra(finding)),
    };
    const hasExtras = Object.keys(extras).length > 0;
    return hasExtras ? [start, end, entityType, token, extras] : [start, end, entityType, token];
  });
}

function wrapperExtra(entity: EntityName, wrapper = tagsOf(entity)): SpanExtras {
  return isSame(wrapper, tagsOf(entity)) ? {} : { w: [wrapper.prefix, wrapper.suffix] };
}

function explanationExtra({ recognizer, score, reason, language }: Finding): SpanExtras {
  const explanation = [recognizer, score, reason] as const;
  return { x: language === undefined ? explanation : [...explanation, language] };
}

function wrapperIn(entity: EntityName, extras: SpanExtras | undefined): Wrapper {
  if (extras?.w === undefined) return tagsOf(entity);
  const [prefix, suffix] = extras.w;
  return { prefix, suffix };
}

/** The answer to one item from its outcome: the item repeated, with its token or masked text. */
export function renderMasked(
  item: MaskItem,
  outcome: MaskOutcome,
  offsets: OffsetUnit = "code_points",
): MaskedItem {
  const { value, token_name, format, attributes, json, numbers } = item;
  const isWhole = typeof outcome === "string";
  const { text, individual } = isWhole
    ? { text: outcome, individual: undefined }
    : inText(value, outcome, offsets);
  return {
    value,
    token_name,
    format,
    attributes,
    format_applied: isWhole ? formatApplied(item) : undefined,
    token_value: text,
    individual_tokens: individual,
    json,
    numbers,
  };
}

function inText(
  value: string,
  spans: readonly SpanToken[],
  offsets: OffsetUnit,
): { text: string; individual: IndividualToken[] } {
  const position = positionsIn(value, offsets);
  let text = "";
  let from = 0;
  const individual = spans.map(([start, end, entity, token, extras]): IndividualToken => {
    const { prefix, suffix } = wrapperIn(entity, extras);
    text += value.slice(from, start) + prefix + token + suffix;
    from = end;
    return {
      value: value.slice(start, end),
      pii_type: entity,
      token,
      prefix,
      suffix,
      start_pos: position(start),
      end_pos: position(end),
      ...(extras?.x === undefined ? {} : explained(extras.x)),
    };
  });
  return { text: text + value.slice(from), individual };
}

function explained([recognizer, score, reason, language]: NonNullable<SpanExtras["x"]>): Finding {
  return { recognizer, score, reason, ...(language === undefined ? {} : { language }) };
}

/** The format of a whole value's token, when the value does not have the form of the format asked for. */
function formatApplied({ value, format }: MaskItem): string | undefined {
  // An empty value fits no format and has no token.
  if (value === "") return undefined;
  const asked = format === undefined ? null : formatCode(format);
  if (asked === null) return undefined;
  const applied = appliedFormat(asked, value);
  return applied === asked ? undefined : formatName(applied);
}
