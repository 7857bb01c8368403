// PUT unmask: tokens without tags, tagged tokens, free text, and all or nothing.
import { describe, expect, it } from "vitest";
import type { UnmaskedItem } from "../../../src/masking/item.ts";
import { newVault } from "../../support/namespaces.ts";
import { at, expectRefusal, REFUSED } from "../../support/refusals.ts";
import { accepted, call, mask, PATHS, tokenOf, tryUnmask, unmask } from "../../support/requests.ts";
import { countRows } from "../../support/storage.ts";

const NAME = "Ada Lane";
const UNKNOWN = at(0, REFUSED.unmaskFailed);

async function twoTokens() {
  const { token, nid } = await newVault();
  const name = await tokenOf(token, NAME, "Text Token");
  const phone = await tokenOf(token, "408-426-9989", "Numeric Token");
  return { token, nid, name, phone };
}

describe("unmask resolves", () => {
  it("a token of several words", async () => {
    const { token, name } = await twoTokens();
    expect(name).toMatch(/^\S+ \S+$/);
    expect(await unmask(token, [name])).toEqual([NAME]);
  });

  it("a tagged token, taking the tags away", async () => {
    const { token, name, phone } = await twoTokens();
    const texts = [`<EMAIL>${name}</EMAIL>`, `<PHN>${phone}</PHN>`];
    expect(await unmask(token, texts)).toEqual([NAME, "408-426-9989"]);
  });

  it("a token in another tag than the one it was given in, since look-up is by token", async () => {
    const { token, name } = await twoTokens();
    expect(await unmask(token, [`<URL>${name}</URL>`])).toEqual([NAME]);
  });

  it("a word that auto-detect left alone, as itself, but not between tags", async () => {
    const { token } = await twoTokens();
    const masked = await mask(token, [{ value: "hello" }]);
    expect(masked[0]?.token_value).toBe("hello");
    expect(await unmask(token, ["hello"])).toEqual(["hello"]);
    expectRefusal(await tryUnmask(token, ["<EMAIL>hello</EMAIL>"]), UNKNOWN);
    expectRefusal(await tryUnmask(token, ["goodbye"]), UNKNOWN);
  });

  it("every tagged token in free text and leaves the rest as it is", async () => {
    const { token, name, phone } = await twoTokens();
    const text = `😀 <EMAIL>${name}</EMAIL>\n\tsays <i>hi</i> & 3 < 4 <PHN>${phone}</PHN><PHN>${phone}</PHN>.`;
    expect(await unmask(token, [text])).toEqual([
      `😀 ${NAME}\n\tsays <i>hi</i> & 3 < 4 408-426-9989408-426-9989.`,
    ]);
  });

  it("free-length tokens without tags in free text, and leaves digits alone", async () => {
    const { token, name, phone } = await twoTokens();
    const text = `please ask ${name} about this (or call ${phone})`;
    expect(await unmask(token, [text])).toEqual([
      `please ask ${NAME} about this (or call ${phone})`,
    ]);
  });

  it("many items at once, in order", async () => {
    const { token } = await newVault();
    const values = Array.from({ length: 300 }, (_, i) => `value ${i}`);
    const masked = await mask(
      token,
      values.map((value) => ({ value, token_name: "Default Token" })),
    );
    const texts = masked.map((item, i) =>
      i % 2 ? item.token_value : `<URL>${item.token_value}</URL>`,
    );
    expect(await unmask(token, texts)).toEqual(values);
  });

  it("the same token twice in one request", async () => {
    const { token, name } = await twoTokens();
    expect(await unmask(token, [name, name])).toEqual([NAME, NAME]);
  });
});

describe("unmask answers", () => {
  it("with value, token_value and, when sent, attributes whose numbers stay numbers", async () => {
    const { token, name } = await twoTokens();
    const attributes = { id: 12, share: 0.25, list: [1, "2", null], deep: { yes: true } };
    const body = { unmask: [{ token_value: name, attributes }, { token_value: name }] };
    const answer = await call<UnmaskedItem[]>("PUT", PATHS.unmask, { token, body });
    expect(accepted(answer)).toEqual([
      { value: NAME, token_value: name, attributes },
      { value: NAME, token_value: name },
    ]);
  });

  it("without the attributes that mask was given", async () => {
    const { token } = await newVault();
    const [item] = await mask(token, [
      { value: NAME, token_name: "Text Token", attributes: { a: 1 } },
    ]);
    const [restored] = accepted(await tryUnmask(token, [item?.token_value ?? ""]));
    expect(Object.keys(restored ?? {}).sort()).toEqual(["token_value", "value"]);
  });

  it("and writes nothing, resolved or not", async () => {
    const { token, nid, name } = await twoTokens();
    const before = await countRows(nid);
    await unmask(token, [name]);
    await tryUnmask(token, ["unknown"]);
    expect(await countRows(nid)).toEqual(before);
  });
});

/** Every single change of one letter must be noticed. */
function changed(text: string): string[] {
  return [...text].map(
    (letter, i) => text.slice(0, i) + (letter === "a" ? "b" : "a") + text.slice(i + 1),
  );
}

describe("unmask refuses the whole request", () => {
  it("when one tagged token of a text means nothing", async () => {
    const { token, name } = await twoTokens();
    const text = `<EMAIL>${name}</EMAIL> and <EMAIL>x${name}</EMAIL>`;
    const answer = await tryUnmask(token, [name, text, name]);
    expectRefusal(answer, at(1, REFUSED.unmaskFailed));
    expect(answer.text).not.toContain(NAME);
  });

  it("when one token without tags means nothing, and names the first such item", async () => {
    const { token, name } = await twoTokens();
    const answer = await tryUnmask(token, [name, "nonsense", "more-nonsense"]);
    expectRefusal(answer, at(1, REFUSED.unmaskFailed));
  });

  it("for a token with any one letter changed", async () => {
    const { token } = await newVault();
    for (const tokenName of ["Text Token", "Special Token"]) {
      const good = await tokenOf(token, "Ada", tokenName);
      for (const bad of changed(good)) expectRefusal(await tryUnmask(token, [bad]), UNKNOWN);
    }
  });

  it("for a token cut, lengthened or in another case", async () => {
    const { token } = await newVault();
    const good = await tokenOf(token, "Ada", "Special Token");
    const bad = [good.slice(1), good.slice(0, -1), `${good}a`, `a${good}`];
    const cased = [good.toUpperCase(), good.toLowerCase()].filter((text) => text !== good);
    for (const text of [...bad, ...cased]) expectRefusal(await tryUnmask(token, [text]), UNKNOWN);
  });

  it("for a token with other separators than its own", async () => {
    const { token, name, phone } = await twoTokens();
    for (const bad of [
      name.replace(" ", "-"),
      phone.replaceAll("-", ""),
      phone.replaceAll("-", "."),
    ]) {
      expectRefusal(await tryUnmask(token, [bad]), UNKNOWN);
    }
  });

  it("for digits that are nobody's token", async () => {
    const { token } = await newVault();
    for (const bad of ["480-515-1234", "7", "0000000000000000000000"]) {
      expectRefusal(await tryUnmask(token, [bad]), UNKNOWN);
    }
  });
});

it("an answer that would be too large for one request is refused with 413, not with a retry", async () => {
  const { token } = await newVault();
  const long = await tokenOf(token, "x".repeat(4_000), "Special Token");
  const body = { unmask: [{ token_value: `<URL>${long}</URL> `.repeat(3_500) }] };
  const answer = await call("PUT", PATHS.unmask, { token, body });
  expect(answer).toMatchObject({ status: 413, error: { code: "unmasked_too_large" } });
  const less = { unmask: [{ token_value: `<URL>${long}</URL> `.repeat(1_000) }] };
  expect((await call("PUT", PATHS.unmask, { token, body: less })).status).toBe(200);
});
