// All identifiers that are known by the words around them, in one pass. Of two kinds with one label or
// prefix the first has it.

import { createLabelled } from "../labels/labelled.ts";
import { postcode } from "./address/postcode.ts";
import { drivingLicence } from "./identity/driving-licence.ts";
import { insuranceNumber } from "./identity/insurance-number.ts";
import { medicalRecord } from "./identity/medical-record.ts";
import { nationalId } from "./identity/national-id.ts";
import { capitalNationality, nationality } from "./identity/nationality.ts";
import { otherId, plainId } from "./identity/other-id.ts";
import { passport } from "./identity/passport.ts";
import { professionalLicence } from "./identity/professional-licence.ts";
import { taxId } from "./identity/tax-id.ts";
import { vehicleIdentification } from "./identity/vehicle-identification.ts";
import { vehicleRegistration } from "./identity/vehicle-registration.ts";
import { account, bankBranch, bic } from "./payment/account-number.ts";
import { labelledWallet } from "./payment/crypto-wallet.ts";
import { password, pin } from "./secrets/password.ts";
import { labelledSecret, plainSecret } from "./secrets/secret.ts";
import { plainUsername, username } from "./secrets/username.ts";

/** Recognizer of labelled identifiers of every kind. */
export const labelledIdentifiers = createLabelled(
  "labelled-identifiers",
  [
    password,
    pin,
    labelledSecret,
    plainSecret,
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
    otherId,
    plainId,
  ],
  [nationality, capitalNationality],
);
