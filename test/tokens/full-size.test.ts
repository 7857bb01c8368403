// Spaces of tokens used up at full size in one namespace: nothing is given out twice, not even after all of
// it was erased.
import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY, FORMAT, kindOf, TOKEN } from "../../src/tokens/kinds.ts";
import { MintBook } from "./mint-book.ts";

const kindOfName = (tokenName: number): number => kindOf(DEFAULT_POLICY, tokenName, FORMAT.none);

const STATES =
  "AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC AS GU MP PR VI FM MH PW AA AE AP".split(
    " ",
  );
/** One word each, all different, like given names: two syllables and an ending. */
const SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu".split(" ");
const ENDINGS = "na n el lia s rik mar ta sha ne mi ro las ver th a o e i u".split(" ");

function givenNames(count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    let rest = i;
    let name = "";
    for (const list of [SYLLABLES, SYLLABLES, SYLLABLES, ENDINGS, ENDINGS]) {
      name += list[rest % list.length];
      rest = Math.floor(rest / list.length);
    }
    return name.charAt(0).toUpperCase() + name.slice(1);
  });
}

const sixDigits = (count: number): string[] =>
  Array.from({ length: count }, (_, i) => String(i).padStart(6, "0"));

describe("spaces at full size", () => {
  it("give every value a token of its own, and other ones after an erasure", () => {
    const book = new MintBook();
    const values: [number, string[]][] = [
      [kindOfName(TOKEN.state), STATES],
      [kindOfName(TOKEN.numeric), sixDigits(1_000_000)],
      [kindOfName(TOKEN.person), [...new Set(givenNames(200_000))]],
    ];
    const count = values.reduce((sum, [, ofKind]) => sum + ofKind.length, 0);
    expect(count).toBe(1_200_000 + STATES.length);

    // That every token comes back as its own value says that all are distinct.
    const dead: string[] = [];
    let wrong = 0;
    for (const [kind, ofKind] of values) {
      for (const value of ofKind) {
        const token = book.tokenOf(value, kind);
        if (token === value) wrong++;
        dead.push(token);
      }
    }
    let next = 0;
    for (const [, ofKind] of values) {
      for (const value of ofKind) if (book.valueOf(dead[next++] ?? "") !== value) wrong++;
    }
    expect(wrong).toBe(0);

    book.erase();
    for (const [kind, ofKind] of values) {
      for (const value of ofKind) {
        if (book.valueOf(book.tokenOf(value, kind)) !== value) wrong++;
      }
    }
    for (const token of dead) if (book.valueOf(token) !== null) wrong++;
    expect(wrong).toBe(0);
  }, 180_000);
});
