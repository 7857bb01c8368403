// The entity types that a kind implies, for mappings that have none recorded.
import type { EntityType } from "../core/entities.ts";
import { compactEntity } from "./forms/plain/compact-form.ts";
import { FORMAT, partsOf, TOKEN } from "./kinds.ts";

const BY_FORMAT: ReadonlyMap<number, readonly EntityType[]> = new Map([
  [FORMAT.personName, ["PERSON"]],
  [FORMAT.emailAddress, ["EMAIL_ADDRESS"]],
  [FORMAT.phoneNumber, ["PHONE_NUMBER", "FAX_NUMBER"]],
  [FORMAT.address, ["ADDRESS", "LOCATION", "ZIP"]],
  [FORMAT.ipAddress, ["IP_ADDRESS"]],
  [FORMAT.socialId, ["US_SSN"]],
  [FORMAT.creditCard, ["CREDIT_CARD"]],
  [FORMAT.url, ["URL"]],
  [FORMAT.date, ["DATE", "DATE_OF_BIRTH", "DISCHARGE_DATE"]],
  [FORMAT.iban, ["IBAN"]],
  [FORMAT.macAddress, ["MAC_NUMBER"]],
]);

const BY_TOKEN_NAME: ReadonlyMap<number, readonly EntityType[]> = new Map([
  [TOKEN.person, ["PERSON"]],
  [TOKEN.date, ["DATE", "DATE_OF_BIRTH", "DISCHARGE_DATE"]],
  [TOKEN.state, ["ADDRESS", "LOCATION", "ZIP"]],
  [TOKEN.city, ["ADDRESS", "LOCATION", "ZIP"]],
  [TOKEN.address, ["ADDRESS", "LOCATION", "ZIP"]],
]);

const NONE: readonly EntityType[] = [];

/** The entity types that values of a kind may have, the assumed one first; empty when the kind implies none. */
export function entitiesOfKind(kind: number): readonly EntityType[] {
  const { tokenName, format } = partsOf(kind);
  if (tokenName === TOKEN.compact) {
    const entity = compactEntity(format);
    return entity === null ? NONE : [entity];
  }
  return BY_FORMAT.get(format) ?? BY_TOKEN_NAME.get(tokenName) ?? NONE;
}
