// What the default policy of a new namespace masks in the corpus of prompts, with the shipped model. The figures only
// detect a broken rule; `npm run bench:detect -- --prompts` prints them by type.

import { describe, expect, it } from "vitest";
import { PROMPT_PARTS, readPrompts, scorePrompts } from "../../scripts/quality/detect/prompts.ts";
import { newNamespaceEntities } from "../../scripts/quality/detect/tagger-model.ts";

const find = newNamespaceEntities();
/** Least share hidden, most findings of nothing in a thousand words. */
const FLOORS = {
  "developed on": [0.975, 2.2],
  "held out": [0.95, 2],
  // A finding that keeps to its cells counts once for each.
  fresh: [0.9, 6.8],
} as const;

describe("the corpus", () => {
  const records = readPrompts();

  it("has 472 texts, numbered from one, a hundred of them held out and forty fresh", () => {
    const numbers = records.map(({ id }) => Number(id.split(" ")[1])).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 472 }, (_, i) => i + 1));
    const parts = Map.groupBy(records, ({ part }) => part);
    expect([...parts].map(([part, { length }]) => `${part} ${length}`).sort()).toEqual([
      "developed on 332",
      "fresh 40",
      "held out 100",
    ]);
  });

  it("has no mark left in a text, and no empty value", () => {
    expect(
      records.filter(({ text }) => /[«»\u00a6]|^=== /m.test(text)).map(({ id }) => id),
    ).toEqual([]);
    expect(records.flatMap(({ spans }) => spans).filter(({ start, end }) => start >= end)).toEqual(
      [],
    );
  });

  it.each(PROMPT_PARTS)("is hidden, with few words that are nobody's: %s", (title) => {
    const [least, most] = FLOORS[title];
    const part = records.filter((one) => one.part === title);
    const { byType, words, wrong } = scorePrompts(part, find);
    const counts = [...byType.values()];
    const hidden = counts.reduce((sum, one) => sum + one.hidden, 0);
    expect(hidden / counts.reduce((sum, one) => sum + one.all, 0)).toBeGreaterThan(least);
    expect((1000 * wrong.length) / words).toBeLessThan(most);
  });
});

describe("names", () => {
  it.each([
    "hey can someone ask «marcus» if it is done? «linh» said she would look",
    "«Linh»: pushed a fix\n«dave»: nice",
    "1:1 with «Tariq»\n9:10 «Bronwen» (quote)",
    "ping «wei» or «fatima» before merging",
    "// TODO(«anna.kovacs»): remove, FIXME(«tobias»): leap years",
    '{"customer":"«Marlowe Finch»","first_name":"«Ngozi»"} patient=«BRANDT^HEIKE» id=1',
    "Signed-off-by: «Callum Reyes» <«callum@ferrous.example»>",
    "«Chloé»'s on leave, «marcus»'s laptop",
    "Dr. «Ann Lee» 2024-05-06, seen by «Maria Gomez» May 5, 2024",
    "VALUES ('«Thaddeus Monroe»', 1), (2, '«Marit»')",
    "# Copyright 2024 «Henrik Aalto» <«henrik@aalto-dev.example»>",
    "GET /x?name=«Jane%20Roe»&first_name=«Ren%C3%A9»&last_name=«Mu%C3%B1oz+Garc%C3%ADa»",
    "GET /x?name=«Jane%20Q.%20Roe»&full_name=«Jane+Q.+Roe»",
    '<td class="label">Customer</td>\n<td class="value text-right" style="width: 50%">«Nokuthula Zulu»</td>',
    "<tr><td>Customer</td><td>«Nokuthula Zulu»</td></tr>",
    "ask «clara» or tell «hugo», thanks «jade», my GP «Dr Quill»",
    "PAY TO «GRETA LINDQVIST», seat «LINDQVIST/GRETA», PID «LINDQVIST^GRETA», see CV_«Greta_Lindqvist».pdf",
    "cc «Will Power», «hugo» said it is fine, «Torgeir» hosts",
    '<lastName>«Lindqvist»</lastName>, "given":["«Greta»"]',
    "invoice of «Redfern Motors», quote from «Pinnacle Roofing». «Harborview Savings Bank» called",
    "<b>«Linh Tran»</b>, “«Linh Tran»”\n**«Daniel Okafor»**\n# «Saoirse Kinsella»\n| «Zanele Dube» | x |",
    "<li>«Fatima Al-Sayed»</li> [«Aroha Parata»](x) => «Elif Kaya»",
    "CC «Marcus Oduya», 12 «Hugo Bell» joined, INFO «Linh Tran» logged in",
    "donors: «Cordelia Ashby» 500, «Ramón Ibáñez» 250",
  ])("%s", (marked) => {
    expect(hidden(marked)).toEqual(marked.match(/«[^»]*»/g)?.map((value) => value.slice(1, -1)));
  });

  it("do not cross a line break, nor end in a quote, and take the last letter of U.S.A", () => {
    expect(hidden("Ann Berg\nActon Ltd\nTom Acton")).toEqual([
      "Ann Berg",
      "Acton Ltd",
      "Tom Acton",
    ]);
    expect(hidden("Marcus\nOduya")).not.toContain("Marcus\nOduya");
    expect(hidden("Obinna Eze\nHead of Procurement, Acme Ltd")).not.toContain(
      "Head of Procurement",
    );
    expect(hidden("Nome: Anna Rossi\nIndirizzo: via")).toEqual(["Anna Rossi"]);
    expect(hidden("Ann Berg   Tom Acton\tMaria Gomez")).toEqual([
      "Ann Berg",
      "Tom Acton",
      "Maria Gomez",
    ]);
    expect(hidden("参会人员\n李娜\n王小明\n张伟")).toEqual(["李娜", "王小明", "张伟"]);
    expect(hidden("出席者\n田中太郎\n鈴木一郎")).toEqual(["田中太郎", "鈴木一郎"]);
    expect(hidden("李娜,北京,42\n- 李娜\n王芳&李娜")).toEqual([
      "李娜",
      "北京",
      "李娜",
      "王芳",
      "李娜",
    ]);
    expect(hidden("Teilnehmer der Sitzung:\n- Anna Müller\n- Peter Schmidt")).toEqual([
      "Anna Müller",
      "Peter Schmidt",
    ]);
    expect(hidden("Teilnehmer: Anna Müller/Peter Schmidt sind heute in der Sitzung")).toEqual([
      "Anna Müller",
      "Peter Schmidt",
    ]);
    expect(hidden("Lista pracowników:\nJan Kowalski   Warszawa")[0]).toBe("Jan Kowalski");
    expect(hidden("at St. Luke's Hospital's gate")).toEqual(["St. Luke's Hospital"]);
    expect(hidden("lives in the U.S.A now")).toEqual(["U.S.A"]);
  });

  it.each([
    "will you grace us with a rose in may, or may it rain",
    "tell admin to ask users, hi man, thanks all, go with clara and jade",
    "use rust, not java; run jenkins with docker and maven",
    "TODO(#123): x, TODO: y, TODO(12): z",
    "name: ci\nowner: team\nauthor: unknown",
    "const maxWidth = john.doe.length; src/ruby/max.ts; king = queen",
    "The TIMEOUT value is 7, status EXIT for user 42, Order PENDING, MAX AND RETRY",
    "God Morgon: ska kontrolleras av teamet.",
    "Grupo Sanguíneo: a verificar com a equipa.",
    "MTU and VLANs, ICMP over IPsec, then an RCD or MCB for the hob",
    "LTV flat, EBITDA up, PTO carries over, FMLA requests to the portal",
    "COPD, T2DM, BMI 31, seen on ICU with NIV and LMWH",
    "see RFC 9110. ISO 27001 audit, 0.4 ETH left, NHS number missing, EU261 claims",
    "Interviewer: What is it?\nCandidate: A function.\nname,qty\nGrow Light LED,4",
    "| Auth | Path |\n| Bearer |\n| /v1/refunds |",
    "Title: Warehouse Operative, then Customer Success Lead or Chief People Officer",
    'const uri = require("fast-uri"); Mozilla/5.0 (X11)',
    "Browser is Chrome on Ubuntu, Support Team sync at nine",
  ])("leaves %s", (text) => {
    expect(hidden(text)).toEqual([]);
  });

  it("keep bodies and companies in capitals, and names that are abbreviations in capitals alone", () => {
    expect(hidden("an agent of the FBI asked IBM; the BBC reported")).toEqual([
      "FBI",
      "IBM",
      "BBC",
    ]);
    expect(hidden("Sid and Ram met Dom Varga")).toEqual(["Sid", "Ram", "Dom Varga"]);
  });
});

/** What is hidden of a text without its marks. */
function hidden(marked: string): string[] {
  const text = marked.replace(/[«»]/g, "");
  return find(text).map(({ start, end }) => text.slice(start, end));
}
