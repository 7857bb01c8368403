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

const text = (format: string | null) => ({ tokenName: "Text Token", format });
const numeric = (format: string) => ({ tokenName: "Numeric Token", format });
/** Tokens shaped like their values, without a format: most identifiers. */
const SHAPED = text(null);
const PLACE = text("Address");
const PHONE = numeric("Phone Number");
const SPECIAL = { tokenName: "Special Token", format: null };
const ON = { category: "PII", isOn: true } as const;
const OFF = { category: "PII", isOn: false } as const;
const HEALTH = { category: "PHI", isOn: true } as const;
const HEALTH_OFF = { category: "PHI", isOn: false } as const;
const UNLISTED = { category: null, isOn: true } as const;

function rule(
  tag: string,
  form: Pick<EntityRule, "tokenName" | "format">,
  use: Pick<EntityRule, "category" | "isOn">,
  description: string,
  countsAs?: string,
): EntityRule {
  return { tag, ...form, ...use, description, ...(countsAs === undefined ? {} : { countsAs }) };
}

/** Rule by entity type. Append only: token name and format decide which token a value gets. */
export const ENTITIES = {
  EMAIL_ADDRESS: rule("EMAIL", text("Email Address"), ON, "E-mail address"),
  PHONE_NUMBER: rule("PHN", PHONE, ON, "Telephone number"),
  URL: rule("URL", text("URL"), ON, "Web address"),
  IP_ADDRESS: rule("IPA", text("IP Address"), ON, "IP address, version 4 or 6"),
  MAC_NUMBER: rule("DEVICE_ID", SHAPED, ON, "Hardware (MAC) address"),
  CREDIT_CARD: rule("CRD", numeric("Credit Card"), ON, "Payment card number"),
  US_SSN: rule("SSN", numeric("Social Identification Numbers"), ON, "US Social Security number"),
  ACC_NO: rule("ACC_NO", SHAPED, ON, "Bank account, routing number or BIC"),
  LITERAL: rule("LITERAL", SPECIAL, UNLISTED, "Text that unmask would take for a token"),
  PERSON: rule("PER", text("Person Name"), ON, "Name of a person"),
  ADDRESS: rule("ADDRESS", PLACE, ON, "Postal or street address"),
  ORGANIZATION: rule("ORG", SHAPED, ON, "Company, authority, club, band"),
  DATE_OF_BIRTH: rule("DOB", SHAPED, ON, "Date of birth", "DATE"),
  FAX_NUMBER: rule("FAX_NO", PHONE, ON, "Fax number", "PHONE_NUMBER"),
  DRIVING_LICENSE_NUMBER: rule("DL_NO", SHAPED, ON, "Driving licence number"),
  VEHICLE_REGISTRATION_NUMBER: rule("VEHICLE_REG_NO", SHAPED, ON, "Number plate of a vehicle"),
  VEHICLE_IDENTIFICATION_NUMBER: rule(
    "VIN",
    SHAPED,
    ON,
    "Vehicle identification number (ISO 3779)",
  ),
  LICENCE_NO: rule("LICENCE_NO", SHAPED, ON, "Professional or other licence", "ID_OTHER"),
  INSURANCE_NUMBER: rule(
    "INSURANCE_NO",
    SHAPED,
    HEALTH,
    "Insurance, policy or member number",
    "ID_OTHER",
  ),
  DISCHARGE_DATE: rule("DISCHARGE_DATE", SHAPED, HEALTH, "Date a patient was discharged", "DATE"),
  MEDICAL_RECORD_NUMBER: rule(
    "MEDICAL_RECORD_NO",
    SHAPED,
    HEALTH_OFF,
    "Patient or medical record number",
    "ID_OTHER",
  ),
  LOCATION: rule("LOCATION", PLACE, OFF, "Place name", "ADDRESS"),
  DATE: rule("DATE", SHAPED, OFF, "Date or time"),
  AGE: rule("AGE", SHAPED, OFF, "Age of a person"),
  NATIONALITY: rule("NATIONALITY", SHAPED, OFF, "Nationality, religious or political group"),
  USERNAME: rule("USERNAME", SHAPED, OFF, "Account or login name"),
  PASSWORD: rule("PASSWORD", SHAPED, OFF, "Password"),
  SECRET: rule("SECRET", SHAPED, OFF, "API key, access token, private key"),
  IBAN: rule("IBAN", SHAPED, OFF, "International bank account number (ISO 13616)", "ACC_NO"),
  PASSPORT: rule("PASSPORT_NO", SHAPED, OFF, "Passport number"),
  TAX_ID: rule("TAX_ID", SHAPED, OFF, "Tax or VAT number"),
  NATIONAL_ID: rule("NATIONAL_ID", SHAPED, OFF, "National identity number"),
  ZIP: rule("ZIP", PLACE, OFF, "Postcode on its own", "ADDRESS"),
  CRYPTO: rule("CRYPTO", SHAPED, OFF, "Address of a crypto wallet"),
  ID_OTHER: rule(
    "ID_NO",
    SHAPED,
    OFF,
    "Case, employee, customer, invoice or other number of a person's record",
  ),
} satisfies Record<string, EntityRule>;

/** Name of a built-in entity type (`pii_type` on the wire). */
export type EntityType = keyof typeof ENTITIES;

/** Types that only new namespaces look for, because findings of them are nearly always right. */
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
