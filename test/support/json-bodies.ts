// Generated JSON bodies with a list: odd spacing, escaped and repeated keys, and damaged bytes.
import { fc } from "./properties.ts";

/** UTF-8 bytes. */
export const utf8 = (text: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

/** A JSON text inside `levels` levels of an opening such as `[` or `{"a":[`. */
export function nested(open: string, inside: string, levels: number): string {
  const close = [...open].reverse().map((c) => (c === "[" ? "]" : c === "{" ? "}" : ""));
  const repeats = levels / close.join("").length;
  return open.repeat(repeats) + inside + close.join("").repeat(repeats);
}

const blank = fc.constantFrom("", "", "", " ", "\n", "\t", "\r\n", "   ");
const character = fc.oneof(
  fc.constantFrom('"', "\\", "[", "]", "{", "}", ",", ":", "😀", "é", "\u2028", "\0", "\n", "/"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
);
const string = fc
  .array(fc.tuple(character, fc.boolean()), { maxLength: 8 })
  .map((parts) => parts.map(([c, escaped]) => (escaped ? escapeAll(c) : inner(c))).join(""))
  .map((body) => `"${body}"`);
const word = fc.oneof(
  fc.constantFrom("null", "true", "false", "0", "-0", "1e5", "-12.75E-3"),
  fc.integer().map(String),
);

const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    word,
    string,
    fc.array(tie("value"), { maxLength: 4 }).chain((items) => joined(items, "[", "]")),
    fc.array(fc.tuple(string, blank, tie("value")), { maxLength: 4 }).chain((members) =>
      joined(
        members.map(([k, b, v]) => `${k}${b}:${b}${v}`),
        "{",
        "}",
      ),
    ),
  ),
}));

const list = fc.array(value, { maxLength: 6 }).chain((items) => joined(items, "[", "]"));
const listKey = fc.constantFrom(
  '"mask"',
  '"mask"',
  '"m\\u0061sk"',
  '"\\u006d\\u0061\\u0073\\u006b"',
);
const otherKey = fc.oneof(string, fc.constantFrom('"maskx"', '"Mask"', '"__proto__"', '"unmask"'));
const member = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(listKey, blank, list) },
  { weight: 1, arbitrary: fc.tuple(listKey, blank, value) },
  { weight: 3, arbitrary: fc.tuple(otherKey, blank, value) },
);

/** The text of a JSON object, usually with one or more lists named `mask`. */
export const jsonBody: fc.Arbitrary<string> = fc
  .tuple(fc.array(member, { maxLength: 4 }), blank, blank)
  .chain(([members, before, after]) =>
    joined(
      members.map(([k, b, v]) => `${k}${b}:${b}${v}`),
      "{",
      "}",
    ).map((object) => before + object + after),
  );

/** Deletes, inserts or changes one byte. */
export const breakBytes: fc.Arbitrary<(bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>> =
  fc
    .tuple(
      fc.constantFrom("delete", "insert", "change"),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      fc.oneof(fc.constantFrom(...utf8('"\\[]{},: 0'), 0, 1, 0x80, 0xff), fc.nat(255)),
    )
    .map(([how, where, byte]) => (bytes) => {
      const at = Math.floor(where * bytes.length);
      const tail = bytes.subarray(how === "insert" ? at : at + 1);
      const middle = how === "delete" ? [] : [byte];
      return Uint8Array.from([...bytes.subarray(0, at), ...middle, ...tail]);
    });

/** Elements between brackets, with commas and blanks. */
function joined(parts: readonly string[], open: string, close: string): fc.Arbitrary<string> {
  return fc
    .tuple(blank, blank)
    .map(([a, b]) => `${open}${a}${parts.join(`${b},${a}`)}${b}${close}`);
}

function inner(c: string): string {
  return JSON.stringify(c).slice(1, -1);
}

function escapeAll(c: string): string {
  let text = "";
  for (let i = 0; i < c.length; i++) {
    text += `\\u${c.charCodeAt(i).toString(16).padStart(4, "0")}`;
  }
  return text;
}
