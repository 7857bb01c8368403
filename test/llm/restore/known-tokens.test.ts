// Tokens of one conversation after a language model has changed them: which are restored, and which must stay.
import { describe, expect, it } from "vitest";
import type { KnownToken } from "../../../src/llm/restore/token-keys.ts";
import { conversation } from "../../support/llm/restoring.ts";

const ALONE = { prefix: "", suffix: "" };
const inTags = (tag: string) => ({ prefix: `<${tag}>`, suffix: `</${tag}>` });

const NAME: KnownToken = {
  token: "Georgina Poulin",
  value: "Sarah O'Connell",
  ...ALONE,
  isName: true,
};
const COMPACT: KnownToken = { token: "per7k2m9qx4dz8wt0vb", value: 'Ann "Q" <Lee>', ...ALONE };
const EMAIL: KnownToken = { token: "kq7.x_m2@example.com", value: "ann@corp.test", ...ALONE };
const PHONE: KnownToken = { token: "+1 (555) 010-2345", value: "+44 20 7946 0958", ...ALONE };
const TAGGED: KnownToken = { token: "Xk2-9qLm4", value: "Nørrebro 4", ...inTags("ADDR") };
const BRACED: KnownToken = { token: "Zw81Qp", value: "blue", prefix: "{Colour ", suffix: "}" };
const CITY: KnownToken = { token: "Reading", value: "Paris", ...ALONE };

const ALL = [NAME, COMPACT, EMAIL, PHONE, TAGGED, BRACED, CITY];
const KNOWN = conversation(ALL);
const text = (given: string) => KNOWN.restore(given, "text");

describe("a known token is restored", () => {
  it.each([
    ["as it is", "Ask Georgina Poulin now", "Ask Sarah O'Connell now"],
    ["at both ends", "Georgina Poulin", "Sarah O'Connell"],
    ["in lower case", "ask georgina poulin", "ask Sarah O'Connell"],
    ["in capitals", "GEORGINA POULIN", "Sarah O'Connell"],
    ["wrapped", "Georgina\nPoulin", "Sarah O'Connell"],
    ["wrapped in a quotation", "> by Georgina  \r\n> > Poulin!", "> by Sarah O'Connell!"],
    ["with a no-break space", "Georgina\u00a0Poulin", "Sarah O'Connell"],
    ["with a narrow one", "Georgina\u202fPoulin", "Sarah O'Connell"],
    ["with a possessive", "Georgina Poulin’s cat", "Sarah O'Connell’s cat"],
    ["with a zero-width space", "Geor\u200bgina Pou\u00adlin", "Sarah O'Connell"],
    ["with emphasis around", "**Georgina Poulin**", "**Sarah O'Connell**"],
    ["with a code mark inside", "per7k2m9`qx4dz8wt0vb", 'Ann "Q" <Lee>'],
    ["compact, in capitals", "PER7K2M9QX4DZ8WT0VB.", 'Ann "Q" <Lee>.'],
    ["compact, wrapped inside", "per7k2m9q\n> x4dz8wt0vb", 'Ann "Q" <Lee>'],
    ["compact, hyphenated at a line end", "PER7k2m9q‑\r\n> x4dz8wt0vb", 'Ann "Q" <Lee>'],
    [
      "beside letters of a script without blanks",
      "请联系per7k2m9qx4dz8wt0vb先生",
      '请联系Ann "Q" <Lee>先生',
    ],
    ["an address with a Markdown escape", "kq7.x\\_m2@example.com", "ann@corp.test"],
    ["a link of it", "<mailto:KQ7.X_M2@EXAMPLE.COM>", "<mailto:ann@corp.test>"],
    ["digits with other hyphens", "+1\u00a0(555) 010\u20112345", "+44 20 7946 0958"],
    ["between its tags", "at <ADDR>Xk2-9qLm4</ADDR>.", "at Nørrebro 4."],
    ["without them", "at Xk2-9qLm4.", "at Nørrebro 4."],
    ["behind the first", "at <ADDR>Xk2-9qLm4.", "at Nørrebro 4."],
    ["before the last", "at Xk2-9qLm4</addr>.", "at Nørrebro 4."],
    ["before half of it", "at <ADDR>Xk2-9qLm4</addr Xk2-9qLm4</ADDR", "at Nørrebro 4 Nørrebro 4"],
    ["with a stop inside", 'at <ADDR>"Xk2-9qLm4."</ADDR>', 'at "Nørrebro 4."'],
    ["in tags with attributes", '<addr id="1">Xk2-9qLm4< / ADDR >', "Nørrebro 4"],
    ["in tags for HTML", "&lt;ADDR&gt;Xk2-9qLm4&lt;/ADDR&gt;", "Nørrebro 4"],
    ["in tags for JSON", "\\u003cADDR\\u003eXk2-9qLm4\\u003c\\/ADDR\\u003e", "Nørrebro 4"],
    [
      "in tags for HTML in JSON",
      "\\u0026lt;ADDR\\u0026gt;Xk2-9qLm4&amp;amp;lt;/ADDR>",
      "Nørrebro 4",
    ],
    ["in a path", "C:\\dir\\Xk2-9qLm4\\Documents", "C:\\dir\\Nørrebro 4\\Documents"],
    ["in tags with marks", "<**ADDR**>Xk2-9qLm4</_addr_>", "Nørrebro 4"],
    ["in a wrapper of a policy", "{Colour Zw81Qp} {colour zw81qp Zw81Qp}", "blue blue blue"],
    ["a word in capitals", "READING or Reading", "Paris or Paris"],
  ])("%s", (_, given, expected) => {
    expect(text(given)).toBe(expected);
  });

  it("with its value escaped as the text is", () => {
    const known = conversation([{ ...COMPACT, ...inTags("PER") }]);
    const { token } = COMPACT;
    expect(known.restore(`&lt;PER&gt;${token}&lt;/PER&gt;`, "text")).toBe(
      "Ann &quot;Q&quot; &lt;Lee&gt;",
    );
    expect(known.restore(`\\u003cPER>${token}</PER>`, "text")).toBe('Ann \\"Q\\" <Lee>');
  });

  it("in a JSON text, never across its strings", () => {
    const json = JSON.stringify({
      a: `x ${COMPACT.token}`,
      b: "Georgina\nPoulin",
      c: ["Georgina"],
    });
    expect(JSON.parse(KNOWN.restore(json, "json"))).toEqual({
      a: 'x Ann "Q" <Lee>',
      b: "Sarah O'Connell",
      c: ["Sarah"],
    });
    const tags = conversation([TAGGED]);
    const inside = JSON.stringify({ a: '<ADDR id="1">Xk2-9qLm4</ADDR>', b: "\\" });
    expect(tags.restore(inside, "json")).toBe('{"a":"Nørrebro 4","b":"\\\\"}');
    for (const apart of [
      '["<ADDR>","Xk2-9qLm4","</ADDR>"]',
      '["<ADDR ","> Xk2-9qLm4"]',
      '["<ADDR a=","> Xk2-9qLm4"]',
    ]) {
      expect(tags.restore(apart, "json")).toBe(apart.replace("Xk2-9qLm4", "Nørrebro 4"));
    }
  });
});

describe("what is no known token stays", () => {
  it.each([
    "Georgina Poulington",
    "aGeorgina Poulin",
    "Georgina Poulin\u0301",
    "Georgiana Poulain, Georgina, Poulin",
    "per7k2m9qx4dz8wt0vb5",
    "per7k2m9qx4dz8wt0va",
    "per7k2m9 qx4dz8wt0vb",
    "per7k2m9-qx4dz8wt0vb",
    "per7k2m9- qx4dz8wt0vb",
    "per7k2m9-\n-qx4dz8wt0vb",
    "I was reading a book",
    "<ADDR>Xk2-9qLm5</ADDR> </ADDR>",
    "<b>bold</b> &amp; <ADDR> &lt; \\ &",
    "\ud800 \udc00 \\u12 &#99999999; &lt",
    "+1 (555) 010-23456",
  ])("text %#", (given) => {
    const known = conversation(ALL.map((one) => ({ ...one, isName: false })));
    expect(known.restore(given, "text")).toBe(given);
  });

  it("a value is not looked at again", () => {
    const known = conversation([
      { token: "aaaa1111", value: "bbbb2222", ...ALONE },
      { token: "bbbb2222", value: "aaaa1111", ...ALONE },
    ]);
    expect(known.restore("aaaa1111 bbbb2222", "text")).toBe("bbbb2222 aaaa1111");
  });

  it("the longest token counts", () => {
    const known = conversation([
      { token: "Ann Poulin", value: "short", ...ALONE },
      { token: "Ann Poulin Marsh", value: "long", ...ALONE },
      { token: "T_1", value: "one", ...ALONE },
      { token: "T_10", value: "ten", ...ALONE },
    ]);
    const given = "Ann Poulin Marsh, Ann Poulin Mars, T_10 T_1 T_100";
    expect(known.restore(given, "text")).toBe("long, short Mars, ten one T_100");
  });

  it("a spelling that means two values is left, an exact one is not", () => {
    const known = conversation([
      { token: "Xk2aB9", value: "one", ...ALONE },
      { token: "xK2aB9", value: "two", ...ALONE },
    ]);
    expect(known.restore("Xk2aB9 xK2aB9 xk2ab9", "text")).toBe("one two xk2ab9");
  });

  it("tokens are told from what they look like", () => {
    const odd = ["a&qwe;b", "X:\\new\\bin", "*abc1*", "q`w`e", "a  b\t9", "xx_yy_77"];
    const known = conversation(odd.map((token, i) => ({ token, value: `value ${i}`, ...ALONE })));
    for (const [i, token] of odd.entries()) {
      expect(known.restore(`(${token})`, "text")).toBe(`(value ${i})`);
      expect(known.restore(JSON.stringify([token]), "json")).toBe(`["value ${i}"]`);
    }
  });
});

describe("one word of a name", () => {
  it("stands for the same word of its value", () => {
    expect(text("Georgina's and POULIN")).toBe("Sarah's and O'Connell");
    expect(text("Dear georgina")).toBe("Dear georgina");
  });

  it("does not where it is ambiguous", () => {
    const other = { token: "Georgina Marsh", value: "Ida Lund", ...ALONE, isName: true };
    const known = conversation([NAME, other]);
    expect(known.restore("Georgina: Poulin, Marsh", "text")).toBe("Georgina: O'Connell, Lund");
    const uneven = { ...NAME, value: "Sarah Jane O'Connell" };
    expect(conversation([uneven]).restore("Georgina", "text")).toBe("Georgina");
    expect(conversation([{ ...NAME, isName: false }]).restore("Poulin", "text")).toBe("Poulin");
    const city = { token: "Poulin", value: "Oslo", ...ALONE };
    expect(conversation([NAME, city]).restore("Poulin", "text")).toBe("Oslo");
  });

  it("does not where the conversation has the word, too", () => {
    const known = conversation([NAME], ["Georgina Poulin of Poulin & Sons"]);
    expect(known.restore("Georgina at Poulin", "text")).toBe("Sarah at Poulin");
  });
});
