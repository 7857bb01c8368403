// NATIONAL_ID: numbers of persons in national registers, by label with form or check digits, and without a
// label where form and check together leave no doubt. Sources of the checks: weighted-checks.ts. PASSPORT: six to twelve
// letters and digits behind a label. ICAO Doc 9303-3 gives the number nine characters; national forms are shorter or
// longer, and few have a check of their own.

import { wordSet } from "../../../core/word-set.ts";
import { passesLuhn } from "../../../reference/check-digits.ts";
import {
  passesBelgian,
  passesBsn,
  passesDni,
  passesEan13,
  passesHetu,
  passesNir,
  passesPersonnummer,
  passesPesel,
  passesVerhoeff,
} from "../../checks/weighted-checks.ts";
import { hasWordBefore } from "../../labels/context.ts";
import { form, formOrIdentifier, type IdentifierForm } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";
import { formsLike, type UnlabelledForm } from "../../labels/unlabelled-forms.ts";

const DAY = "(?:0[1-9]|[12]\\d|3[01])";
const MONTH = "(?:0[1-9]|1[0-2])";
/** HMRC, NIM39110: letters that a National Insurance number does not begin with. */
const NINO = "(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]";
/** RENAPO: name, date of birth, sex, state, consonants, two more. */
const CURP = `[A-Z]{4}\\d{2}${MONTH}${DAY}[HM][A-Z]{5}[A-Z0-9]\\d`;
const HETU = `${DAY}${MONTH}\\d{2}[-+A-FU-Y]\\d{3}[0-9A-FHJ-NPR-Y]`;
const NIR = "[12] ?\\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\\d) ?(?:\\d{2}|2[AB]) ?\\d{3} ?\\d{3} ?\\d{2}";

const FORMS: readonly IdentifierForm[] = [
  form("the form of a National Insurance number", /[A-Z]{2} ?\d{2} ?\d{2} ?\d{2} ?[A-D]?/iy),
  form("check letter of a DNI or NIE", /[XYZ\d][ -]?\d{7}[ -]?[A-Z]/iy, passesDni),
  form("check digit of an Aadhaar number", /\d{4}[ -]?\d{4}[ -]?\d{4}/y, passesVerhoeff),
  form("check digit of a SIN", /\d{3}[ -]?\d{3}[ -]?\d{3}/y, passesLuhn),
  form("check digit of a BSN", /\d{9}/y, passesBsn),
  form("key of a NIR", new RegExp(NIR, "y"), passesNir),
  form("check digit of an AHV number", /756[. ]?\d{4}[. ]?\d{4}[. ]?\d{2}/y, passesEan13),
  form(
    "check digits of a Belgian number",
    /\d{2}[. ]?\d{2}[. ]?\d{2}[- ]?\d{3}[. ]?\d{2}/y,
    passesBelgian,
  ),
  form("check digit of a PESEL", /\d{11}/y, passesPesel),
  form("check character of a Finnish code", new RegExp(HETU, "y"), passesHetu),
  form("check digit of a personnummer", /(?:\d{2})?\d{6}[-+ ]?\d{4}/y, passesPersonnummer),
  form("the form of a CURP", new RegExp(CURP, "iy")),
  form("the form of an NRIC", /[STFGM]\d{7}[A-Z]/iy),
  form("the form of an Emirates ID", /784-?\d{4}-?\d{7}-?\d/y),
  form("the form of a HKID", /[A-Z]{1,2}\d{6}\([0-9A]\)/y),
  form("number in groups", /\d{1,4}(?:[ .-]\d{3,4}){2,3}(?:-[\dKk])?/y),
  // US: eight or nine digits behind A (USCIS).
  form("the form of an A-number", /A-?\d{3}[ -]?\d{3}[ -]?\d{2,3}/y),
  form("date with serial", /\d{6}[-/ ]\d{3,7}/y),
  form("the form of a CNIC", /\d{5}-\d{7}-\d/y),
];

/** Numbers of persons in national registers. */
export const nationalId: LabelRule = {
  name: "national-id",
  entityType: "NATIONAL_ID",
  labels:
    "national id|nationalid|national identification|national identity|national identity number|national id card|" +
    "national identification number|national identity card|national insurance|national insurance number|ni number|" +
    "national register|national registry|national registration|nino|nid|identity card|identity number|identity no|" +
    "identity document|id card|id document!|identification document!|citizen id|citizen number|citizenship number|" +
    "citizen service number|civil id|civil registration|social insurance|social insurance number|sin!|sin number|" +
    "resident identity|residence permit|residency permit|residence card|resident card|alien registration|" +
    "alien registration number|a number?|green card|uscis number!|government id|government issued id|govt id|" +
    "foreign id|foreigner id|personal identification|personal identification number!|personal identity code|" +
    "personal identity number|personal code!|social id|tribal id|" +
    "personalausweis|personalausweisnummer|ausweisnummer|ausweis nr|ausweis!|aufenthaltstitel|" +
    "sozialversicherungsnummer|sv nummer|svnr|rentenversicherungsnummer|ahv|ahv nummer|ahv nr|avs!|" +
    "dni|nie|documento nacional|documento de identidad|documento de identidade|curp|cedula!|cedula de identidad|" +
    "cedula de ciudadania|numero de seguridad social|seguridad social|numero de identidad|" +
    "carte d identite|carte nationale d identite|cni!|numero de securite sociale|securite sociale|insee|nir|" +
    "numero insee|carta d identita|carta di identita|documento d identita|cartao de cidadao|bilhete de identidade|" +
    "rg!|identiteitskaart|identiteitsbewijs|bsn|burgerservicenummer|burger service nummer|rijksregisternummer|" +
    "rijksregister|numero national|nrn!|aadhaar|aadhar|adhaar|uidai|nric|fin!|hkid|my number|emirates id|iqama|" +
    "cnic|nik!|ktp|pesel|personnummer|cpr!|cpr nummer|cpr nr|fodselsnummer|kennitala|henkilotunnus|hetu|" +
    "isikukood|oib|jmbg|egn!|cnp!|rodne cislo|tc kimlik|tckn|kimlik no|rrn!|resident registration|teudat zehut|" +
    "omang|ghana card|nin!|bvn|south african id|sa id|mykad|philsys|voter epic!|epic no",
  prefixes: "nid nin nino dni nie cnic",
  read: formOrIdentifier(FORMS, { min: 6, max: 20, digits: 5 }),
};

const unlabelled = formsLike(nationalId);
const NINO_REASON = "form of a National Insurance number";

/** National numbers whose form and check need no label. */
export const UNLABELLED_NATIONAL_IDS: readonly UnlabelledForm[] = [
  {
    ...unlabelled(new RegExp(`${NINO} \\d{2} \\d{2} \\d{2} [A-D]`, "y"), [2, 2], 0.85, NINO_REASON),
    back: 3,
  },
  unlabelled(/\d{8}-?[A-Z](?!-)/y, [8, 9], 0.6, "form and check letter of a DNI", passesDni),
  unlabelled(
    /756\.\d{4}\.\d{4}\.\d{2}(?!\.\d)/y,
    [3, 3],
    1,
    "form and check digit of an AHV number",
    passesEan13,
  ),
  unlabelled(
    new RegExp(HETU, "y"),
    [6, 11],
    0.95,
    "form and check character of a Finnish code",
    passesHetu,
  ),
  unlabelled(
    /\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}/y,
    [2, 2],
    1,
    "form and check digits of a Belgian number",
    passesBelgian,
  ),
  unlabelled(new RegExp(NIR, "y"), [1, 1], 0.95, "form and key of a NIR", passesNir),
  unlabelled(new RegExp(`${NINO}\\d{6}[A-D](?!-)`, "y"), [9, 9], 0.6, NINO_REASON),
  unlabelled(/[XYZ]\d{7}-?[A-Z](?!-)/y, [8, 9], 0.85, "form and check letter of an NIE", passesDni),
  unlabelled(new RegExp(CURP, "y"), [18, 18], 0.85, "form of a CURP"),
];

/** Letter and eight digits or nine digits (US, FR, DE ...), two letters and seven (IT, NZ, NL ...). */
const PASSPORT_FORMS: readonly IdentifierForm[] = [
  form("a passport's form", /(?:[A-Z]\d{7,8}|[A-Z]{2}\d{6,7}|\d{9})/iy),
  // The specimen form of the German and the Dutch passport: letters of a set without vowels.
  form("a passport's form", /[CFGHJKLMNPRTVWXYZ][CFGHJKLMNPRTVWXYZ\d]{8}\d?(?![A-Z])/y),
  form("country with number", /[A-Z]{2,3} [A-Z]{0,2}\d{7,9}/y),
  form("a passport's form", /[A-Z] \d{7,8}/y),
];

/** Passport numbers. */
export const passport: LabelRule = {
  name: "passport",
  entityType: "PASSPORT",
  labels:
    "passport|passport book|passport card|passports?|travel document|reisepass|reisepaesse?|pass nr|" +
    "reisepassnummer|passnummer|pasaporte|numero de pasaporte|passeport|numero de passeport|" +
    "passaporto|numero passaporto|passaporte|paspoort|paspoortnummer|pass number!|" +
    "passnr|paszport|nr paszportu|passi|pas nr!|pp no!|ppt!",
  prefixes: "passport ppt",
  read: formOrIdentifier(PASSPORT_FORMS, { min: 6, max: 12, digits: 4 }),
};

const PASSPORT_WORDS = wordSet("passport passports pasaporte passeport reisepass");
const PASSPORT_CHARS = 80;
const nearPassport = formsLike(passport);

/** Passport numbers some words behind "passport": "passports: Ann K4821907, Ben L7730218". */
export const UNLABELLED_PASSPORTS: readonly UnlabelledForm[] = [
  nearPassport(
    /(?:[A-Z]{1,2}\d{6,8}|\d{9}|[CFGHJKLMNPRTVWXYZ](?=[A-Z]{0,7}\d)[CFGHJKLMNPRTVWXYZ\d]{8})(?!-)/y,
    [7, 10],
    0.6,
    "a passport's form behind the word",
    (_, text, start) => hasWordBefore(text, start, PASSPORT_WORDS, PASSPORT_CHARS),
  ),
];
