// GET metadata/token-types and metadata/formats: what is listed can be used, and looks as described.
import { describe, expect, it } from "vitest";
import { deactivate, newNamespace, newVault } from "../../support/namespaces.ts";
import { accepted, call, PATHS } from "../../support/requests.ts";

interface Example {
  readonly value: string;
  readonly token_value: string;
}
interface TokenTypes {
  readonly token_types: { token_name: string; formats: string[]; example: Example }[];
}
interface Formats {
  readonly formats: { format: string; token_names: string[]; example: Example }[];
}

const typesOf = async (token: string) =>
  accepted(await call<TokenTypes>("GET", PATHS.tokenTypes, { token })).token_types;
const formatsOf = async (token: string) =>
  accepted(await call<Formats>("GET", PATHS.formats, { token })).formats;

/** Letters and digits of a token become one of each, so that two tokens of a form look alike. */
const outline = (text: string) => text.replace(/\p{L}+/gu, "a").replace(/\d+/g, "0");

describe("metadata", () => {
  it("lists nine token names and twelve formats, each with what it goes with", async () => {
    const { token } = await newVault();
    const types = await typesOf(token);
    const formats = await formatsOf(token);
    expect(types).toHaveLength(9);
    expect(formats).toHaveLength(12);
    for (const { token_name, formats: own } of types) {
      const listed = formats.filter((one) => one.token_names.includes(token_name));
      expect(listed.map(({ format }) => format).sort()).toEqual([...own].sort());
    }
  });

  it("lists pairs that mask accepts, and no others are", async () => {
    const { token } = await newVault();
    const types = await typesOf(token);
    const names = (await formatsOf(token)).map(({ format }) => format);
    for (const { token_name, formats } of types) {
      for (const format of names) {
        const body = { mask: [{ value: "12 March 2024", token_name, format }] };
        const { status, error } = await call("PUT", PATHS.mask, { token, body });
        const code = status === 200 ? undefined : error.code;
        expect([token_name, format, code]).toEqual([
          token_name,
          format,
          formats.includes(format) ? undefined : "format_not_for_token_name",
        ]);
      }
    }
  });

  it("shows examples that look like what mask gives", async () => {
    const { token } = await newVault();
    const items = [
      ...(await typesOf(token)).map(({ token_name, example }) => ({ token_name, ...example })),
      ...(await formatsOf(token)).map(({ format, example }) => ({
        token_name: "Text Token",
        format,
        ...example,
      })),
    ];
    for (const { token_value, ...item } of items) {
      const body = { mask: [item] };
      const [masked] = accepted(await call<Example[]>("PUT", PATHS.mask, { token, body }));
      expect(masked?.token_value).not.toBe(item.value);
      expect(masked).not.toHaveProperty("format_applied");
      const isScattered = /^(Default|Text|Special) Token$/.test(item.token_name);
      if (isScattered) continue;
      expect(outline(masked?.token_value ?? "")).toBe(outline(token_value));
    }
  });

  it("is for holders of an active token with mask", async () => {
    const { tokens } = await newNamespace({ masker: ["mask"], reader: ["unmask"] });
    for (const path of [PATHS.tokenTypes, PATHS.formats]) {
      expect((await call("GET", path, { token: tokens.masker })).status).toBe(200);
      expect((await call("GET", path, { token: tokens.reader })).status).toBe(403);
    }
    await deactivate(tokens.masker);
    for (const path of [PATHS.tokenTypes, PATHS.formats]) {
      expect((await call("GET", path, { token: tokens.masker })).status).toBe(401);
    }
  });
});
