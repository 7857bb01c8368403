// strict and partial, in synchronous requests and in jobs.
import { describe, expect, it } from "vitest";
import type { UnmaskedItem } from "../../../src/masking/item.ts";
import { erase } from "../../support/erasure.ts";
import { newNamespace, newVault } from "../../support/namespaces.ts";
import { at, expectRefusal, REFUSED } from "../../support/refusals.ts";
import { accepted, call, PATHS, pollJob, submit, tokenOf } from "../../support/requests.ts";

const NAME = "Ada Lane";

async function oneToken() {
  const { token } = await newVault();
  return { token, name: await tokenOf(token, NAME, "Text Token") };
}

/** Answers of texts, at once and from a job, which must agree; null when both fail at this item. */
async function unmaskBoth(
  token: string,
  texts: readonly string[],
  options: object,
  failing?: number,
): Promise<UnmaskedItem[] | null> {
  const body = { unmask: texts.map((token_value) => ({ token_value })), ...options };
  const answer = await call<UnmaskedItem[]>("PUT", PATHS.unmask, { token, body });
  const record = await pollJob(token, await submit(token, "unmask", body));
  if (failing !== undefined) {
    expectRefusal(answer, at(failing, REFUSED.unmaskFailed));
    expect(record).toMatchObject({ status: "FAILED", result: null });
    return null;
  }
  expect(record.result).toEqual(accepted(answer));
  return accepted(answer);
}

describe("tokens that a language model has changed", () => {
  const changes = (name: string) => [
    `<email>${name}</email>`,
    `ask ${name}'s boss`,
    `&lt;EMAIL&gt;${name}&lt;/EMAIL&gt;`,
    `<EMAIL>**${name}**</EMAIL>`,
  ];

  it("are restored", async () => {
    const { token, name } = await oneToken();
    const items = await unmaskBoth(token, changes(name), {});
    expect(items?.map(({ value }) => value)).toEqual([
      NAME,
      `ask ${NAME}'s boss`,
      NAME,
      `**${NAME}**`,
    ]);
  });

  it("are restored for a caller who may do nothing else", async () => {
    const { tokens } = await newNamespace({ all: ["mask", "unmask"], reader: ["unmask"] });
    const name = await tokenOf(tokens.all, NAME, "Text Token");
    const items = await unmaskBoth(tokens.reader, [`ask ${name}`], {});
    expect(items?.[0]?.value).toBe(`ask ${NAME}`);
  });

  it("are text, or fail, under strict", async () => {
    const { token, name } = await oneToken();
    const [lower = "", possessive = "", html = "", bold = ""] = changes(name);
    const exact = `ask <URL>${name}</URL>`;
    const texts = [`a ${lower}`, possessive, `a ${html}`, exact];
    const items = await unmaskBoth(token, texts, { strict: true });
    expect(items?.map(({ value }) => value)).toEqual([...texts.slice(0, 3), `ask ${NAME}`]);
    await unmaskBoth(token, [exact, bold], { strict: true }, 1);
  });
});

describe("an erased token", () => {
  it("is text where it stands without tags, and fails or is listed elsewhere", async () => {
    const { tokens } = await newNamespace({ all: ["mask", "unmask", "metadata_change"] });
    const name = await tokenOf(tokens.all, NAME, "Text Token");
    const texts = [`please ask ${name} about it`, `ask <email>${name}</email>`, name];
    await erase(tokens.all);
    expect(await unmaskBoth(tokens.all, texts, { partial: true })).toMatchObject([
      { value: texts[0], unresolved: [] },
      { value: texts[1], unresolved: [name] },
      { value: texts[2], unresolved: [name] },
    ]);
    await unmaskBoth(tokens.all, texts, {}, 1);
  });

  it("purges a job that found it without tags", async () => {
    const { tokens } = await newNamespace({ all: ["mask", "unmask", "metadata_change"] });
    const name = await tokenOf(tokens.all, NAME, "Text Token");
    const id = await submit(tokens.all, "unmask", {
      unmask: [{ token_value: `please ask ${name} about it` }],
    });
    expect((await pollJob(tokens.all, id)).result).toMatchObject([
      { value: `please ask ${NAME} about it` },
    ]);
    await erase(tokens.all);
    expect(await pollJob(tokens.all, id)).toMatchObject({ status: "PURGED", result: null });
  });
});

describe("tokens that stand for nothing", () => {
  it("stay as they are and are listed under partial, item by item", async () => {
    const { token, name } = await oneToken();
    const texts = [
      `<URL>${name}</URL>, <URL>gone one</URL> and < email>gone</EMAIL>`,
      "gone",
      "nothing here",
      name,
    ];
    expect(await unmaskBoth(token, texts, { partial: true })).toEqual([
      {
        value: `${NAME}, <URL>gone one</URL> and < email>gone</EMAIL>`,
        token_value: texts[0],
        unresolved: ["gone one", "gone"],
      },
      { value: "gone", token_value: "gone", unresolved: ["gone"] },
      { value: "nothing here", token_value: "nothing here", unresolved: [] },
      { value: NAME, token_value: name, unresolved: [] },
    ]);
  });

  it("fail the whole request without it, and nothing is listed", async () => {
    const { token, name } = await oneToken();
    await unmaskBoth(token, [name, "see <URL>gone</URL>"], { partial: false }, 1);
    const items = await unmaskBoth(token, [name], { strict: false, partial: false });
    expect(items).toEqual([{ value: NAME, token_value: name }]);
  });

  it("are those of another namespace and altered ones, with or without strict", async () => {
    const { token, name } = await oneToken();
    const other = await oneToken();
    const altered = name.replace(/.$/, (last) => (last === "a" ? "b" : "a"));
    const text = `<URL>${other.name}</URL> <URL>${altered}</URL>`;
    for (const strict of [true, false]) {
      const items = await unmaskBoth(token, [text], { strict, partial: true });
      expect(items).toEqual([
        { value: text, token_value: text, unresolved: [other.name, altered] },
      ]);
    }
  });
});
