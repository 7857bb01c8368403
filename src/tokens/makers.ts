// Chooses the form of the tokens of a kind for a value. A format with a form of its own (phone number, e-mail address)
// decides, whatever the token name; with other formats, and for values that do not fit the format's form, the token name
// decides.

import type { TokenCipher } from "./cipher/cipher.ts";
import { dateForm, isoDateForm } from "./forms/date/date.ts";
import type { FreeForm } from "./forms/free-form.ts";
import { addressForm } from "./forms/names/address.ts";
import { cityForm } from "./forms/names/city.ts";
import { personForm } from "./forms/names/person.ts";
import { stateForm } from "./forms/names/state.ts";
import { emailForm } from "./forms/network/email.ts";
import { ipForm } from "./forms/network/ip.ts";
import { macForm } from "./forms/network/mac.ts";
import { urlForm } from "./forms/network/url.ts";
import { cardForm } from "./forms/numbers/card.ts";
import { ibanForm } from "./forms/numbers/iban.ts";
import { jsonNumberForm } from "./forms/numbers/json-number.ts";
import { numericForm } from "./forms/numbers/numeric.ts";
import { ssnForm } from "./forms/numbers/ssn.ts";
import { phoneForm } from "./forms/phone/phone.ts";
import { compactFormOf } from "./forms/plain/compact-form.ts";
import { opaqueForm, shapedForm } from "./forms/plain/free-length.ts";
import { FORMAT, partsOf, TOKEN } from "./kinds.ts";
import type { FixedForm, Stage } from "./stages.ts";

/** Makes the tokens of one kind for one value. */
export type Maker =
  | { readonly family: "free"; readonly form: FreeForm }
  | { readonly family: "fixed"; readonly stages: readonly Stage[] }
  /** No token: a text that auto-detect returned unchanged, remembered so that unmask leaves it unchanged too. */
  | { readonly family: "plain" };

type Form = FixedForm | FreeForm;

const BY_TOKEN_NAME = new Map<number, Form>([
  [TOKEN.default, shapedForm],
  [TOKEN.text, shapedForm],
  [TOKEN.numeric, numericForm],
  [TOKEN.special, opaqueForm],
  [TOKEN.person, personForm],
  [TOKEN.date, isoDateForm],
  [TOKEN.state, stateForm],
  [TOKEN.city, cityForm],
  [TOKEN.address, addressForm],
  [TOKEN.jsonNumber, jsonNumberForm],
]);

const BY_FORMAT = new Map<number, Form>([
  [FORMAT.emailAddress, emailForm],
  [FORMAT.phoneNumber, phoneForm],
  [FORMAT.ipAddress, ipForm],
  [FORMAT.socialId, ssnForm],
  [FORMAT.creditCard, cardForm],
  [FORMAT.url, urlForm],
  [FORMAT.date, dateForm],
  [FORMAT.iban, ibanForm],
  [FORMAT.macAddress, macForm],
]);

/** Forms whose tokens do not carry their mapping's id: tokens are looked up by their digest. */
export const FIXED_FORMS: readonly FixedForm[] = [
  ...BY_TOKEN_NAME.values(),
  ...BY_FORMAT.values(),
].filter(isFixed);

/** The maker for a kind and a value. Throws for a kind that was never assigned. */
export function makerOf(kind: number, value: string): Maker {
  const { tokenName, format } = partsOf(kind);
  if (tokenName === TOKEN.plain) return { family: "plain" };
  if (tokenName === TOKEN.compact) return { family: "free", form: compactFormOf(format) };
  const special = BY_FORMAT.get(format);
  const made = special === undefined ? null : tryMaking(special, value);
  if (made !== null) return made;
  const base = BY_TOKEN_NAME.get(tokenName);
  const maker = base === undefined ? null : tryMaking(base, value);
  if (maker === null) throw new Error("unknown kind");
  return maker;
}

/** What a free-length token is made from: its mapping. */
export interface TokenOwner {
  readonly id: number;
  readonly kind: number;
  readonly value: string;
}

/** The form of a mapping's token that has no row of its own, as all free-length kinds have none. */
export function freeFormOf({ kind, value }: Omit<TokenOwner, "id">): FreeForm {
  const { tokenName, format } = partsOf(kind);
  if (tokenName === TOKEN.compact) return compactFormOf(format);
  const special = BY_FORMAT.get(format);
  if (special !== undefined && !isFixed(special) && special.fits(value)) return special;
  return tokenName === TOKEN.special ? opaqueForm : shapedForm;
}

/** The free-length token of a mapping; always the same for the same arguments. */
export function freeTokenOf(cipher: TokenCipher, owner: TokenOwner): string {
  return freeFormOf(owner).token(cipher, owner.id, owner.value);
}

/** Code of the format that a value's token gets: the requested one, or Default Format when the value does not fit it. */
export function appliedFormat(format: number, value: string): number {
  const special = BY_FORMAT.get(format);
  if (special === undefined || tryMaking(special, value) !== null) return format;
  return FORMAT.default;
}

function isFixed(form: Form): form is FixedForm {
  return "stages" in form;
}

function tryMaking(form: Form, value: string): Maker | null {
  if (!isFixed(form)) return form.fits(value) ? { family: "free", form } : null;
  const stages = form.stages(value);
  return stages === null ? null : { family: "fixed", stages };
}
