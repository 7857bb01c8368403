// The recognizers auto-detect runs. Their order decides between overlapping findings of equal length and score
// (merge/conflicts.ts): checksums first, then parsed forms, then forms that need a judgement.

import { createLabelled } from "./labels/labelled.ts";
import { createUnlabelled } from "./labels/unlabelled-forms.ts";
import { address } from "./recognizers/address/address.ts";
import { addressForms } from "./recognizers/address/address-forms.ts";
import { coordinates, labelledCoordinate } from "./recognizers/address/coordinates.ts";
import { labelledAddress } from "./recognizers/address/labelled-address.ts";
import { postcode, UNLABELLED_POSTCODES } from "./recognizers/address/postcode.ts";
import { age } from "./recognizers/date/age.ts";
import { date } from "./recognizers/date/date.ts";
import { encodedValue } from "./recognizers/encoded-value.ts";
import { introducedName, spelledName } from "./recognizers/identity/introduced-name.ts";
import { labelledName, labelledTown } from "./recognizers/identity/labelled-name.ts";
import {
  drivingLicence,
  professionalLicence,
  UNLABELLED_DRIVING_LICENCES,
} from "./recognizers/identity/licences.ts";
import { machineReadableZone } from "./recognizers/identity/machine-readable-zone.ts";
import {
  nationalId,
  passport,
  UNLABELLED_NATIONAL_IDS,
  UNLABELLED_PASSPORTS,
} from "./recognizers/identity/national-id.ts";
import { capitalNationality, nationality } from "./recognizers/identity/nationality.ts";
import { otherId, plainId } from "./recognizers/identity/other-id.ts";
import {
  insuranceNumber,
  medicalRecord,
  UNLABELLED_HEALTH_NUMBERS,
} from "./recognizers/identity/patients-and-insured.ts";
import { taxId, UNLABELLED_TAX_IDS } from "./recognizers/identity/tax-id.ts";
import { usSsn } from "./recognizers/identity/us-ssn.ts";
import {
  UNLABELLED_VEHICLE_IDENTIFICATION,
  UNLABELLED_VEHICLE_REGISTRATION,
  vehicleIdentification,
  vehicleRegistration,
} from "./recognizers/identity/vehicle.ts";
import { emailAddress } from "./recognizers/network/email-address.ts";
import { ipAddress } from "./recognizers/network/ip-address.ts";
import { macNumber } from "./recognizers/network/mac-number.ts";
import { url } from "./recognizers/network/url.ts";
import { account, bankBranch, bic, bicBesideIban } from "./recognizers/payment/account-number.ts";
import { bankAccount } from "./recognizers/payment/bank-account.ts";
import { creditCard } from "./recognizers/payment/credit-card.ts";
import { labelledWallet, UNLABELLED_WALLETS } from "./recognizers/payment/crypto-wallet.ts";
import { phoneNumber } from "./recognizers/phone/phone-number.ts";
import { loginForms } from "./recognizers/secrets/login-forms.ts";
import {
  accessCode,
  cardCode,
  password,
  pin,
  shortPassword,
  UNLABELLED_PASSWORDS,
} from "./recognizers/secrets/password.ts";
import { privateKey } from "./recognizers/secrets/private-key.ts";
import {
  labelledSecret,
  plainCookie,
  plainSecret,
  seedPhrase,
  sessionCookie,
  UNLABELLED_QUOTED,
  UNLABELLED_SECRETS,
} from "./recognizers/secrets/secret.ts";
import {
  accountName,
  handle,
  loggedName,
  loginPair,
  ownerName,
  plainUsername,
  username,
} from "./recognizers/secrets/username.ts";
import type { Recognizer } from "./span.ts";

/** Every identifier recognized by the words around it, in one pass. Where two kinds share a label, the first wins. */
export const labelledIdentifiers = createLabelled(
  "labelled-identifiers",
  [
    password,
    shortPassword,
    accessCode,
    pin,
    cardCode,
    seedPhrase,
    labelledSecret,
    plainSecret,
    sessionCookie,
    plainCookie,
    loggedName,
    accountName,
    loginPair,
    ownerName,
    username,
    plainUsername,
    passport,
    drivingLicence,
    vehicleIdentification,
    vehicleRegistration,
    nationalId,
    taxId,
    bankBranch,
    bic,
    account,
    medicalRecord,
    insuranceNumber,
    professionalLicence,
    labelledWallet,
    postcode,
    labelledCoordinate,
    otherId,
    introducedName,
    spelledName,
    labelledName,
    labelledTown,
    labelledAddress,
    plainId,
  ],
  [nationality, capitalNationality],
);

/** All values that need no label, in one pass. At one position the first form wins. */
export const unlabelledIdentifiers = createUnlabelled("unlabelled-identifiers", [
  ...UNLABELLED_SECRETS,
  ...UNLABELLED_WALLETS,
  ...UNLABELLED_VEHICLE_IDENTIFICATION,
  ...UNLABELLED_DRIVING_LICENCES,
  ...UNLABELLED_NATIONAL_IDS,
  ...UNLABELLED_PASSPORTS,
  ...UNLABELLED_TAX_IDS,
  ...UNLABELLED_HEALTH_NUMBERS,
  UNLABELLED_VEHICLE_REGISTRATION,
  ...UNLABELLED_POSTCODES,
  UNLABELLED_QUOTED,
  ...UNLABELLED_PASSWORDS,
]);

/** Every built-in recognizer, in order of precedence. */
export const RECOGNIZERS: readonly Recognizer[] = [
  machineReadableZone,
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
  loginForms,
  coordinates,
  address,
  addressForms,
];
