// The recognizers auto-detect runs. Order is the last tie-break between overlapping spans
// (detector.ts): checksums first, then parsed forms, then forms that need a judgement.

import { address } from "./recognizers/address.ts";
import { bankAccount } from "./recognizers/bank-account.ts";
import { creditCard } from "./recognizers/credit-card.ts";
import { emailAddress } from "./recognizers/email-address.ts";
import { ipAddress } from "./recognizers/ip-address.ts";
import { macNumber } from "./recognizers/mac-number.ts";
import { phoneNumber } from "./recognizers/phone-number.ts";
import { url } from "./recognizers/url.ts";
import { usSsn } from "./recognizers/us-ssn.ts";
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
  phoneNumber,
  address,
];
