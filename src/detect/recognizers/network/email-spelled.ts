// E-mail addresses whose at sign is a word, as people write them against collectors: "jane [at] example.com",
// "jane(at)example(dot)com", "jane at example dot com". Words count only with a dot in words as well.

const BRACKETED = /[[({] ?(?:at|AT|At|@) ?[\])}]/y;
/** How such signs begin: looked up first, since brackets are rare and letters are not. */
const SIGN_STARTS = ["[at", "(at", "{at", "[AT", "(AT", "{AT", "[ at", "( at", "[@", "(@"];
/** What may stand before the sign. */
const LOCAL = /[\p{L}\p{N}_+.-]{1,64} ?$/u;
/** What has to stand behind it: labels and a top level, the dots as signs or in words. */
const DOMAIN =
  /^ ?[\p{L}\p{N}-]{1,63}(?:(?:\.| ?[[({] ?(?:dot|DOT|Dot|\.) ?[\])}] ?)[\p{L}\p{N}-]{1,63}){0,3}(?:\.| ?[[({] ?(?:dot|DOT|Dot|\.) ?[\])}] ?)\p{L}{2,24}(?![\p{L}\p{N}])/u;
const DOMAIN_IN_WORDS =
  /^[a-z0-9-]{1,63}(?: dot [a-z0-9-]{1,63}){0,2} dot (?:com|org|net|edu|gov|io|de|uk|fr|eu|nl|es|it|ca|au|info|co)(?!\w)/i;
/** Words before "dot com" that are no domain: "look at the dot com bubble". */
const ARTICLES = /^(?:the|a|an|this|that|my|our|your|every|each|some|any|what) /i;
const MAX_LOCAL_CHARS = 65;
const MAX_DOMAIN_CHARS = 200;
const DOT_WORD = "dot ";
const AT_WORD = " at ";

/** Start and end of each such address. `hasBracket`: the text has an opening bracket. */
export function spelledAddresses(
  text: string,
  hasBracket: boolean,
): { start: number; end: number }[] {
  const found = inWords(text);
  return hasBracket ? [...bracketed(text), ...found] : found;
}

function bracketed(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const beginning of SIGN_STARTS) {
    for (let at = text.indexOf(beginning); at !== -1; at = text.indexOf(beginning, at + 1)) {
      BRACKETED.lastIndex = at;
      const sign = BRACKETED.exec(text)?.[0] ?? "";
      const from = at + sign.length;
      const local = LOCAL.exec(text.slice(Math.max(0, at - MAX_LOCAL_CHARS), at))?.[0] ?? "";
      const domain = DOMAIN.exec(text.slice(from, from + MAX_DOMAIN_CHARS))?.[0] ?? "";
      if (sign === "" || local === "" || domain === "") continue;
      found.push({ start: at - local.length, end: from + domain.length });
    }
  }
  return found;
}

function inWords(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  let floor = 0;
  for (let hit = text.indexOf(DOT_WORD); hit !== -1; hit = text.indexOf(DOT_WORD, hit + 4)) {
    const dot = hit - 1;
    const from = Math.max(floor, dot - MAX_LOCAL_CHARS);
    const at = text.slice(from, dot).lastIndexOf(AT_WORD);
    if (at === -1 || dot < floor || text.charAt(dot) !== " ") continue;
    const behind = from + at + AT_WORD.length;
    const tail = text.slice(behind, behind + MAX_DOMAIN_CHARS);
    const domain = ARTICLES.test(tail) ? "" : (DOMAIN_IN_WORDS.exec(tail)?.[0] ?? "");
    const before = text.slice(Math.max(floor, from + at - MAX_LOCAL_CHARS), from + at);
    const local = LOCAL.exec(before)?.[0] ?? "";
    if (domain === "" || local === "") continue;
    found.push({ start: from + at - local.length, end: behind + domain.length });
    floor = behind + domain.length;
  }
  return found;
}
