// The recognizers auto-detect runs. Order is the last tie-break between overlapping spans
// (detector.ts): checksums first, then parsed forms, then forms that need a judgement.

import { bicBesideIban } from "./recognizers/account-number.ts";
import { address } from "./recognizers/address.ts";
import { age } from "./recognizers/age.ts";
import { bankAccount } from "./recognizers/bank-account.ts";
import { bareIdentifiers } from "./recognizers/bare-identifiers.ts";
import { creditCard } from "./recognizers/credit-card.ts";
import { date } from "./recognizers/date.ts";
import { emailAddress } from "./recognizers/email-address.ts";
import { encodedValue } from "./recognizers/encoded-value.ts";
import { ipAddress } from "./recognizers/ip-address.ts";
import { labelledIdentifiers } from "./recognizers/labelled-identifiers.ts";
import { macNumber } from "./recognizers/mac-number.ts";
import { phoneNumber } from "./recognizers/phone-number.ts";
import { privateKey } from "./recognizers/secret.ts";
import { url } from "./recognizers/url.ts";
import { usSsn } from "./recognizers/us-ssn.ts";
import { handle } from "./recognizers/username.ts";
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
  bareIdentifiers,
  bicBesideIban,
  labelledIdentifiers,
  phoneNumber,
  handle,
  address,
];
