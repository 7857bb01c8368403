// All values that need no label, in one pass. At one place the first form wins.

import { createBare } from "../labels/unlabelled-forms.ts";
import { BARE_POSTCODES } from "./address/postcode.ts";
import { BARE_NATIONAL_IDS } from "./identity/national-id.ts";
import { BARE_TAX_IDS } from "./identity/tax-id.ts";
import { BARE_VEHICLE_IDENTIFICATION } from "./identity/vehicle-identification.ts";
import { BARE_VEHICLE_REGISTRATION } from "./identity/vehicle-registration.ts";
import { BARE_WALLETS } from "./payment/crypto-wallet.ts";
import { BARE_SECRETS } from "./secrets/secret.ts";

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
