// All identifiers that are known by the words around them, in one pass. Of two kinds with one label or
// prefix the first has it.

import { createLabelled } from "../../labels/labelled.ts";
import { postcode } from "../address/postcode.ts";
import { account, bankBranch, bic } from "../payment/account-number.ts";
import { labelledWallet } from "../payment/crypto-wallet.ts";
import { password, pin } from "../secrets/password.ts";
import { labelledSecret, plainSecret } from "../secrets/secret.ts";
import { plainUsername, username } from "../secrets/username.ts";
import { drivingLicence } from "./driving-licence.ts";
import { insuranceNumber } from "./insurance-number.ts";
import { medicalRecord } from "./medical-record.ts";
import { nationalId } from "./national-id.ts";
import { capitalNationality, nationality } from "./nationality.ts";
import { otherId, plainId } from "./other-id.ts";
import { passport } from "./passport.ts";
import { professionalLicence } from "./professional-licence.ts";
import { taxId } from "./tax-id.ts";
import { vehicleIdentification } from "./vehicle-identification.ts";
import { vehicleRegistration } from "./vehicle-registration.ts";

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
