// All values that need no label, in one pass. At one place the first form wins.

import { BARE_POSTCODES } from "../address/postcode.ts";
import { BARE_WALLETS } from "../payment/crypto-wallet.ts";
import { BARE_SECRETS } from "../secrets/secret.ts";
import { BARE_NATIONAL_IDS } from "./national-id.ts";
import { BARE_TAX_IDS } from "./tax-id.ts";
import { createBare } from "./unlabelled-forms.ts";
import { BARE_VEHICLE_IDENTIFICATION } from "./vehicle-identification.ts";
import { BARE_VEHICLE_REGISTRATION } from "./vehicle-registration.ts";

/** Recognizer of values of every kind that need no label. */
export const bareIdentifiers = createBare("bare-identifiers", [
  ...BARE_SECRETS,
  ...BARE_WALLETS,
  BARE_VEHICLE_IDENTIFICATION,
  ...BARE_NATIONAL_IDS,
  ...BARE_TAX_IDS,
  BARE_VEHICLE_REGISTRATION,
  ...BARE_POSTCODES,
]);
