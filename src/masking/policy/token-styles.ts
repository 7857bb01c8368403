// What tokens of auto-detected values look like, by the policy's token style (docs/tokens.md) and entity type. Pure.
import { type EntityName, type EntityType, entityRule } from "../../core/entities.ts";
import type { TokenForm, TokenStyle } from "../../core/policy.ts";
import { compactNumber } from "../../tokens/forms/plain/compact-form.ts";
import { FORMAT, formatCode, kindOf, TOKEN, tokenNameCode } from "../../tokens/kinds.ts";

/** Forms of realistic tokens; types that are not listed have none. Append only: the pair decides the token. */
const REALISTIC: Readonly<Partial<Record<EntityType, TokenForm>>> = {
  EMAIL_ADDRESS: { tokenName: "Text Token", format: "Email Address" },
  PHONE_NUMBER: { tokenName: "Numeric Token", format: "Phone Number" },
  FAX_NUMBER: { tokenName: "Numeric Token", format: "Phone Number" },
  URL: { tokenName: "Text Token", format: "URL" },
  IP_ADDRESS: { tokenName: "Text Token", format: "IP Address" },
  MAC_NUMBER: { tokenName: "Text Token", format: "MAC Address" },
  CREDIT_CARD: { tokenName: "Numeric Token", format: "Credit Card" },
  US_SSN: { tokenName: "Numeric Token", format: "Social Identification Numbers" },
  IBAN: { tokenName: "Text Token", format: "IBAN" },
  PERSON: { tokenName: "Person Token", format: "Person Name" },
  ADDRESS: { tokenName: "Address Token", format: "Address" },
  LOCATION: { tokenName: "City Token", format: "Address" },
  DATE: { tokenName: "Date Token", format: "Date" },
  DATE_OF_BIRTH: { tokenName: "Date Token", format: "Date" },
  DISCHARGE_DATE: { tokenName: "Date Token", format: "Date" },
};

/** Types whose values consist of words that also occur alone: a given name, a town. */
const OF_WORDS: ReadonlySet<EntityName> = new Set<EntityType>([
  "PERSON",
  "ADDRESS",
  "ORGANIZATION",
  "LOCATION",
]);

/** The look of an entity type's tokens. */
interface TokenLook {
  readonly kind: number;
  /** Unmask finds its tokens in any text without a wrapper, in either letter case. */
  readonly isCompact: boolean;
  /** Each word of a value is a value of its own. */
  readonly isByWord: boolean;
}

/** The look of an entity type's tokens under a style; `form` is the one they would have without a style. */
export function lookOf(
  style: TokenStyle,
  entity: EntityName,
  { policyId, ...form }: TokenForm & { readonly policyId: number },
): TokenLook {
  const named = style === "surrogate" ? realisticForm(entity, form) : form;
  const isCompact = named === null || style === "compact" || style === "word";
  return {
    kind: isCompact
      ? kindOf(policyId, TOKEN.compact, compactNumber(entity))
      : kindAsked(policyId, named.tokenName, named.format),
    isCompact,
    isByWord: style === "word" && OF_WORDS.has(entity),
  };
}

/** The kind of a checked token name and format. Throws on unknown ones. */
export function kindAsked(policyId: number, tokenName: string, format: string | null): number {
  const nameCode = tokenNameCode(tokenName);
  const formCode = format === null ? FORMAT.none : formatCode(format);
  if (nameCode === null || formCode === null) throw new Error("unchecked token name or format");
  return kindOf(policyId, nameCode, formCode);
}

/** The realistic form of a type; null: none. A custom type keeps the form its policy names, unless that is free text. */
function realisticForm(entity: EntityName, form: TokenForm): TokenForm | null {
  if (entityRule(entity) !== null) return REALISTIC[entity as EntityType] ?? null;
  const code = tokenNameCode(form.tokenName);
  const isFormless = code === TOKEN.default || code === TOKEN.text || code === TOKEN.special;
  return isFormless && form.format === null ? null : form;
}
