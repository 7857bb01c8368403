// PASSWORD: passwords, passphrases and PINs behind a label, quoted or not.

import type { Separator } from "../../labels/label-separator.ts";
import { type Evidence, LABEL_SCORE, type LabelledValue } from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";
import { endOfSecret, isProgram, isSentence, isStandIn } from "../../labels/secret-values.ts";

const MIN_CHARS = 4;
const MAX_CHARS = 128;
const SURE_SCORE = 0.85;
const LETTERS_ONLY = /^\p{L}+(?:['\u2019-]\p{L}+)?$/u;
/** Behind a word that says little: letters, digits and a sign. */
const MIXED = /^(?=\D*\d)(?=[^A-Za-z]*[A-Za-z])(?=\w*[^\w.,:/-])/;
const LOWER_WORD = /^[a-z]+$/;

/** Passwords. */
export const password: LabelRule = {
  name: "password",
  entityType: "PASSWORD",
  labels:
    "password|passwords!|pass word|passwd|passwort|pwd|pswd|pw?|pass!|db pass!|passphrase|pass phrase|passcode|" +
    "access code!|temporary password|temporary one?|kennwort|contrasena|clave!|mot de passe|mdp!|senha|wachtwoord|haslo|" +
    "losenord|adgangskode|salasana",
  read(text, at, evidence, separator) {
    PURPOSE.lastIndex = at;
    const purpose = PURPOSE.exec(text)?.[0] ?? "";
    const quote = /["'\u201c]$/.test(purpose) ? purpose.slice(-1) : separator.quote;
    const start = at + purpose.length;
    const value = readPassword(text, evidence, { ...separator, at: start, quote });
    return value && { ...value, start };
  },
};

/** "the password for the vault is ...". */
const PURPOSE = /(?:for|to|of) [^\n.:;"]{1,40}? (?:is|was):? ?["'\u201c]?/y;

function readPassword(
  text: string,
  evidence: Evidence,
  separator: Separator,
): LabelledValue | null {
  const { at, quote } = separator;
  const end = endOfSecret(text, at, quote);
  const value = text.slice(at, end);
  if (value.length < MIN_CHARS || value.length > MAX_CHARS || isStandIn(value)) return null;
  if (isProgram(text, at, separator))
    return { end, score: SURE_SCORE, reason: "assigned to a password" };
  if (/\s/.test(value) && quote === "") return null;
  if (evidence === "explicit") return afterSign(text, value, end);
  return evidence === "loose" && !MIXED.test(value) ? null : inSentence(value, end, quote);
}

/** "Password: hunter2". */
function afterSign(text: string, value: string, end: number): LabelledValue | null {
  if (LOWER_WORD.test(value) && isSentence(text, end)) return null;
  return { end, score: SURE_SCORE, reason: "label with a sign" };
}

/** "the password is hunter2": not just a word, or quoted. */
function inSentence(value: string, end: number, quote: string): LabelledValue | null {
  return quote === "" && LETTERS_ONLY.test(value)
    ? null
    : { end, score: LABEL_SCORE, reason: "label" };
}

const PIN = /\d{4,8}(?![\w.-]\d|\w)/y;

/** Personal identification numbers. */
export const pin: LabelRule = {
  name: "password",
  entityType: "PASSWORD",
  labels: "pin?|pin number|atm pin|card pin|security pin|geheimzahl|one time password!|otp!",
  read(text, at) {
    PIN.lastIndex = at;
    const digits = PIN.exec(text)?.[0] ?? "";
    return digits === "" ? null : { end: at + digits.length, score: LABEL_SCORE, reason: "label" };
  },
};

const CARD_CODE = /\d{3,4}(?![\w.-]\d|\w)/y;

/** Security codes of payment cards: three digits, four of American Express. */
export const cardCode: LabelRule = {
  name: "password",
  entityType: "PASSWORD",
  labels:
    "cvv|cvc|cid!|csc!|card security code|card verification|card verification value|security code!",
  read(text, at) {
    CARD_CODE.lastIndex = at;
    const digits = CARD_CODE.exec(text)?.[0] ?? "";
    return digits === "" ? null : { end: at + digits.length, score: LABEL_SCORE, reason: "label" };
  },
};
