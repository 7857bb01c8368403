// The entity types auto-detect knows, and what it does with each: the tag around the token, and the
// (token_name, format) that gives the same token in token or format mode (DESIGN law 2: public).

/** What auto-detect does with one entity type. */
export interface EntityRule {
  /** Name inside the tags, as in `<EMAIL>token</EMAIL>`. */
  readonly tag: string;
  /** `token_name` whose token it uses. */
  readonly tokenName: string;
  /** `format` whose token it uses; null: none. */
  readonly format: string | null;
}

/** Rule per entity type. Append only: the pair decides which token a value gets. */
export const ENTITIES = {
  EMAIL_ADDRESS: { tag: "EMAIL", tokenName: "Text Token", format: "Email Address" },
  PHONE_NUMBER: { tag: "PHN", tokenName: "Numeric Token", format: "Phone Number" },
  URL: { tag: "URL", tokenName: "Text Token", format: "URL" },
  IP_ADDRESS: { tag: "IPA", tokenName: "Text Token", format: "IP Address" },
  MAC_NUMBER: { tag: "DEVICE_ID", tokenName: "Text Token", format: null },
  CREDIT_CARD: { tag: "CRD", tokenName: "Numeric Token", format: "Credit Card" },
  US_SSN: { tag: "SSN", tokenName: "Numeric Token", format: "Social Identification Numbers" },
  ACC_NO: { tag: "ACC_NO", tokenName: "Text Token", format: null },
  LITERAL: { tag: "LITERAL", tokenName: "Special Token", format: null },
} as const satisfies Record<string, EntityRule>;

/** Name of an entity type (`pii_type` on the wire). */
export type EntityType = keyof typeof ENTITIES;
