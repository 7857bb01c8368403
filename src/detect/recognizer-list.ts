// The recognizers auto-detect runs. Order is the last tie-break between overlapping spans
// (detector.ts): checksums first, then parsed forms, then forms that need a judgement.

import { address } from "./recognizers/address/address.ts";
import { age } from "./recognizers/date/age.ts";
import { date } from "./recognizers/date/date.ts";
import { encodedValue } from "./recognizers/encoded-value.ts";
import { usSsn } from "./recognizers/identity/us-ssn.ts";
import { labelledIdentifiers } from "./recognizers/labelled-identifiers.ts";
import { emailAddress } from "./recognizers/network/email-address.ts";
import { ipAddress } from "./recognizers/network/ip-address.ts";
import { macNumber } from "./recognizers/network/mac-number.ts";
import { url } from "./recognizers/network/url.ts";
import { bicBesideIban } from "./recognizers/payment/account-number.ts";
import { bankAccount } from "./recognizers/payment/bank-account.ts";
import { creditCard } from "./recognizers/payment/credit-card.ts";
import { phoneNumber } from "./recognizers/phone/phone-number.ts";
import { privateKey } from "./recognizers/secrets/secret.ts";
import { handle } from "./recognizers/secrets/username.ts";
import { unlabelledIdentifiers } from "./recognizers/unlabelled-identifiers.ts";
import type { Recognizer } from "./span.ts";

/** Every built-in recognizer, in order of precedence. */
export const RECOGNIZERS: readonly Recognizer[] = [
  bankAccount,
  creditCard,
  emailAddress,
  macNumber,
  ipAddress,
  url,
  usSsn,
  date,
  age,
  encodedValue,
  privateKey,
  unlabelledIdentifiers,
  bicBesideIban,
  labelledIdentifiers,
  phoneNumber,
  handle,
  address,
];
