// Findings of auto-detect in the benchmark's records, in the scorer's format, with entity types in the benchmark's terms (its
// README, "Canonical types").

import type { EntityType } from "../../../src/core/entities.ts";
import type { Group } from "../../../src/detect/tagger/groups.ts";
import type { TaggerModel } from "../../../src/detect/tagger/model.ts";
import type { Predictions } from "./benchmark.ts";
import type { GoldRecord, GoldSpan } from "./gold.ts";
import { everyEntity } from "./tagger-model.ts";

/** The benchmark's type for each entity type; null where it has none. */
const CANONICAL: Readonly<Record<EntityType, string | null>> = {
  PERSON: "PERSON",
  ADDRESS: "ADDRESS",
  LOCATION: "LOCATION",
  ORGANIZATION: "ORGANIZATION",
  EMAIL_ADDRESS: "EMAIL",
  PHONE_NUMBER: "PHONE",
  FAX_NUMBER: "PHONE",
  URL: "URL",
  IP_ADDRESS: "IP",
  MAC_NUMBER: "MAC",
  CREDIT_CARD: "CREDIT_CARD",
  IBAN: "IBAN",
  ACC_NO: "BANK_ACCOUNT",
  CRYPTO: "CRYPTO",
  US_SSN: "US_SSN",
  NATIONAL_ID: "NATIONAL_ID",
  TAX_ID: "TAX_ID",
  PASSPORT: "PASSPORT",
  DRIVING_LICENSE_NUMBER: "DRIVER_LICENSE",
  LICENCE_NO: "ID_OTHER",
  INSURANCE_NUMBER: "ID_OTHER",
  MEDICAL_RECORD_NUMBER: "ID_OTHER",
  VEHICLE_REGISTRATION_NUMBER: "ID_OTHER",
  VEHICLE_IDENTIFICATION_NUMBER: "ID_OTHER",
  ID_OTHER: "ID_OTHER",
  DATE: "DATE",
  DATE_OF_BIRTH: "DATE",
  DISCHARGE_DATE: "DATE",
  AGE: "AGE",
  NATIONALITY: "NATIONALITY",
  USERNAME: "USERNAME",
  PASSWORD: "PASSWORD",
  SECRET: "SECRET",
  ZIP: "ZIP",
  LITERAL: null,
};

/** The benchmark's name of an entity type; a type without one keeps its own. */
export function canonicalType(entityType: string): string {
  return CANONICAL[entityType as EntityType] ?? entityType;
}

/** Findings in all records, with this model instead of the shipped one of its group. */
export function predict(
  records: readonly GoldRecord[],
  model: TaggerModel,
  group: Group = "en",
): Predictions {
  const find = everyEntity(new Map([[group, model]]));
  return new Map(records.map(({ id, text }) => [id, { id, spans: find(text).map(canonical) }]));
}

function canonical(span: { start: number; end: number; entityType: string }): GoldSpan {
  return { start: span.start, end: span.end, type: canonicalType(span.entityType) };
}
