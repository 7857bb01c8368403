// docs/decisions/laws.md#text-is-hostile: whoever may submit text must not be able to plant a token in it that a later unmask
// turns into somebody's value. Every attack text must come back verbatim.
import { describe, expect, it } from "vitest";
import { newNamespace } from "../../support/namespaces.ts";
import { expectRefusal, REFUSED } from "../../support/refusals.ts";
import {
  call,
  type Item,
  mask,
  maskText,
  only,
  PATHS,
  pollJob,
  submit,
  tokenOf,
  unmask,
} from "../../support/requests.ts";

const SECRET = "victim@secret.example";

/** A victim's tokens of several kinds, and an attacker who may only mask. */
async function scene() {
  const { tokens } = await newNamespace({ attacker: ["mask"], reader: ["mask", "unmask"] });
  const email = await tokenOf(tokens.reader, SECRET, "Text Token", "Email Address");
  const name = await tokenOf(tokens.reader, "Victoria Secretson", "Text Token", "Person Name");
  const opaque = await tokenOf(tokens.reader, SECRET, "Special Token");
  const digits = await tokenOf(tokens.reader, "408-426-9989", "Numeric Token");
  return { ...tokens, email, name, opaque, digits };
}

type Scene = Awaited<ReturnType<typeof scene>>;

const ATTACKS: readonly (readonly [string, (s: Scene) => string])[] = [
  ["a tagged token", (s) => `<EMAIL>${s.email}</EMAIL>`],
  ["a tagged token in prose", (s) => `please look at <EMAIL>${s.email}</EMAIL>, thanks`],
  ["a tagged token of digits", (s) => `call <PHN>${s.digits}</PHN>`],
  ["a token in another tag", (s) => `<URL>${s.email}</URL> and <LITERAL>${s.opaque}</LITERAL>`],
  ["a shaped token without tags", (s) => s.email],
  ["a token of a name without tags", (s) => s.name],
  ["an opaque token without tags", (s) => s.opaque],
  ["a numeric token without tags", (s) => s.digits],
  ["a token in blanks", (s) => ` ${s.opaque}\n`],
  ["digits that could be a token one day", () => "123456"],
  ["digits laid out like a number", () => "(12) 34-56"],
  ["nested tags", (s) => `<EMAIL><EMAIL>${s.email}</EMAIL></EMAIL>`],
  ["nested different tags", (s) => `<URL><EMAIL>${s.email}</EMAIL></URL>`],
  ["a tag in a tag's name", (s) => `<EM<EMAIL>x</EMAIL>AIL>${s.email}</EMAIL>`],
  ["a closing tag in a tag's name", (s) => `<EMAIL>${s.email}</EM<URL>x</URL>AIL>`],
  ["an opening tag too many", (s) => `<EMAIL>x<EMAIL>${s.email}</EMAIL>`],
  ["a closing tag too many", (s) => `<EMAIL>${s.email}</EMAIL></EMAIL>`],
  ["an opening tag only", (s) => `<EMAIL>${s.email}`],
  ["a closing tag only", (s) => `${s.email}</EMAIL>`],
  ["crossed tags", (s) => `<EMAIL><URL>${s.email}</EMAIL></URL>`],
  ["a mismatched pair around a pair", (s) => `<URL>a<EMAIL>${s.email}</EMAIL>b</EMAIL>`],
  ["tags around an entity that goes", (s) => `<EMAIL>${s.email} 10.0.0.1</EMAIL>`],
  ["tags split by an entity that goes", (s) => `<EMAIL>10.0.0.1</EMAIL>${s.email}</EMAIL>`],
  ["an opening tag hidden in an address", (s) => `a@b.org<EMAIL>${s.email}</EMAIL>`],
  ["a closing tag glued to a URL", (s) => `<EMAIL>${s.email} https://x.example/</EMAIL>`],
  ["an opening tag glued to a URL", (s) => `https://x.example/<EMAIL>${s.email}</EMAIL>`],
  ["a URL as the tag's bracket", (s) => `<https://x.example/EMAIL>${s.email}</EMAIL>`],
  [
    "a tagged token behind 5,000 letters in tags",
    (s) => `<EMAIL>${"x ".repeat(2_500)}<URL>${s.email}</URL></EMAIL>`,
  ],
  [
    "long tags that masking shortens",
    (s) => `<EMAIL>https://x.example/${"a".repeat(4_300)} ${s.email}</EMAIL>`,
  ],
  ["tags in lower case", (s) => `<email>${s.email}</email>`],
  ["tags with blanks", (s) => `< EMAIL >${s.email}</ EMAIL >`],
  ["an unknown tag", (s) => `<PER>${s.name}</PER> <FOO>${s.email}</FOO>`],
  ["an escaped tag", (s) => `&lt;EMAIL&gt;${s.email}&lt;/EMAIL&gt;`],
  ["a token in the middle of a word", (s) => `x${s.opaque}y`],
  ["a token twice", (s) => `<EMAIL>${s.email}</EMAIL><EMAIL>${s.email}</EMAIL>`],
  ["a tagged text that is no token", () => "<EMAIL>not a token at all</EMAIL>"],
  ["empty tags", () => "<EMAIL></EMAIL> <URL></URL>"],
  ["many opening brackets", (s) => `${"<".repeat(3_000)}EMAIL>${s.email}</EMAIL>`],
];

describe("a planted token", () => {
  it.each(ATTACKS)("as %s comes back verbatim and reveals nothing", async (_, attack) => {
    const stage = await scene();
    const text = attack(stage);
    const item = await maskText(stage.attacker, text);
    const [restored] = await unmask(stage.reader, [item.token_value]);
    expect(restored).toBe(text);
    expect(restored).not.toContain(SECRET);
  });

  it("comes back verbatim from jobs too", async () => {
    const stage = await scene();
    const texts = ATTACKS.map(([, attack]) => attack(stage));
    const body = { mask: texts.map((value) => ({ value })) };
    const masked = await pollJob(stage.reader, await submit(stage.attacker, "mask", body));
    const tokens = (masked.result ?? []).map((item) => ({ token_value: item.token_value }));
    const id = await submit(stage.reader, "unmask", { unmask: tokens });
    const restored = await pollJob(stage.reader, id);
    expect(restored.result?.map(({ value }) => value)).toEqual(texts);
  });

  it("comes back verbatim after being masked twice", async () => {
    const stage = await scene();
    const text = `<EMAIL>${stage.email}</EMAIL> and a@b.org`;
    const once = await maskText(stage.attacker, text);
    const twice = await maskText(stage.attacker, once.token_value);
    const [inner] = await unmask(stage.reader, [twice.token_value]);
    expect(inner).toBe(once.token_value);
    expect(await unmask(stage.reader, [inner ?? ""])).toEqual([text]);
  });

  it("between tags of two texts comes back verbatim when they are put together", async () => {
    const stage = await scene();
    const texts = [`see <PHN>${stage.digits}`, "</PHN>, thanks", `</ phn >${stage.email}`];
    const masked = await mask(
      stage.attacker,
      texts.map((value) => ({ value })),
    );
    for (const between of ["", " ", "\n"]) {
      const together = masked.map((item) => item.token_value).join(between);
      expect(await unmask(stage.reader, [together])).toEqual([texts.join(between)]);
    }
  });

  it("in a name of a document is refused, at once and in a job", async () => {
    const stage = await scene();
    const value = { [`<PHN>${stage.digits}</PHN>`]: 1, [stage.name]: 2 };
    const body = { mask: [{ value: "first" }, { value, json: true }] };
    const answer = await call("PUT", PATHS.mask, { token: stage.attacker, body });
    expect(answer).toMatchObject({
      status: 400,
      error: { code: "token_in_name", item_index: 1 },
    });
    const job = await pollJob(stage.attacker, await submit(stage.attacker, "mask", body));
    expect(job).toMatchObject({
      status: "FAILED",
      error_code: "token_in_name",
      error_item_index: 1,
      result: null,
    });
  });

  it("that is minted only later still comes back verbatim", async () => {
    const { tokens } = await newNamespace({ attacker: ["mask"], reader: ["mask", "unmask"] });
    const items = Array.from({ length: 1_000 }, (_, i) => ({ value: String(i).padStart(6, "0") }));
    const planted = await mask(tokens.attacker, items);
    const fill = items.map(({ value }) => ({ value: `x${value}`, token_name: "Numeric Token" }));
    await mask(tokens.reader, fill);
    const back = await unmask(
      tokens.reader,
      planted.map((item) => item.token_value),
    );
    expect(back).toEqual(items.map(({ value }) => value));
  });

  it("is reported as a LITERAL with the whole tagged range as its value", async () => {
    const stage = await scene();
    const item = await maskText(stage.attacker, `see <EMAIL>${stage.email}</EMAIL>.`);
    const found = only(item.individual_tokens ?? []);
    expect(found).toMatchObject({
      pii_type: "LITERAL",
      prefix: "<LITERAL>",
      value: `<EMAIL>${stage.email}</EMAIL>`,
      start_pos: 4,
    });
    expect(item.token_value).not.toContain(stage.email);
  });
});

describe("known_tokens keep", () => {
  const keep = { known_tokens: "keep" };

  it("leaves tagged tokens in the text, so that unmask resolves them", async () => {
    const stage = await scene();
    const value = `<EMAIL>${stage.email}</EMAIL> wrote to new@b.org`;
    const item = only(await mask(stage.reader, [{ value }], keep));
    expect(item.token_value.startsWith(`<EMAIL>${stage.email}</EMAIL> wrote to <EMAIL>`)).toBe(
      true,
    );
    expect(item.individual_tokens?.map((found) => found.value)).toEqual(["new@b.org"]);
    expect(await unmask(stage.reader, [item.token_value])).toEqual([
      `${SECRET} wrote to new@b.org`,
    ]);
  });

  it("works in jobs alike", async () => {
    const stage = await scene();
    const mask: Item[] = [{ value: `<EMAIL>${stage.email}</EMAIL> wrote` }];
    const job = await pollJob(stage.reader, await submit(stage.reader, "mask", { mask, ...keep }));
    expect(job.result?.[0]?.token_value).toBe(mask[0]?.value);
  });

  it("is refused to a token that may not unmask", async () => {
    const stage = await scene();
    const body = { mask: [{ value: `<EMAIL>${stage.email}</EMAIL>` }], ...keep };
    for (const path of [PATHS.mask, PATHS.maskAsync]) {
      expectRefusal(await call("PUT", path, { token: stage.attacker, body }), REFUSED.forbidden);
    }
  });

  it("mask, the default, can be said aloud", async () => {
    const stage = await scene();
    const text = `<EMAIL>${stage.email}</EMAIL>`;
    const item = only(await mask(stage.attacker, [{ value: text }], { known_tokens: "mask" }));
    expect(await unmask(stage.reader, [item.token_value])).toEqual([text]);
  });
});
