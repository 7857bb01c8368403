// The entity types auto-detect knows, and what it does with each: the tag around the token, and the
// (token_name, format) that gives the same token in token or format mode (public: docs/decisions/laws.md#stable).

/** What auto-detect does with one entity type. */
export interface EntityRule {
  /** Name inside the tags, as in `<EMAIL>token</EMAIL>`. */
  readonly tag: string;
  /** `token_name` of its tokens. */
  readonly tokenName: string;
  /** `format` of its tokens; null: none. */
  readonly format: string | null;
  /** `entity_type` on the wire; null: left out of lists of entities. */
  readonly category: "PII" | "PHI" | null;
  /** Whether auto-detect looks for it when the policy does not say. */
  readonly isOn: boolean;
  /** The entity type to report instead when this one is not looked for. */
  readonly countsAs?: string;
  /** A few words for documentation. */
  readonly description: string;
}

/** Tokens shaped like their values, without a format: most identifiers. */
const SHAPED = { tokenName: "Text Token", format: null } as const;
const PLACE = { tokenName: "Text Token", format: "Address" } as const;
const PHONE = { tokenName: "Numeric Token", format: "Phone Number" } as const;
const ON = { category: "PII", isOn: true } as const;
const HEALTH = { category: "PHI", isOn: true } as const;
const OFF = { category: "PII", isOn: false } as const;

/** Rule by entity type. Append only: token name and format decide which token a value gets. */
export const ENTITIES = {
  EMAIL_ADDRESS: {
    tag: "EMAIL",
    tokenName: "Text Token",
    format: "Email Address",
    ...ON,
    description: "E-mail address",
  },
  PHONE_NUMBER: { tag: "PHN", ...PHONE, ...ON, description: "Telephone number" },
  URL: { tag: "URL", tokenName: "Text Token", format: "URL", ...ON, description: "Web address" },
  IP_ADDRESS: {
    tag: "IPA",
    tokenName: "Text Token",
    format: "IP Address",
    ...ON,
    description: "IP address, version 4 or 6",
  },
  MAC_NUMBER: { tag: "DEVICE_ID", ...SHAPED, ...ON, description: "Hardware (MAC) address" },
  CREDIT_CARD: {
    tag: "CRD",
    tokenName: "Numeric Token",
    format: "Credit Card",
    ...ON,
    description: "Payment card number",
  },
  US_SSN: {
    tag: "SSN",
    tokenName: "Numeric Token",
    format: "Social Identification Numbers",
    ...ON,
    description: "US Social Security number",
  },
  ACC_NO: {
    tag: "ACC_NO",
    ...SHAPED,
    ...ON,
    description: "Bank account, routing number or BIC",
  },
  LITERAL: {
    tag: "LITERAL",
    tokenName: "Special Token",
    format: null,
    category: null,
    isOn: true,
    description: "Text that unmask would take for a token",
  },
  PERSON: {
    tag: "PER",
    tokenName: "Text Token",
    format: "Person Name",
    ...ON,
    description: "Name of a person",
  },
  ADDRESS: { tag: "ADDRESS", ...PLACE, ...ON, description: "Postal or street address" },
  ORGANIZATION: { tag: "ORG", ...SHAPED, ...ON, description: "Company, authority, club, band" },
  DATE_OF_BIRTH: {
    tag: "DOB",
    ...SHAPED,
    ...ON,
    countsAs: "DATE",
    description: "Date of birth",
  },
  FAX_NUMBER: {
    tag: "FAX_NO",
    ...PHONE,
    ...ON,
    countsAs: "PHONE_NUMBER",
    description: "Fax number",
  },
  DRIVING_LICENSE_NUMBER: { tag: "DL_NO", ...SHAPED, ...ON, description: "Driving licence number" },
  VEHICLE_REGISTRATION_NUMBER: {
    tag: "VEHICLE_REG_NO",
    ...SHAPED,
    ...ON,
    description: "Number plate of a vehicle",
  },
  VEHICLE_IDENTIFICATION_NUMBER: {
    tag: "VIN",
    ...SHAPED,
    ...ON,
    description: "Vehicle identification number (ISO 3779)",
  },
  LICENCE_NO: {
    tag: "LICENCE_NO",
    ...SHAPED,
    ...ON,
    countsAs: "ID_OTHER",
    description: "Professional or other licence",
  },
  INSURANCE_NUMBER: {
    tag: "INSURANCE_NO",
    ...SHAPED,
    ...HEALTH,
    countsAs: "ID_OTHER",
    description: "Insurance, policy or member number",
  },
  DISCHARGE_DATE: {
    tag: "DISCHARGE_DATE",
    ...SHAPED,
    ...HEALTH,
    countsAs: "DATE",
    description: "Date a patient was discharged",
  },
  MEDICAL_RECORD_NUMBER: {
    tag: "MEDICAL_RECORD_NO",
    ...SHAPED,
    category: "PHI",
    isOn: false,
    countsAs: "ID_OTHER",
    description: "Patient or medical record number",
  },
  LOCATION: { tag: "LOCATION", ...PLACE, ...OFF, countsAs: "ADDRESS", description: "Place name" },
  DATE: { tag: "DATE", ...SHAPED, ...OFF, description: "Date or time" },
  AGE: { tag: "AGE", ...SHAPED, ...OFF, description: "Age of a person" },
  NATIONALITY: {
    tag: "NATIONALITY",
    ...SHAPED,
    ...OFF,
    description: "Nationality, religious or political group",
  },
  USERNAME: { tag: "USERNAME", ...SHAPED, ...OFF, description: "Account or login name" },
  PASSWORD: { tag: "PASSWORD", ...SHAPED, ...OFF, description: "Password" },
  SECRET: { tag: "SECRET", ...SHAPED, ...OFF, description: "API key, access token, private key" },
  IBAN: {
    tag: "IBAN",
    ...SHAPED,
    ...OFF,
    countsAs: "ACC_NO",
    description: "International bank account number (ISO 13616)",
  },
  PASSPORT: { tag: "PASSPORT_NO", ...SHAPED, ...OFF, description: "Passport number" },
  TAX_ID: { tag: "TAX_ID", ...SHAPED, ...OFF, description: "Tax or VAT number" },
  NATIONAL_ID: { tag: "NATIONAL_ID", ...SHAPED, ...OFF, description: "National identity number" },
  ZIP: { tag: "ZIP", ...PLACE, ...OFF, countsAs: "ADDRESS", description: "Postcode on its own" },
  CRYPTO: { tag: "CRYPTO", ...SHAPED, ...OFF, description: "Address of a crypto wallet" },
  ID_OTHER: {
    tag: "ID_NO",
    ...SHAPED,
    ...OFF,
    description: "Case, employee, customer, invoice or other number of a person's record",
  },
} as const satisfies Record<string, EntityRule>;

/** Name of a built-in entity type (`pii_type` on the wire). */
export type EntityType = keyof typeof ENTITIES;

/**
 * Types that new namespaces look for as well, because findings of them are nearly always right. Namespaces that are older
 * than this list do not.
 */
export const PRECISE_TYPES = [
  "SECRET",
  "PASSWORD",
  "PASSPORT",
  "TAX_ID",
  "NATIONAL_ID",
  "MEDICAL_RECORD_NUMBER",
  "CRYPTO",
  "USERNAME",
] as const satisfies readonly EntityType[];

/** Name of an entity type: a built-in one, or one that a policy defines. */
export type EntityName = string;

/** The rule of a built-in entity type; null for any other name. */
export function entityRule(name: EntityName): EntityRule | null {
  return Object.hasOwn(ENTITIES, name) ? ENTITIES[name as EntityType] : null;
}
