// Token spaces that one namespace uses up: no token is issued twice, not even after everything was erased. Full size in
// the long run (FULL_SPACES=1), a tenth of the values otherwise.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { systemRandom } from "../../../src/platform/random.ts";
import { TOKEN_KEY_BYTES, tokenCipher } from "../../../src/tokens/cipher/cipher.ts";
import { DEFAULT_POLICY, FORMAT, kindOf, TOKEN } from "../../../src/tokens/kinds.ts";
import { makerOf } from "../../../src/tokens/makers.ts";
import { MemoryTokens } from "../../support/tokens/memory-tokens.ts";

const SHARE = env.FULL_SPACES === "1" ? 1 : 0.1;
const NUMBERS = 1_000_000 * SHARE;
const NAMES = 200_000 * SHARE;

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

/** Of tokens of 6 and 7 digits, the number that has each, counted from 1; 0 for none. */
class NumberTokens {
  readonly #cipher = tokenCipher(systemRandom(TOKEN_KEY_BYTES));
  readonly #kind = kindOfName(TOKEN.numeric);
  readonly #owners = [new Int32Array(10 ** 6), new Int32Array(10 ** 7)];
  readonly #next = [0, 0];
  /** Texts that a stage gave although they were in use. */
  repeats = 0;

  /** Mask a number of six digits; its token. */
  mint(number: number): string {
    const value = String(number).padStart(6, "0");
    const maker = makerOf(this.#kind, value);
    if (maker.family !== "fixed") throw new Error("no fixed-shape kind");
    for (const [i, stage] of maker.stages.entries()) {
      const owners = this.#owners[i];
      if (owners === undefined) break;
      for (;;) {
        const place = this.#next[i] ?? 0;
        if (place >= stage.usable) break;
        this.#next[i] = place + 1;
        const token = stage.spell(this.#cipher, place, systemRandom);
        if (owners[Number(token)] !== 0) this.repeats++;
        else if (token === value) continue;
        owners[Number(token)] = number + 1;
        return token;
      }
    }
    throw new Error("no space left");
  }

  /** The number of a token, or null. */
  numberOf(token: string): number | null {
    const owner = this.#owners[token.length - 6]?.[Number(token)] ?? 0;
    return owner === 0 ? null : owner - 1;
  }
}

describe("a space of tokens", () => {
  // Without MemoryTokens: a million entries in maps take a minute in a runtime with a small heap.
  it(`gives ${NUMBERS} numbers tokens of their own, twice`, () => {
    const memory = new NumberTokens();
    const first: string[] = [];
    let wrong = 0;
    for (let i = 0; i < NUMBERS; i++) first.push(memory.mint(i));
    for (let i = 0; i < NUMBERS; i++) if (memory.numberOf(first[i] ?? "") !== i) wrong++;
    expect(wrong).toBe(0);
    for (let i = 0; i < NUMBERS; i++) if (memory.numberOf(memory.mint(i)) !== i) wrong++;
    for (let i = 0; i < NUMBERS; i++) if (memory.numberOf(first[i] ?? "") !== i) wrong++;
    expect([wrong, memory.repeats]).toEqual([0, 0]);
  }, 180_000);

  it("gives every value a token of its own, and other ones after an erasure", () => {
    const memory = new MemoryTokens();
    const values: [number, string[]][] = [
      [kindOfName(TOKEN.state), STATES],
      [kindOfName(TOKEN.person), [...new Set(givenNames(NAMES))]],
    ];
    const count = values.reduce((sum, [, ofKind]) => sum + ofKind.length, 0);
    expect(count).toBe(NAMES + STATES.length);

    // That every token comes back as its own value says that all are distinct.
    const dead: string[] = [];
    let wrong = 0;
    for (const [kind, ofKind] of values) {
      for (const value of ofKind) {
        const token = memory.tokenOf(value, kind);
        if (token === value) wrong++;
        dead.push(token);
      }
    }
    let next = 0;
    for (const [, ofKind] of values) {
      for (const value of ofKind) if (memory.valueOf(dead[next++] ?? "") !== value) wrong++;
    }
    expect(wrong).toBe(0);

    memory.erase();
    for (const [kind, ofKind] of values) {
      for (const value of ofKind) {
        if (memory.valueOf(memory.tokenOf(value, kind)) !== value) wrong++;
      }
    }
    for (const token of dead) if (memory.valueOf(token) !== null) wrong++;
    expect(wrong).toBe(0);
  }, 180_000);
});
