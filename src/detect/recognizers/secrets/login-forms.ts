// USERNAME and PASSWORD where only the form of the line tells them: home directories, access logs (Apache's Common Log
// Format: host, identity, user, time), records of the Linux audit system, sudo, and "curl -u name:password".

import type { EntityName } from "../../../core/entities.ts";
import { FORM_SCORE } from "../../labels/label-values.ts";
import type { Recognizer, Span } from "../../span.ts";

const NAME = "[A-Za-z][\\w-]{0,31}(?:\\.[\\w-]{1,31}){0,2}";
/** What stands in the text, found first; and the form that begins there. The groups are a name and a password. */
const FORMS: readonly (readonly [mark: string, pattern: RegExp])[] = [
  ["/home/", new RegExp(`/home/(?<name>${NAME})(?![\\w-])`, "dy")],
  ["/Users/", new RegExp(`/Users/(?<name>${NAME})(?![\\w-])`, "dy")],
  ["sudo: ", new RegExp(`sudo: {1,4}(?<name>${NAME}) : `, "dy")],
  [' acct="', new RegExp(` acct="(?<name>${NAME})"`, "dy")],
  [" - ", new RegExp(` - (?<name>${NAME}) \\[\\d{1,2}/`, "dy")],
  [
    "Failed password for ",
    new RegExp(`Failed password for (?:invalid user )?(?<name>${NAME}) from `, "dy"),
  ],
  [
    " -u ",
    new RegExp(` -u ["']?(?<name>${NAME}):(?<password>[^\\s"'$:]{4,64})["']?(?=\\s|$)`, "dy"),
  ],
  [
    " --user ",
    new RegExp(` --user ["']?(?<name>${NAME}):(?<password>[^\\s"'$:]{4,64})["']?(?=\\s|$)`, "dy"),
  ],
];
/** Homes and accounts of nobody. */
const NOBODY: ReadonlySet<string> = new Set(
  "root admin user users username node app ubuntu runner shared public guest your you me name".split(
    " ",
  ),
);

const TYPES: readonly (readonly [group: string, type: EntityName])[] = [
  ["name", "USERNAME"],
  ["password", "PASSWORD"],
];

/** Recognizer of account names and passwords by the form of a line. */
export const loginForms: Recognizer = {
  name: "login-form",
  entityTypes: ["USERNAME", "PASSWORD"],
  scan(text) {
    const spans: Span[] = [];
    for (const [mark, pattern] of FORMS) {
      for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) {
        pattern.lastIndex = at;
        const groups = pattern.exec(text)?.indices?.groups ?? {};
        for (const [group, entityType] of TYPES) {
          const [start, end] = groups[group] ?? [0, 0];
          if (start === end || NOBODY.has(text.slice(start, end).toLowerCase())) continue;
          spans.push({
            start,
            end,
            entityType,
            score: FORM_SCORE,
            recognizer: "login-form",
            reason: "form of the line",
          });
        }
      }
    }
    return spans;
  },
};
