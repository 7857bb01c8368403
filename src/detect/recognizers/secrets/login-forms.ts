// USERNAME and PASSWORD that only the form of the line shows: home directories, access logs (Apache's Common Log Format:
// host, identity, user, time), records of the Linux audit system, commands that log in, calls that take both, and URLs.

import { wordSet } from "../../../core/word-set.ts";
import { FORM_SCORE } from "../../labels/label-values.ts";
import { type Recognizer, type Span, spansOf } from "../../span.ts";
import { matchAt } from "../../text/sticky.ts";

const NAME = "(?<name>[A-Za-z][\\w-]{0,31}(?:\\.[\\w-]{1,31}){0,2})(?![\\w-])";
/** An account name before the mark. */
const BEFORE = "(?<name>[A-Za-z][\\w.-]{2,40})";
/** An IP address, or a name that is not the version of a package. */
const HOST =
  "(?:\\d{1,3}(?:\\.\\d{1,3}){3}|(?!(?:latest|next|beta|alpha|canary|rc|stable|main|master|dev|latin|npm|workspace|patch|file|link|v\\d*)\\b)[a-z][a-z0-9-]{0,30})";
const PASSWORD = "(?<password>[^\\s\"'$:]{4,64})";
/** A password inside quotes; and quotes that may be left out. */
const QUOTED = "(?<password>[^\"'\\n]{4,64})";
const QUOTE = "[\"']?";
/** Command options before the name. */
const OPTIONS = "(?: -\\S{1,20}| /\\S{1,40}){0,6}";
/** Lookbehind for programs that take "-u name" and "-p password" later in the same line. */
const after = (programs: string) => `(?<=\\b(?:${programs})\\b[^\\n]{0,80})`;
/** Options that log in; each begins with " -". */
const LOGIN_OPTIONS = [
  ` - ${NAME} \\[\\d{1,2}/`,
  `(?<=\\bsu) - ${NAME}`,
  ` -u ${QUOTE}${NAME}:${PASSWORD}${QUOTE}(?=\\s|$)`,
  `${after("mysql|mysqldump|sudo|docker login|mongo|mongosh|crontab|az login")} -u ${NAME}`,
  `(?<=\\bssh) -l ${NAME}`,
  ` --user(?:name)?[ =]${QUOTE}${NAME}(?::${PASSWORD})?${QUOTE}(?=\\s|$)`,
  `${after("mysql|mysqldump")} -p${QUOTE}${PASSWORD}`,
  `${after("docker login|mongo|mongosh|sshpass")} -p ?${QUOTE}${PASSWORD}`,
  `${after("psql|pg_dump|pg_restore|createdb|smbclient")} -U ${NAME}`,
  `(?<=redis-cli) -a ${QUOTE}${PASSWORD}`,
  `(?<=echo ${QUOTE}${PASSWORD}${QUOTE} \\| sudo) -S`,
];
/** Calls with both, and with a password as default: `getenv("DB_PASS", "...")`. */
const CALLS = [
  `(?<=auth=|Auth|Credentials?)\\(["']${NAME}["'], ?["']${QUOTED}["']\\)`,
  `(?<=env|environ\\.get|define)\\(["']\\w{0,40}(?:PASS|PASSWORD|PWD)["'], ?["']${QUOTED}["']`,
];

/** Hours and minutes: chat lines have no seconds, log lines do. */
const TIME = "\\d{1,2}:\\d\\d(?: ?[AP]M)?";
/** SQL: an account that is created, changed or dropped, or that an error message names. */
const SQL_ACCOUNT = `(?<=\\b(?:CREATE|ALTER|DROP|create|alter|drop) )(?:USER|ROLE|user|role) (?:IF (?:NOT )?EXISTS )?["']?${NAME}|role "${NAME}" `;

/** By a mark that is searched for first: the form at that mark, with groups for a name and a password. */
const FORMS = Object.entries({
  "/home/": `/home/${NAME}`,
  Users: `Users[/\\\\]{1,2}${NAME}`,
  "sudo: ": `sudo: {1,4}${NAME} : `,
  ' acct="': ` acct="${NAME}"`,
  " -": LOGIN_OPTIONS.join("|"),
  "assword for ": `assword for (?:(?:invalid user )?${NAME} from |'?${NAME}'?(?::|$))`,
  "useradd ": `useradd${OPTIONS} ${NAME}`,
  "usermod ": `usermod [^\\n]{1,100} ${NAME}\\s*$`,
  "chown ": `chown(?: -R)? ${NAME}(?=[: ])`,
  " logged ": `(?<=(?:^|[\\s"'])${BEFORE}["']?) logged (?:in|out|on) (?:from|to|at|via|\\d)`,
  "> ": `(?<=^\\[?(?:[\\d-]{8,10}[ T])?${TIME}\\]? <${BEFORE})> `,
  ": ": `(?<=^\\[?(?:\\d{4}-\\d\\d-\\d\\d[ T])?${TIME}\\]? (?!(?:info|warn|error|debug|trace)\\b)(?<name>[a-z][\\w.-]{2,31})): `,
  ":x:": `(?<=^${BEFORE}):x:\\d{1,6}:`,
  rw: `(?<=^[-dl])rw[xsS-](?:[r-][w-][xsStT-]){2}[.+@]? +\\d{1,6} ${NAME} +[\\w-]{1,32} +[\\d,]`,
  "\\": `(?<=(?:^|[\\s"'(=])[A-Z][A-Z0-9-]{1,14})\\\\(?=[a-z][\\w.-]{2})${NAME}(?!\\\\)`,
  "'@'": `(?<='(?<name>[A-Za-z][\\w.-]{2,40}))'@'`,
  ROLE: SQL_ACCOUNT,
  "role ": SQL_ACCOUNT,
  USER: SQL_ACCOUNT,
  "user ": SQL_ACCOUNT,
  " TO ": `(?<=\\bGRANT\\b[^;\\n]{1,200}) TO "?${NAME}"?(?=;|\\s*$| WITH)`,
  "@": `(?<=(?:^|[\\s"'[(])${BEFORE})@${HOST}(?=[:;,\\s\\])"']|$)`,
  // The user information of a URL (RFC 3986, 3.2.1), for policies that leave URLs in clear.
  "://": `://(?:${NAME})?:(?<password>[^\\s"'$/:@]{4,64})@(?=[\\w[])`,
  "id=": `(?<=\\b[ug])id=\\d{1,10}\\(${NAME}\\)`,
  " pts/": `(?<=^${BEFORE} {1,20}) pts/\\d`,
  "M\n": `(?<=^${BEFORE} {1,3}\\d{1,2}:\\d\\d ?[AP])M\\n`,
  " / ": `(?<=\\b(?:[Ll]og ?in|[Ss]ign in|[Cc]red(?:ential)?s)\\b[^\\n]{1,60}) / (?=\\S*\\d)${PASSWORD}`,
  ") CMD": `(?<=\\(${BEFORE})\\) CMD`,
  "cn=": `\\bcn=${NAME},(?:ou|dc|cn|o)=`,
  '("': CALLS.join("|"),
  "('": CALLS.join("|"),
  "Connection(": `Connection\\([^,\\n]{1,80}, ?["']${NAME}["'], ?["']${QUOTED}["']\\)`,
}).map(([mark, pattern]) => [mark, new RegExp(pattern, "dmy")] as const);
/** Homes and accounts that are nobody's. */
const NOBODY = wordSet(
  "root admin user users username node app ubuntu runner shared public guest your you me name git postgres she who they and",
);

const GROUPS = [
  ["name", spansOf("login-form", "USERNAME")],
  ["password", spansOf("login-form", "PASSWORD")],
] as const;

/** Recognizer of account names and passwords by the form of a line. */
export const loginForms: Recognizer = {
  name: "login-form",
  entityTypes: ["USERNAME", "PASSWORD"],
  scan(text) {
    const spans: Span[] = [];
    for (const [mark, pattern] of FORMS) {
      for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
        const groups = matchAt(pattern, text, at)?.indices?.groups ?? {};
        for (const [group, spanAt] of GROUPS) {
          const [start, end] = groups[group] ?? [0, 0];
          if (start === end || NOBODY.has(text.slice(start, end).toLowerCase())) continue;
          spans.push(spanAt(start, end, FORM_SCORE, "form of the line"));
        }
      }
    }
    return spans;
  },
};
