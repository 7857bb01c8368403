// SECRET: keys and tokens in forms that their issuers have published, JSON Web Tokens (RFC 7519), and values that look
// random after a label such as "api_key".

import { wordSet } from "../../../core/word-set.ts";
import { hasWordBefore } from "../../labels/context.ts";
import type { Separator } from "../../labels/label-separator.ts";
import {
  type Evidence,
  FORM_SCORE,
  LABEL_SCORE,
  type LabelledValue,
  matching,
} from "../../labels/label-values.ts";
import { having, type LabelRule } from "../../labels/labelled.ts";
import { endOfSecret, isProgram, isStandIn } from "../../labels/secret-values.ts";
import type { UnlabelledForm } from "../../labels/unlabelled-forms.ts";
import { writtenAt } from "../../text/sticky.ts";

/** Character sets of the part after a prefix. */
const [LETTERS, WORD, HEX, CAPITALS] = ["A-Za-z0-9", "\\w-", "a-fA-F0-9", "A-Z0-9"];

/** Prefixes, separated by blanks; the characters after them; their least and greatest number; as issuers document them. */
const PREFIXED: readonly (readonly [
  prefixes: string,
  chars: string,
  least: number,
  most: number,
])[] = [
  // AWS: IAM identifiers. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
  ["AKIA ASIA AROA AIDA", CAPITALS, 16, 16],
  // GitHub: about authentication, token formats. GitLab: personal access tokens. Docker Hub; Hugging Face; npm; PyPI.
  ["gho_ ghp_ ghs_ ghu_ ghr_", LETTERS, 30, 255],
  ["github_pat_", "\\w", 20, 255],
  ["glpat- gldt- glrt- glptt-", WORD, 20, 64],
  ["dckr_pat_ dckr_oat_", WORD, 20, 60],
  ["hf_", LETTERS, 30, 64],
  ["npm_", LETTERS, 36, 36],
  ["pypi-", WORD, 50, 250],
  ["rubygems_", HEX, 48, 48],
  // Slack: token types. Stripe, Square, Razorpay, Shopify, Meta: keys.
  ["xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xapp-", WORD, 10, 250],
  ["sk_live_ sk_test_ pk_live_ pk_test_ rk_live_ rk_test_", LETTERS, 8, 250],
  ["sk-live- sk-test- pk-live- pk-test- rk-live- rk-test-", LETTERS, 8, 250],
  ["whsec_", "A-Za-z0-9+/=", 16, 100],
  ["sq0atp- sq0csp- sq0idp-", WORD, 22, 60],
  ["rzp_live_ rzp_test_", LETTERS, 14, 14],
  ["shpat_ shpca_ shppa_ shpss_", HEX, 32, 32],
  ["EAA", LETTERS, 80, 250],
  // Models: OpenAI, Anthropic, OpenRouter, Groq, Perplexity, xAI, Replicate.
  ["sk-", WORD, 20, 250],
  ["gsk_ pplx- xai- r8_", LETTERS, 37, 90],
  // Google: API keys, OAuth secrets and tokens.
  ["AIza", WORD, 35, 35],
  ["GOCSPX-", WORD, 20, 40],
  ["ya29.", WORD, 20, 250],
  ["1//0", WORD, 20, 250],
  // Mail, hosting and operations.
  ["key-", "a-f0-9", 32, 32],
  ["xkeysib-", "a-f0-9-", 64, 90],
  ["doo_v1_ dop_v1_ dor_v1_ dot_v1_", "a-f0-9", 64, 64],
  ["hvb. hvs. hvr.", WORD, 20, 250],
  ["dapi", "a-f0-9", 32, 32],
  ["lin_api_", LETTERS, 30, 60],
  ["ntn_ secret_", LETTERS, 40, 60],
  ["figd_", WORD, 30, 60],
  ["PMAK-", "a-f0-9-", 50, 70],
  ["NRAK-", CAPITALS, 27, 27],
  ["sntrys_ sntryu_", "\\w+/=-", 40, 250],
  ["ATATT3", "\\w=-", 60, 250],
  ["sbp_", "a-f0-9", 40, 40],
  ["pul-", "a-f0-9", 40, 40],
  ["glsa_", "\\w", 32, 60],
  ["tskey-", WORD, 20, 80],
  ["dp.pt. dp.st.", LETTERS, 40, 60],
  // age; minisign: secret keys.
  ["AGE-SECRET-KEY-1 AGE-SECRET-KEY-PQ-1", CAPITALS, 58, 58],
  ["RWRTY0Iy", "A-Za-z0-9+/=", 100, 220],
];

/** Forms that are more than a prefix: JSON Web Tokens, SendGrid, Twilio. */
const OTHERS = [
  "eyJ[\\w-]{8,2000}\\.eyJ[\\w-]{8,4000}(?:\\.[\\w-]{0,2000})?",
  "SG\\.[\\w-]{16,32}\\.[\\w-]{16,64}",
  "(?:AC|SK)[a-f0-9]{32}",
];
const OTHER_STARTS = [
  ...["eyJ", "SG."],
  ...Array.from("0123456789abcdef").flatMap((digit) => [`AC${digit}`, `SK${digit}`]),
];

const escaped = (prefix: string) => prefix.replace(/[.]/g, "\\$&");
const FORMS = [
  ...PREFIXED.map(([prefixes, chars, least, most]) => {
    const any = prefixes.split(" ").map(escaped).join("|");
    return `(?:${any})[${chars}]{${least},${most}}`;
  }),
  ...OTHERS,
];
const START_CHARS = 3;
const STARTS = new Set([
  ...PREFIXED.flatMap(([prefixes]) => prefixes.split(" ").map((one) => one.slice(0, START_CHARS))),
  ...OTHER_STARTS,
]);
const KNOWN_SCORE = 0.95;

/** Keys and tokens in known forms. */
export const UNLABELLED_SECRETS: readonly UnlabelledForm[] = [
  {
    name: "secret",
    entityType: "SECRET",
    pattern: new RegExp(`(?:${FORMS.join("|")})`, "y"),
    run: [2, 128],
    starts: [...STARTS].join(" "),
    judge: judgeIssued,
  },
  {
    name: "secret",
    entityType: "SECRET",
    // Telegram: the bot's id, a colon and 34 or 35 characters, in the paths of its API after "bot".
    // https://core.telegram.org/bots/api#authorizing-your-bot
    pattern: /(?:bot)?\d{6,12}:A[\w-]{33,34}(?![\w-])/y,
    run: [6, 15],
    judge: judgeIssued,
  },
];

/** A word of an identifier, or a number in it: "toggleable", "labelArrow2", "SDK", "20240131". */
const WORD_OF_NAME = /^(?:[A-Z]?[a-z]+(?:[A-Z][a-z]+)*\d{0,4}|[A-Z]{1,15}\d{0,4}|\d{1,8})$/;
const RANDOM_CHARS = 8;

/**
 * Whether it is a key rather than the name of a package, a file or a style ("sk-toggleable__label-arrow"): it has a part of
 * eight or more letters and digits that is neither a word nor a number.
 */
function judgeIssued(written: string): { score: number; reason: string } | null {
  const isKey = written
    .split(/[^A-Za-z0-9]/)
    .some((part) => part.length >= RANDOM_CHARS && !WORD_OF_NAME.test(part));
  return isKey ? { score: KNOWN_SCORE, reason: "form of a known issuer" } : null;
}

/** Text in quotes with small and capital letters, and digits in at least three places. */
const QUOTED_FORM =
  /(?<=["'`])(?=[^a-z]{0,40}[a-z])(?=[^A-Z]{0,40}[A-Z])(?=(?:[A-Za-z_+/=-]{0,40}\d{1,40}){3})[\w+/=-]{16,200}(?=["'`])/y;
const SECRET_WORDS = wordSet(
  "hmac createhmac jwt jws sign signed verify cipher createcipheriv encrypt decrypt encode decode fernet secret secrets " +
    "apikey token tokens credentials authorization",
);
const NEAR_CHARS = 40;

/** Random text in quotes, within some words after something that takes a key: `jwt.sign(claims, "...")`. */
export const UNLABELLED_QUOTED: UnlabelledForm = {
  name: "secret",
  entityType: "SECRET",
  pattern: QUOTED_FORM,
  run: [1, 128],
  judge: (_, text, start) =>
    hasWordBefore(text, start, SECRET_WORDS, NEAR_CHARS)
      ? { score: LABEL_SCORE, reason: "random text behind a word for what takes a key" }
      : null,
};

const MIN_CHARS = 8;
const LONG_CHARS = 16;
const COOKIE_CHARS = 10;
const VALUE = /^[\w\-./+=~:!@#$%^&*()]+$/;
const PATH = /^(?:\/[a-z][a-z\d_-]{0,40}){2,20}\/?$/;
const SCHEME = /(?:basic|bearer|token) +/iy;

/** Keys and tokens after a label. */
export const labelledSecret: LabelRule = {
  name: "secret",
  entityType: "SECRET",
  labels:
    "api key|apikey|api token|apitoken|api secret|api keys!|x api key|secret key|secret key base|secretkey|access key|" +
    "accesskey|secret access key|access token|accesstoken|auth token|authtoken|authentication token|" +
    "authorization!|refresh token|bearer|bearer token|client secret|clientsecret|app secret|consumer secret|" +
    "consumer key|private token|shared secret|shared key|jwt|jwt secret|webhook secret|signing secret|" +
    "signing key|encryption key|master key|account key!|storage key|session secret|stripe key|service key|" +
    "deploy key!|oauth token|personal access token|security token|device token|push token|recovery key|" +
    "recovery code|recovery codes|backup code|backup codes",
  abroad: "secret",
  read: readSecret,
};

/** Keys and tokens after less specific labels: the value has to look random. */
export const plainSecret: LabelRule = {
  name: "secret",
  entityType: "SECRET",
  labels:
    "secret?|key!|token?|id token!|private key!|licence key?|license key?|product key?|activation key?|hmac key?|hash key!",
  read: having(readSecret, isRandom),
};

/** Session cookies by their usual names: they let their holder in. A UUID is more often the number of a record. */
export const sessionCookie: LabelRule = {
  name: "secret",
  entityType: "SECRET",
  labels:
    "sid!|jsessionid!|phpsessid!|connect sid!|asp net session id!|remember token!|x auth!|sessionid!|" +
    "session token|session cookie!|csrf token!|csrftoken!|xsrf token!",
  read: having(readSecret, (written) => isCookie(written) && !UUID.test(written)),
};

/** The same behind words that also name other things: "Session: 4f2a..." in a log only numbers it. */
export const plainCookie: LabelRule = {
  name: "secret",
  entityType: "SECRET",
  labels: "session!|session id!|sess!",
  read: having(sessionCookie.read, (written, text, end) =>
    /=["']?$/.test(text.slice(Math.max(0, end - written.length - 2), end - written.length)),
  ),
};
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Words from which the keys of a wallet are derived: 12, 15, 18, 21 or 24 words of three to eight letters (BIP-39). */
export const seedPhrase: LabelRule = {
  name: "secret",
  entityType: "SECRET",
  labels:
    "seed phrase|seed words|mnemonic|mnemonic phrase|recovery phrase|secret recovery phrase|backup phrase",
  read: matching(
    /[a-z]{3,8}(?:,? [a-z]{3,8}){11}(?:(?:,? [a-z]{3,8}){3}){0,4}(?![a-z])/iy,
    FORM_SCORE,
    "label and seed words",
  ),
};

function readSecret(
  text: string,
  at: number,
  evidence: Evidence,
  separator: Separator,
): LabelledValue | null {
  const start = at + writtenAt(SCHEME, text, at).length;
  const end = endOfSecret(text, start, separator.quote);
  const value = text.slice(start, end);
  if (value.length < MIN_CHARS || !VALUE.test(value) || isStandIn(value)) return null;
  if (value.includes("://") || PATH.test(value) || !isMixed(value)) return null;
  const isSure = isProgram(text, at, separator) || value.length >= LONG_CHARS;
  if (!isSure && evidence !== "explicit") return null;
  const score = isSure ? FORM_SCORE : LABEL_SCORE;
  return { start, end, score, reason: "label and a random value" };
}

/** Whether it has both letters and digits. */
function isMixed(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value);
}

/** Digits in two places, or beside small and capital letters. */
function isCookie(value: string): boolean {
  const isMixedCase = /[a-z]/.test(value) && /[A-Z]/.test(value);
  return value.length >= COOKIE_CHARS && (isMixedCase || (value.match(/\d+/g) ?? []).length >= 2);
}

/** Whether it is long and has digits in at least three places; words with a number in them do not. */
function isRandom(value: string): boolean {
  return value.length >= LONG_CHARS && (value.match(/\d+/g) ?? []).length >= 3;
}
