// A text in pieces: however it is cut, the result is that of the whole.
import { describe, expect, it } from "vitest";
import type { TextFormat } from "../../../src/llm/restore/text-restorer.ts";
import { type Conversation, conversation } from "../../support/llm/restoring.ts";
import { cases, fc } from "../../support/properties.ts";

const ALONE = { prefix: "", suffix: "" };
const KNOWN = conversation([
  { token: "Georgina Poulin", value: "Sarah O'Connell", ...ALONE, isName: true },
  { token: "per7k2m9qx4dz8wt0vb", value: 'Ann "Q" <Lee>', ...ALONE },
  { token: "Xk2-9qLm4", value: "N 4", prefix: "<ADDR>", suffix: "</ADDR>" },
  { token: "Zw81Qp", value: "blue", prefix: "{Colour ", suffix: "}" },
]);
const SORTS: readonly TextFormat[] = ["text", "json"];

function inPieces(known: Conversation, pieces: readonly string[], sort: TextFormat): string {
  const stream = known.stream(sort);
  return pieces.map((piece) => stream.push(piece)).join("") + stream.end();
}

const DISGUISED = [
  "Hi Georgina\r\n> Poulin and georgina pou\u00adlin, Georgina too \ud83d\ude00\ud83d",
  "&lt;ADDR&gt;Xk2-9qLm4&lt;/ADDR&gt; <addr x='1'> \"Xk2-9qLm4.\" </ADDR> &amp;lt;ADDR&amp;gt;Xk2-9qLm4</ADDR",
  '{"a":"\\u003cADDR\\u003eXk2-9qLm4\\u003c\\/ADDR\\u003e","b":"per7k2\\nm9qx4dz8wt0vb\\\\"}',
  "PER7K2M9**QX4DZ**8WT0VB {Colour Zw81Qp} {colour zw81qp {Zw81Qp} \\u00",
  "<ADDR>Xk2-9qLm4</ADDR and Xk2-9qLm4</ADDR id=7, Xk2-9qLm4&lt;/ADDR",
  "<<ADDR> <ADDR><ADDR>Xk2-9qLm4</ADDR></ADDR> &am &#x3c;addr&#62;Xk2\u20119qLm4&l",
];

describe("cut anywhere", () => {
  it.each(DISGUISED)("in two, three, and single units: text %#", (given) => {
    for (const sort of SORTS) {
      const whole = KNOWN.restore(given, sort);
      expect(whole).not.toBe(given);
      for (let cut = 0; cut <= given.length; cut++) {
        for (const second of [cut, cut + 1, cut + 4, given.length]) {
          const pieces = [given.slice(0, cut), given.slice(cut, second), given.slice(second)];
          expect(inPieces(KNOWN, pieces, sort)).toBe(whole);
        }
      }
      expect(inPieces(KNOWN, given.split(""), sort)).toBe(whole);
    }
  });

  it("whatever the text is", () => {
    const part = fc.constantFrom(
      ...["Georgina", " ", "\n", "> ", "Poulin", "per7k2m9", "qx4dz8wt0vb", "<ADDR>", "</addr>"],
      ...["Xk2-9qLm4", "&lt;", "&gt;", "&", "\\", "\\n", "u003c", "**", "_", '"', ".", "\u200b"],
      ...["{Colour ", "Zw81Qp", "}", "\ud83d", "\ude00", "ADDR", "/", "é", "e\u0301", "<", ">"],
    );
    const parts = fc.array(fc.oneof(part, part, fc.string({ maxLength: 3 })), { maxLength: 20 });
    fc.assert(
      fc.property(parts, fc.array(fc.nat(80)), fc.constantFrom(...SORTS), (all, cuts, sort) => {
        const given = all.join("");
        const at = [0, ...cuts.filter((cut) => cut < given.length).sort((a, b) => a - b)];
        const pieces = at.map((from, i) => given.slice(from, at[i + 1]));
        expect(inPieces(KNOWN, pieces, sort)).toBe(KNOWN.restore(given, sort));
      }),
      { numRuns: cases(3_000) },
    );
  });
});

describe("what is held back", () => {
  it("is nothing of what cannot begin a token", () => {
    const prose =
      "Dear all, 3 < 4 & <b>bold</b> {x} \\d: meet at noon (12:00), ok? It's fine.\n\n- one";
    const stream = KNOWN.stream("text");
    let out = "";
    let come = 0;
    for (const char of prose) {
      out += stream.push(char);
      come += char.length;
      expect(come - out.length).toBeLessThanOrEqual(2);
    }
    expect(out + stream.end()).toBe(prose);
  });

  it("is what may become one, and goes out as soon as it cannot", () => {
    const stream = KNOWN.stream("text");
    expect(stream.push("Hi <ADDR")).toBe("Hi ");
    expect(stream.push("> Xk2-")).toBe("");
    expect(stream.push("9qLm5")).toBe("<ADDR> Xk2-9qLm5");
    expect(stream.push(" Georgina P")).toBe(" ");
    expect(stream.push("o")).toBe("");
    expect(stream.push("x")).toBe("Sarah Pox");
    expect(stream.end()).toBe("");
  });

  it("has a bound, also in disguise", () => {
    for (const noise of ["*", "\n", "\u200b", " ", "&#x0020;", "\\u0020"]) {
      const stream = KNOWN.stream("text");
      const given = `<ADDR>  Georgina${noise.repeat(100_000)}`;
      const out = stream.push(given);
      expect(given.length - out.length).toBeLessThan(2_000);
    }
  });
});

// The half of the square of 128 Ki is 8.6 s of a nanosecond each.
describe("time is linear in the text", { timeout: 8_000 }, () => {
  const KIB = 1024;
  it.each([
    ["brackets", "<", 1_024],
    ["opening tags", "<ADDR>"],
    ["openings of tags", "<ADDR "],
    ["references", "&amp;lt;"],
    ["halves of references", "&am"],
    ["backslashes", "\\"],
    ["beginnings of tokens", "Georgina "],
    ["beginnings of compact ones", "per7k2m9qx4dz8wt0v "],
    ["beginnings in marks", "p*e*"],
    ["wrappers", "{Colour "],
    ["invisible characters", "\u200b"],
    ["prose", "some ordinary words. "],
  ])("%s", (_, part, kib = 128) => {
    const given = part.repeat((kib * KIB) / part.length);
    const stream = KNOWN.stream("text");
    let letters = 0;
    for (let at = 0; at < given.length; at += 7)
      letters += stream.push(given.slice(at, at + 7)).length;
    letters += stream.end().length;
    expect(letters).toBe(KNOWN.restore(given, "text").length);
  });
});
