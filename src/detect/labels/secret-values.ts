// Values of arbitrary characters (passwords, keys, tokens): where they end, and which words are only stand-ins for one.

import { wordSet } from "../../core/word-set.ts";
import type { Separator } from "./label-separator.ts";

const MAX_CHARS = 200;
const CLOSING: Readonly<Record<string, string>> = {
  "\u201c": "\u201d",
  "\u201e": "\u201c",
  "\u2018": "\u2019",
};
const OUTSIDE = /[\s"<>|\u201c-\u201f]/;
/** Punctuation of the sentence or program around an unquoted value. */
const TRAILING = /[.,;)\]}'`]+$/;
/** Start of the next parameter of a query or connection string. */
const NEXT_PARAMETER = /[&;][A-Za-z_][\w -]{0,40}=/;

/** End of the value that begins at `at`: its closing quote, or the end of the unquoted run. */
export function endOfSecret(text: string, at: number, quote: string): number {
  const window = text.slice(at, at + MAX_CHARS);
  const line = window.search(/[\r\n]/);
  const inLine = line === -1 ? window : window.slice(0, line);
  const close =
    quote === "" ? -1 : closingQuote(inLine, CLOSING[quote] ?? quote, escapesAt(text, at - 2));
  if (close !== -1) return at + close;
  const stop = inLine.search(OUTSIDE);
  const run = stop === -1 ? inLine : inLine.slice(0, stop);
  const parameter = run.search(NEXT_PARAMETER);
  const value = parameter === -1 ? run : run.slice(0, parameter);
  // A run that fills the window is no secret.
  return value.length === MAX_CHARS ? at : at + value.length - trailingChars(value);
}

/** Number of backslashes that end at `last`. */
function escapesAt(text: string, last: number): number {
  let first = last;
  while (first >= 0 && last - first < MAX_CHARS && text.charAt(first) === "\\") first--;
  return last - first;
}

/**
 * End of the value before its closing quote; -1 if there is none. An opening quote with backslashes before it, in JSON inside a
 * string, is closed by one with as many; without any, by one that is not escaped.
 */
function closingQuote(line: string, quote: string, opening: number): number {
  for (let at = line.indexOf(quote); at !== -1; at = line.indexOf(quote, at + 1)) {
    const escapes = escapesAt(line, at - 1);
    if (opening > 0 ? escapes <= opening : escapes % 2 === 0)
      return at - Math.min(escapes, opening);
  }
  return -1;
}

/** Scans backwards by hand: a pattern anchored at the end would be tried at every position. */
function trailingChars(value: string): number {
  let chars = 0;
  while (chars < value.length && TRAILING.test(value.charAt(value.length - 1 - chars))) chars++;
  return chars;
}

/** The name of the next parameter, where a value is missing: "userName=". Base64 of letters alone mixes cases in other ways. */
const PARAMETER = /^(?:[A-Z]?[a-z]+(?:[_-][a-z]*|[A-Z][a-z]+)*|[A-Z]+(?:[_-][A-Z]*)*)=$/;
const PLACEHOLDER =
  /^(?:[*x\u2022.#-]+|[<{[(].*|\$[{(A-Z_].*[A-Z_})]|%(?:\w|\w+%)|(?:process|os|env|config|settings)\..*|\w+\(.*|(?:your|my|the|new|old|a|an)(?: .*|[-_](?:[a-z]+[-_])*(?:key|password|passwd|pass|pwd|token|secret|here|value|name|user|id|code)))$/i;
const STAND_INS = wordSet(
  "null none nil true false undefined unknown required optional string str text varchar password passwd token " +
    "secret key value username user name changed reset expired incorrect invalid wrong correct protected encrypted " +
    "hidden redacted removed masked empty missing hash hashed and or is was are not the for with must should can " +
    "will has have to in on at of from by if n/a na tbd admin's here below above field fields policy policies " +
    "manager protection authentication login failed failure error",
);
/** What an unfilled field shows in forms in other languages. */
const UNFILLED = wordSet(
  "siehe keine unbekannt unbenannt erforderlich pflichtfeld voir aucun aucune inconnu inconnue obligatoire requis requise " +
    "ninguno desconocido obligatorio obligatoria requerido requerida vedi nessuno sconosciuto obbligatorio obbligatoria nenhum " +
    "desconhecido obrigatório obrigatória zie geen onbekend verplicht ingen okänd obligatorisk obligatoriskt zob brak nieznany " +
    "wymagane wymagany bkz yok bilinmiyor zorunlu",
);

/** Whether the text is only a stand-in for a value: "********", "${PASSWORD}", "<password>", "required". */
export function isStandIn(value: string): boolean {
  if (STAND_INS.has(value.toLowerCase()) || isUnfilled(value)) return true;
  return PARAMETER.test(value) || PLACEHOLDER.test(value);
}

/** Whether the value is quoted, or follows "=" or ":=", as in programs. */
export function isProgram(text: string, at: number, separator: Separator): boolean {
  return separator.isAssigned && (separator.quote !== "" || text.slice(at - 3, at).includes("="));
}

/** Whether an unquoted value continues as a sentence: a blank and a lower-case letter follow. */
export function isSentence(text: string, end: number): boolean {
  return /^ [a-z]/.test(text.slice(end, end + 2));
}

/** Whether a word says, in a form in a language other than English, that a field is empty or required. */
export function isUnfilled(word: string): boolean {
  return UNFILLED.has(word.toLowerCase());
}
