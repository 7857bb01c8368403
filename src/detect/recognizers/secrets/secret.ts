// SECRET: keys and tokens in the forms their issuers have published, JSON Web Tokens (RFC 7519), private
// keys in PEM (RFC 7468), and whatever looks random behind a label such as "api_key".

import type { Separator } from "../../labels/label-separator.ts";
import {
  type Evidence,
  FORM_SCORE,
  LABEL_SCORE,
  type LabelledValue,
} from "../../labels/label-values.ts";
import type { LabelRule } from "../../labels/labelled.ts";
import { endOfSecret, isProgram, isStandIn } from "../../labels/secret-values.ts";
import type { UnlabelledForm } from "../../labels/unlabelled-forms.ts";
import { type Recognizer, type Span, spansOf } from "../../span.ts";

/** Prefixes as AWS, GitHub, GitLab, Slack, Stripe, OpenAI, Anthropic, Google, npm, PyPI ... document them. */
const FORMS = [
  "(?:AKIA|ASIA|AROA|AIDA)[A-Z0-9]{16}",
  "gh[opsur]_[A-Za-z0-9]{30,255}",
  "github_pat_\\w{20,255}",
  "glpat-[\\w-]{20,64}",
  "xox[abeoprs]-[\\w-]{10,250}",
  "xapp-[\\w-]{10,250}",
  "(?:sk|pk|rk)[_-](?:live|test)[_-][A-Za-z0-9]{8,250}",
  "whsec_[A-Za-z0-9+/=]{16,100}",
  "sk-(?:proj-|ant-|or-|svcacct-)?[\\w-]{20,250}",
  "AIza[\\w-]{35}",
  "GOCSPX-[\\w-]{20,40}",
  "ya29\\.[\\w-]{20,250}",
  "eyJ[\\w-]{8,2000}\\.eyJ[\\w-]{8,4000}(?:\\.[\\w-]{0,2000})?",
  "npm_[A-Za-z0-9]{36}",
  "pypi-[\\w-]{50,250}",
  "SG\\.[\\w-]{16,32}\\.[\\w-]{16,64}",
  "hf_[A-Za-z0-9]{30,64}",
  "do[oprt]_v1_[a-f0-9]{64}",
  "shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}",
  "(?:AC|SK)[a-f0-9]{32}",
  "key-[a-f0-9]{32}",
  "dckr_pat_[\\w-]{20,60}",
  "hv[bsr]\\.[\\w-]{20,250}",
  "lin_api_[A-Za-z0-9]{30,60}",
  "sq0[a-z]{3}-[\\w-]{22,60}",
  "EAA[A-Za-z0-9]{80,250}",
  "AGE-SECRET-KEY-1[A-Z0-9]{58}",
];
const PEM_BEGIN = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const PEM_END = /-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** A key without its end: as much of it as is surely key. */
const PEM_BODY = /[A-Za-z0-9+/=\s\\]{0,8192}/y;

const KNOWN_SCORE = 0.95;

/** Keys and tokens in known forms. */
export const UNLABELLED_SECRETS: readonly UnlabelledForm[] = [
  {
    name: "secret",
    entityType: "SECRET",
    pattern: new RegExp(`(?:${FORMS.join("|")})`, "y"),
    run: [2, 128],
    starts:
      "AKI ASI ARO AID gho ghp ghs ghu ghr git glp xox xap sk_ sk- pk_ pk- rk_ rk- whs AIz GOC ya2 eyJ npm pyp " +
      "SG. hf_ doo dor dop dot shp key dck hvb hvs hvr lin sq0 EAA AGE " +
      Array.from("0123456789abcdef", (digit) => `AC${digit} SK${digit}`).join(" "),
    judge: () => ({ score: KNOWN_SCORE, reason: "form of a known issuer" }),
  },
];

const spanAt = spansOf("secret", "SECRET");

/** Recognizer of private keys. */
export const privateKey: Recognizer = {
  name: "secret",
  entityTypes: ["SECRET"],
  scan(text) {
    const spans: Span[] = [];
    const ends = [...text.matchAll(PEM_END)].map((match) => match.index + match[0].length);
    let next = 0;
    let covered = 0;
    for (const { 0: head, index: start } of text.matchAll(PEM_BEGIN)) {
      if (start < covered) continue;
      while ((ends[next] ?? Number.POSITIVE_INFINITY) <= start) next++;
      PEM_BODY.lastIndex = start + head.length;
      const body = PEM_BODY.exec(text)?.[0].trimEnd().length ?? 0;
      covered = ends[next] ?? start + head.length + body;
      spans.push(spanAt(start, covered, KNOWN_SCORE, "private key in PEM"));
    }
    return spans;
  },
};

const MIN_CHARS = 8;
const LONG_CHARS = 16;
const VALUE = /^[\w\-./+=~:!@#$%^&*]+$/;
const SCHEME = /(?:basic|bearer|token) +/iy;

/** Keys and tokens behind a label. */
export const labelledSecret: LabelRule = {
  name: "secret",
  entityType: "SECRET",
  labels:
    "api key|apikey|api token|apitoken|api secret|api keys!|x api key|secret key|secretkey|access key|accesskey|" +
    "access key id|secret access key|access token|accesstoken|auth token|authtoken|authentication token|" +
    "authorization!|refresh token|bearer|bearer token|client secret|clientsecret|app secret|" +
    "consumer secret|consumer key|private token|shared secret|shared key|jwt|jwt secret|" +
    "webhook secret|signing secret|signing key|encryption key|master key|account key!|storage key|session secret|" +
    "stripe key|service key|deploy key!|oauth token|personal access token|security token|device token|push token|" +
    "recovery key|api schlussel|clave api|cle api",
  read: readSecret,
};

/** The same behind words that say less: the value has to look random. */
export const plainSecret: LabelRule = {
  name: "secret",
  entityType: "SECRET",
  labels:
    "secret!|key!|token?|id token!|private key!|licence key!|license key!|product key!|activation key!|hash key!",
  read(text, at, evidence, separator) {
    const value = readSecret(text, at, evidence, separator);
    if (value === null) return null;
    return isRandom(text.slice(value.start ?? at, value.end)) ? value : null;
  },
};

function readSecret(
  text: string,
  at: number,
  evidence: Evidence,
  separator: Separator,
): LabelledValue | null {
  SCHEME.lastIndex = at;
  const start = at + (SCHEME.exec(text)?.[0].length ?? 0);
  const end = endOfSecret(text, start, separator.quote);
  const value = text.slice(start, end);
  if (value.length < MIN_CHARS || !VALUE.test(value) || isStandIn(value)) return null;
  if (value.includes("://") || !isMixed(value)) return null;
  const isSure = isProgram(text, at, separator) || value.length >= LONG_CHARS;
  if (!isSure && evidence !== "explicit") return null;
  const score = isSure ? FORM_SCORE : LABEL_SCORE;
  return { start, end, score, reason: "label and a random value" };
}

/** Letters and digits. */
function isMixed(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value);
}

/** Long, with digits in more places than one, as words with a number have not. */
function isRandom(value: string): boolean {
  return value.length >= LONG_CHARS && (value.match(/\d+/g) ?? []).length >= 3;
}
