// All values that need no label, in one pass. At one place the first form wins.

import { createUnlabelled } from "../labels/unlabelled-forms.ts";
import { UNLABELLED_POSTCODES } from "./address/postcode.ts";
import { UNLABELLED_NATIONAL_IDS } from "./identity/national-id.ts";
import { UNLABELLED_TAX_IDS } from "./identity/tax-id.ts";
import { UNLABELLED_VEHICLE_IDENTIFICATION } from "./identity/vehicle-identification.ts";
import { UNLABELLED_VEHICLE_REGISTRATION } from "./identity/vehicle-registration.ts";
import { UNLABELLED_WALLETS } from "./payment/crypto-wallet.ts";
import { UNLABELLED_SECRETS } from "./secrets/secret.ts";

/** Recognizer of values of every kind that need no label. */
export const unlabelledIdentifiers = createUnlabelled("unlabelled-identifiers", [
  ...UNLABELLED_SECRETS,
  ...UNLABELLED_WALLETS,
  UNLABELLED_VEHICLE_IDENTIFICATION,
  ...UNLABELLED_NATIONAL_IDS,
  ...UNLABELLED_TAX_IDS,
  UNLABELLED_VEHICLE_REGISTRATION,
  ...UNLABELLED_POSTCODES,
]);
