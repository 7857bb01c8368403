// PASSWORD: passwords, passphrases and PINs after a label, quoted or not.

import { wordSet } from "../../../core/word-set.ts";
import { hasWordBefore } from "../../labels/context.ts";
import type { Separator } from "../../labels/label-separator.ts";
import {
  type Evidence,
  LABEL_SCORE,
  type LabelledValue,
  matching,
} from "../../labels/label-values.ts";
import { having, type LabelRule } from "../../labels/labelled.ts";
import { endOfSecret, isProgram, isSentence, isStandIn } from "../../labels/secret-values.ts";
import { formsLike, type UnlabelledForm } from "../../labels/unlabelled-forms.ts";
import { writtenAt } from "../../text/sticky.ts";

const MIN_CHARS = 4;
const MAX_CHARS = 128;
const SURE_SCORE = 0.85;
/** A word, also at the end of a question: "Password forgotten?". */
const LETTERS_ONLY = /^\p{L}+(?:['\u2019-]\p{L}+)?\??$/u;
/** Letters, digits and a sign: required after an unspecific label. */
const MIXED = /^(?=\D*\d)(?=[^A-Za-z]*[A-Za-z])(?=\w*[^\w.,:/=`()[\]-])/;
const YEAR = /^(?:19|20)\d\d$/;
const LOWER_WORD = /^[a-z]+$/;

/** Passwords. */
export const password: LabelRule = {
  name: "password",
  entityType: "PASSWORD",
  labels:
    "password|passwords!|pass word|passwd|pswd|pw|rootpw|pgpassword|storepass|keypass|requirepass|pass?|" +
    "wifi pass|vault pass|admin pass|root pass|db pass!|passphrase|pass phrase|passcode|wifi key|wi fi key|" +
    "psk|wifi psk|wpa psk|pre shared key|secret phrase|identified by|temporary password|temporary one?",
  abroad: "password",
  read(text, at, evidence, separator) {
    const purpose = writtenAt(PURPOSE, text, at);
    const quote = /["'\u201c]$/.test(purpose) ? purpose.slice(-1) : separator.quote;
    const start = at + purpose.length;
    const value = readPassword(text, evidence, { ...separator, at: start, quote });
    return value && { ...value, start };
  },
};

/** "PWD" is also a shell's working directory: "PWD=/srv/app", "docker run -v $PWD:/spec". */
export const shortPassword: LabelRule = {
  name: "password",
  entityType: "PASSWORD",
  labels: "pwd",
  read: having(password.read, (written) => !PATH.test(written)),
};
const PATH = /^\/[\w./@-]*$/;

/** Codes of doors, alarms and networks: only with a digit, because such a code may also be said to be broken. */
export const accessCode: LabelRule = {
  name: "password",
  entityType: "PASSWORD",
  labels:
    "access code|alarm code|buzzer code|door code|entry code|gate code|keypad code|lockbox code|wifi code|wi fi code",
  read: having(password.read, (written) => /\d/.test(written)),
};

/** The text between label and value in "the password for the vault is ...". */
const PURPOSE =
  /(?:(?:(?:has been |was )?(?:re)?set|changed) to ["'\u201c]?(?=\S*\d)|(?:for|to|of) [^\n.:;"]{1,40}?(?: (?:is|was):?|:) ?["'\u201c]?)/y;

function readPassword(
  text: string,
  evidence: Evidence,
  separator: Separator,
): LabelledValue | null {
  const { at, quote } = separator;
  const end = endInScript(text, at, endOfSecret(text, at, quote));
  const value = text.slice(at, end);
  if (value.length < MIN_CHARS || value.length > MAX_CHARS || isStandIn(value)) return null;
  if (isProgram(text, at, separator))
    return { end, score: SURE_SCORE, reason: "assigned to a password" };
  if (/\s/.test(value) && quote === "") return null;
  if (evidence === "explicit") return afterSign(text, value, end);
  return evidence === "loose" && !MIXED.test(value) ? null : inSentence(value, end, quote);
}

/** Letters of Hindi, Chinese and Japanese: after a label in these scripts the password contains none of them. */
const OTHER_SCRIPT = /[\u0900-\u097f\u2e80-\u9fff\uff00-\uffef]/;
const LABEL_CHARS = 6;

/** End of a value after a label in Hindi, Chinese or Japanese: at letters of these scripts the sentence continues. */
function endInScript(text: string, at: number, end: number): number {
  if (!OTHER_SCRIPT.test(text.slice(Math.max(0, at - LABEL_CHARS), at))) return end;
  const other = text.slice(at, end).search(OTHER_SCRIPT);
  return other === -1 ? end : at + other;
}

/** A value after a label and a sign: "Password: hunter2". */
function afterSign(text: string, value: string, end: number): LabelledValue | null {
  if (LOWER_WORD.test(value) && isSentence(text, end)) return null;
  return { end, score: SURE_SCORE, reason: "label with a sign" };
}

/** A value in a sentence, "the password is hunter2": a single word or a year only if it is quoted. */
function inSentence(value: string, end: number, quote: string): LabelledValue | null {
  return quote === "" && (LETTERS_ONLY.test(value) || YEAR.test(value))
    ? null
    : { end, score: LABEL_SCORE, reason: "label" };
}

const PASSWORD_WORDS = wordSet(
  "password passwords passphrase passcode pw pwd passwort contrasena senha wachtwoord credentials",
);
const NEAR_CHARS = 60;
/** 8 to 40 characters with small and capital letters and digits, two of them adjacent, or a sign; no call or member. */
const NEAR_FORM =
  /(?=[^a-z]{0,30}[a-z])(?=[^A-Z]{0,30}[A-Z])(?=\w{1,30}?(?:\d\d|[!#$%&*?^~+]))(?=\D{1,30}\d)[\w!#$%&*?^~+=-]{8,40}(?![([]|\.\w)/y;
/** Names in code and versions: "Base64Url", "OAuth2Client". */
const CODE_NAME = /(?:BASE|SHA|MD|UTF|OAUTH|IPV|WIN|WINDOWS|X)\d/;

/** Passwords within some words after "password": "changed the password to something like Dragon99x". */
export const UNLABELLED_PASSWORDS: readonly UnlabelledForm[] = [
  formsLike(password)(
    NEAR_FORM,
    [5, 40],
    0.5,
    "form of a password behind the word",
    (compact, text, start) =>
      !CODE_NAME.test(compact) && hasWordBefore(text, start, PASSWORD_WORDS, NEAR_CHARS),
  ),
];

/** Personal identification numbers. */
export const pin: LabelRule = {
  name: "password",
  entityType: "PASSWORD",
  labels:
    "pin?|atm pin|card pin|security pin|puk|one time password|one time code|otp|verification code|login code|" +
    "sms code|unlock code|auth code|authentication code|authenticator code|use the code|enter the code|enter code",
  read: matching(/(?:\d{3}[ -]\d{3}|\d{4,8})(?![\w.-]\d|\w)/y),
};

/** Security codes of payment cards: three digits, four for American Express. */
export const cardCode: LabelRule = {
  name: "password",
  entityType: "PASSWORD",
  labels:
    "cvv|cvc|cid!|csc!|card security code|card verification|card verification value|security code!",
  read: matching(/\d{3,4}(?![\w.-]\d|\w)/y),
};
