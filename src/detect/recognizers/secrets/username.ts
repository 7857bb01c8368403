// USERNAME: account and login names after a label, and "@name" as social networks write it.

import { wordSet } from "../../../core/word-set.ts";
import type { Separator } from "../../labels/label-separator.ts";
import { type Evidence, LABEL_SCORE, type LabelledValue } from "../../labels/label-values.ts";
import { having, type LabelRule } from "../../labels/labelled.ts";
import { isProgram, isStandIn } from "../../labels/secret-values.ts";
import { recognizerOf, type Span, spansOf } from "../../span.ts";
import { matchAt, writtenAt } from "../../text/sticky.ts";

/** A Windows domain before the name: "CORP\jsmith", in JSON "CORP\\jsmith"; not a line break in JSON. */
const DOMAIN = "(?:[A-Za-z][\\w-]{0,20}\\\\(?:\\\\|(?![nrtbfu])))?";
const NAME = new RegExp(`@?${DOMAIN}[A-Za-z0-9][\\w.+-]{1,38}`, "y");
const MIN_CHARS = 3;
/** An account name that is not a word: it has a digit or an underscore, or a dot or dash inside. */
const UNMISTAKABLE = /\d|_|\w[.-]\w/;
/** An account name after an unspecific word: letters with a number, or two names with a dot that are no host and no file. */
const LOWER_MIXED =
  /^[a-z](?:[a-z._-]{1,30}\d{1,8}|[a-z]{0,20}\.(?!(?:com|org|net|dev|app|txt|yml|yaml|json|exe|local|internal|example|test)$)[a-z]{3,30})$/;
/** The quote must follow the name directly: the name is all that is quoted. */
const QUOTED = /^["'\u201d\u2019]/;
const DIGITS = /^\d{4,40}$/;
/** It is part of an address, a path or a call; a line break in JSON ends it. */
const GOES_ON = /^(?:[@:/(]|\\(?![nrt"\\]))/;
const LINE_END = /^(?:\s*$|[ \t]*[\r\n|,;)\]}])/;

/** "jsmith / hunter2": a name, and something with a letter and a digit that is not a path. */
const PAIR =
  /([A-Za-z][\w.+-]{1,38}) ?[/|:] ?((?=\S{0,40}\d)(?=\S{0,40}[A-Za-z])[^\s"'`<>|,;/:()[\]]{6,64})(?![\w/])/y;

/** A name with its password: the password's value, and the name as a value before it, so that a policy can want either. */
function readPair(text: string, at: number): LabelledValue | null {
  const [pair = "", name = "", secret = ""] = matchAt(PAIR, text, at) ?? [];
  if (pair === "") return null;
  const about = { score: LABEL_SCORE, reason: "name and password" };
  const end = at + pair.length;
  const user = { start: at, end: at + name.length, entityType: "USERNAME", ...about } as const;
  return { start: end - secret.length, end, entityType: "PASSWORD", before: user, ...about };
}

/** A name with a password next to it. */
export const loginPair: LabelRule = {
  name: "username",
  entityType: "PASSWORD",
  labels:
    "credentials|creds|log in with|login with|sign in with|user pass|user pw|user password|username password|login pw|" +
    "login password|auth!|basic auth",
  read: readPair,
};

/** Account names. */
export const username: LabelRule = {
  name: "username",
  entityType: "USERNAME",
  labels:
    "username|user name|pguser|usernames!|user id|userid|login?|login name|loginid|logon!|logon name|log in!|" +
    "account name?|screen name|screenname|display name!|nickname!|nick!|handle|twitter handle|" +
    "instagram handle|email handle|user handle|twitter?|instagram?|skype?|telegram?|github?|github user|" +
    "github username|discord?|slack?|uname!|sam account name|samaccountname|principal name!",
  abroad: "username",
  read(text, at, evidence, separator) {
    const pair = readPair(text, at);
    if (pair !== null) return pair;
    const end = endOfName(text, at);
    if (evidence !== "explicit" || !DIGITS.test(text.slice(at, end))) {
      return readName(text, at, evidence, separator);
    }
    return { end, score: LABEL_SCORE, reason: "number of a user", entityType: "ID_OTHER" };
  },
};

/** Account names after "user" alone. */
export const plainUsername: LabelRule = {
  name: "username",
  entityType: "USERNAME",
  labels: "user?|usr!",
  read: readName,
};

function endOfName(text: string, at: number): number {
  const name = matchAt(NAME, text, at)?.[0].replace(/[.+-]+$/, "") ?? "";
  return at + name.length;
}

function readName(
  text: string,
  at: number,
  evidence: Evidence,
  separator: Separator,
): LabelledValue | null {
  const end = endOfName(text, at);
  const name = text.slice(at, end);
  const isOther =
    NOBODY.has(name) ||
    DIGITS.test(name) ||
    isStandIn(name) ||
    GOES_ON.test(text.slice(end, end + 2));
  if (name.length < MIN_CHARS || isOther) return null;
  const isLikely =
    evidence === "loose" && separator.quote === ""
      ? LOWER_MIXED.test(name) || (/^[a-z]/.test(name) && isFollowed(text, end))
      : isPlausible(text, at, end) || QUOTED.test(text.slice(end, end + 1));
  return isLikely || isProgram(text, at, separator)
    ? { end, score: LABEL_SCORE, reason: "label" }
    : null;
}

/** What an account does in a log, or its password, after the name. */
const FOLLOWED = /^ (?:from \d|logged (?:in|out)|signed in|with password|pass(?:word)? \S)/i;
const FOLLOWED_CHARS = 16;

function isFollowed(text: string, end: number): boolean {
  return FOLLOWED.test(text.slice(end, end + FOLLOWED_CHARS));
}

/** Whether it is not a word of a sentence or a person's first name. */
function isPlausible(text: string, at: number, end: number): boolean {
  const name = text.slice(at, end);
  if (UNMISTAKABLE.test(name)) return true;
  return /^[a-z]/.test(name) && LINE_END.test(text.slice(end, end + 8));
}

/** Account names after less specific words: only if they are not plain words. */
export const accountName: LabelRule = {
  name: "username",
  entityType: "USERNAME",
  labels:
    "as user|for user|by user|with user|db user|os user|unknown user|no such user|login is|login for|logon for|" +
    "session for|impersonating|connect as|run as|runas|logname!|modified by|approved by|reviewed by|assigned to|" +
    "committed by|pushed by|deployed by|executed by|submitted by|uploaded by|comment by|of user|auth failed for|" +
    "authentication failed for|authentication succeeded for|login attempt for|login successful|running as|ran as|bind as|" +
    "password changed for|account locked!|lockout!",
  read: having(
    readLogged,
    (written, text, end) => UNMISTAKABLE.test(written) || isFollowed(text, end),
  ),
};

/** Account names in fields that usually hold a person or a team: "assignee: jsmith4", "author: k.oduya". */
export const ownerName: LabelRule = {
  name: "username",
  entityType: "USERNAME",
  labels:
    "owner!|author!|assignee!|maintainer!|reporter!|requester!|committer!|opened by!|closed by!|reported by!|merged by!",
  read: having(readLogged, (written) => LOWER_MIXED.test(written)),
};

/** Account names in server logs: of OpenSSH and PAM, of auditd, of LDAP, of gateways (ArcSight's CEF). */
export const loggedName: LabelRule = {
  name: "username",
  entityType: "USERNAME",
  labels:
    "accepted publickey for|accepted password for|accepted keyboard interactive for|failed password for|" +
    "failed password for invalid user|invalid user|failed publickey for|session opened for user|session closed for user|" +
    "authentication failed for user|login failed for user|access denied for user|disconnected from user|" +
    "disconnected from authenticating user|connection closed by invalid user|connection closed by authenticating user|" +
    "authenticated as principal|ruser!|new user name!|logged in as|signed in as|login as|log in as|sign in as|" +
    "authenticated as|principal!|last edited by|last modified by|changed by|created by!|updated by!|" +
    "suser|duser|actor!|sub!|reviewer!|requested by!|uid!|pwd home|sudo!",
  read: readLogged,
};

function readLogged(text: string, at: number): LabelledValue | null {
  const name = writtenAt(LOGGED, text, at);
  if (name.length < MIN_CHARS || isStandIn(name) || NOBODY.has(name)) return null;
  return { end: at + name.length, score: LABEL_SCORE, reason: "label in a log" };
}

const LOGGED = new RegExp(
  `${DOMAIN}[a-z][\\w-]{0,38}(?:\\.[\\w-]{1,38}){0,2}(?![\\w@/:]|[.-]\\w)`,
  "y",
);
/** System accounts and other words that name nobody. */
const NOBODY = wordSet(
  "root admin administrator nobody guest daemon www-data system systemd the this that user from with and",
);

/** "@name" with a letter; not an e-mail address, a package or an annotation in code. */
const HANDLE =
  /(?<![\w@/.+-])@(?=\w{0,29}[A-Za-z])\w{1,30}(?:[.-]\w{1,30}){0,3}(?![\w@(]|[/-]\w|\.\w)/y;
const MIN_HANDLE_CHARS = 4;
const HANDLE_SCORE = 0.5;
/** Documentation tags, style sheet rules, decorators, and words with which chat addresses everybody. */
const NO_HANDLES = wordSet(
  "author since deprecated link param params return returns throws see version example override overrides test before " +
    "after ignore todo type typedef property private public internal module default class code literal inheritdoc " +
    "suppress suppresswarnings autowired entity component service bean inject injectable input output dataclass " +
    "staticmethod classmethod abstractmethod media import charset keyframes supports font-face layer tailwind apply " +
    "include mixin extend use container here channel everyone all team group mention ts-ignore ts-expect-error ts-nocheck " +
    "preserve license copyright file brief note warning nullable notnull nonnull data getter setter builder",
);

const spanAt = spansOf("username", "USERNAME");

/** Recognizer of "@name". */
export const handle = recognizerOf("username", "USERNAME", (text) => {
  const spans: Span[] = [];
  for (let start = text.indexOf("@"); start !== -1; start = text.indexOf("@", start + 1)) {
    const written = matchAt(HANDLE, text, start)?.[0];
    if (written === undefined || written.length < MIN_HANDLE_CHARS) continue;
    if (NO_HANDLES.has(written.slice(1).toLowerCase())) continue;
    if (isLine(text, start, start + written.length)) continue;
    spans.push(spanAt(start, start + written.length, HANDLE_SCORE, "name behind @"));
  }
  return spans;
});

const MAX_BLANKS = 40;

/** Whether it fills its line, as annotations and decorators do. */
function isLine(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - MAX_BLANKS), start);
  const after = text.slice(end, end + MAX_BLANKS);
  return /\n[ \t]*$/.test(before) && /^[ \t]*\r?\n/.test(after);
}
