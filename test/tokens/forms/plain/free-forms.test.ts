// Properties of every free-length form.
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { systemRandom } from "../../../../src/platform/random.ts";
import { LETTERS_AND_DIGITS } from "../../../../src/tokens/cipher/alphabet.ts";
import { type TokenCipher, tokenCipher } from "../../../../src/tokens/cipher/cipher.ts";
import type { FreeForm } from "../../../../src/tokens/forms/free-form.ts";
import { cases, fc } from "../../../support/properties.ts";
import {
  anyId,
  anyText,
  CASELESS,
  FORMS,
  names,
  VALUES,
} from "../../../support/tokens/sample-values.ts";

const cipher = tokenCipher(systemRandom(16));
const FORM_NAMES = Object.keys(FORMS) as (keyof typeof FORMS)[];

describe.each(FORM_NAMES)("%s tokens", (name) => {
  const form = FORMS[name];

  it("come back from any value, are found in place, and are the same when made again", () => {
    fc.assert(
      fc.property(anyId, VALUES[name], (id, value) => {
        const token = form.token(cipher, id, value);
        const anchor = form.anchor(token);
        const found = form.find(cipher, `(${token})`).map(({ id, at }) => [id, at]);
        if (
          form.read(cipher, token) !== id ||
          !form.matches(cipher, id, value, token) ||
          form.token(cipher, id, value) !== token ||
          token === value ||
          JSON.stringify(found) !== JSON.stringify([[id, anchor + 1]])
        ) {
          throw new Error(JSON.stringify({ token, anchor, found }));
        }
      }),
      { numRuns: cases(20_000) },
    );
  });

  it("are checked by matches as by making them again, apart from letter case", () => {
    const fold = (text: string): string => (CASELESS.has(name) ? text.toLowerCase() : text);
    fc.assert(
      fc.property(anyId, VALUES[name], VALUES[name], anyText, (id, value, other, tail) => {
        const token = form.token(cipher, id, value);
        for (const text of [form.token(cipher, id, other), token + tail, tail + token]) {
          if (form.read(cipher, text) !== id) continue;
          expect(form.matches(cipher, id, value, text)).toBe(fold(text) === fold(token));
        }
      }),
      { numRuns: cases(2000) },
    );
  });

  it("never throw, whatever the text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        form.fits(text);
        form.token(cipher, 7, text);
        form.find(cipher, text);
        form.anchor(text);
        form.matches(cipher, 7, text, text);
        expect(form.read(cipher, text)).toBeNull();
      }),
      { numRuns: cases(20_000) },
    );
  });

  it("are refused after any change of one character", () => {
    const folds = CASELESS.has(name);
    for (const [id, value] of SAMPLES[name]) {
      const token = form.token(cipher, id, value);
      expect(names(form, cipher, token, { id, value })).toBe(true);
      for (let at = 0; at <= token.length; at++) {
        const [head, tail] = [token.slice(0, at), token.slice(at + 1)];
        for (const character of `${LETTERS_AND_DIGITS}-._~:/?#[]@!$&'()*+,;= \\%<é\u212a\u017f`) {
          const changed = head + character + tail;
          const isSame = folds && changed.toLowerCase() === token && !/\u212a/.test(changed);
          if (changed === token || isSame) continue;
          expect(names(form, cipher, changed, { id, value }), changed).toBe(false);
          const inserted = head + character + token.slice(at);
          expect(names(form, cipher, inserted, { id, value }), inserted).toBe(false);
        }
        if (at < token.length) {
          expect(names(form, cipher, head + tail, { id, value }), head + tail).toBe(false);
        }
      }
    }
  });

  it("are not read under another key", () => {
    const other = tokenCipher(systemRandom(16));
    const [[, value]] = SAMPLES[name];
    for (let id = 0; id < 1000; id++) {
      expect(form.read(other, form.token(cipher, id, value))).toBeNull();
    }
  });
});

describe("ids", () => {
  // Reading every token back proves that no two are the same. FULL_SPACES=1 takes ten million ids.
  const count = env.FULL_SPACES === "1" ? 10_000_000 : cases(50_000);
  const ofEach = cases(50_000);
  it(`do not collide: ${count} ids come back from the cipher, ${ofEach} from each form`, () => {
    expect(firstLost(cipher, count)).toBe(-1);
    for (const name of FORM_NAMES) {
      const [[, value]] = SAMPLES[name];
      expect(firstUnread(FORMS[name], value, ofEach)).toBe(-1);
    }
  }, 300_000);
});

const SAMPLES: Record<keyof typeof FORMS, [[number, string], ...[number, string][]]> = {
  shaped: [
    [1, "Jane Doe"],
    [2 ** 33, "a b c d e f g h i j k l m n o p"],
  ],
  opaque: [
    [1, "Jane Doe"],
    [777, "x"],
  ],
  email: [
    [1, "jane.doe@example.com"],
    [2 ** 33, "a+b.c_d-e.f@x.ORG"],
  ],
  url: [
    [1, "https://www.x.org/a/b?c=d#e"],
    [2 ** 33, "ftp://u:p@x.y:21/z"],
    [9, "x.co"],
  ],
  compact: [
    [1, "Jane Doe"],
    [2 ** 40 - 1, "per0000000000000000"],
  ],
};

/** First of the ids below `count` that does not come back from its halves, or -1. */
function firstLost(cipher: TokenCipher, count: number): number {
  for (let id = 0; id < count; id++) {
    const [high, low] = cipher.encipher(id);
    if (cipher.decipher(high, low) !== id) return id;
  }
  return -1;
}

/** First of the ids below `count`, a prime stride apart, that does not come back from its token, or -1. */
function firstUnread(form: FreeForm, value: string, count: number): number {
  for (let i = 0; i < count; i++) {
    const id = (i * 15_485_863) % 2 ** 40;
    if (form.read(cipher, form.token(cipher, id, value)) !== id) return id;
  }
  return -1;
}
