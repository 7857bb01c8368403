// `link` of a policy: a value that auto-detect finds in a note has the same token as in a column, so that both can be
// joined; under every style, from every operation.
import { describe, expect, it } from "vitest";
import { TOKEN_STYLES, type TokenStyle } from "../../../src/core/policy.ts";
import { FORMATS, TOKEN_NAMES } from "../../../src/tokens/kinds.ts";
import { change, newPolicyVault, tryChange, UNDER_P } from "../../support/policies.ts";
import { expectRefusal, invalid } from "../../support/refusals.ts";
import {
  accepted,
  call,
  mask,
  only,
  PATHS,
  pollJob,
  submit,
  unmask,
} from "../../support/requests.ts";

const BORN = "3 March 1980";
const PHONE = "(212) 555-0123";
const NOTE = `Born on ${BORN}, DOB ${BORN}; call ${PHONE}.`;
const COLUMNS = [
  { value: BORN, token_name: "Date Token", format: "Date" },
  { value: PHONE, token_name: "Special Token" },
];
const LINK = {
  DATE_OF_BIRTH: { token_name: "Date Token", format: "Date" },
  PHONE_NUMBER: { token_name: "Special Token" },
};
const STYLES: readonly (TokenStyle | null)[] = [null, ...TOKEN_STYLES];

const link = (token: string, value: unknown) =>
  tryChange(token, PATHS.policySettings, { link: value });
const linkShown = async (token: string) => {
  const query = `${PATHS.policySettings}?policy_name=P`;
  return accepted(await call<{ link: unknown }>("GET", query, { token })).link;
};
/** Tokens of the note's date and phone, by type. */
async function tokensOfNote(token: string): Promise<Record<string, string>> {
  const { individual_tokens = [] } = only(await mask(token, [{ value: NOTE }], UNDER_P));
  return Object.fromEntries(individual_tokens.map((one) => [one.pii_type, one.token]));
}
const tokensOfColumns = async (token: string) =>
  (await mask(token, COLUMNS, UNDER_P)).map(({ token_value }) => token_value);

describe("a linked entity type", () => {
  it.each(STYLES)(
    "has the token of the column under the style %s, and both come back",
    async (style) => {
      const { token } = await newPolicyVault();
      const apart = await tokensOfNote(token);
      const columns = await tokensOfColumns(token);
      expect(apart["PHONE_NUMBER"]).not.toBe(columns[1]);

      await change(token, PATHS.policySettings, { token_style: style, link: LINK });
      const [born, phone] = columns;
      expect(await tokensOfNote(token)).toEqual({ DATE_OF_BIRTH: born, PHONE_NUMBER: phone });
      const masked = only(await mask(token, [{ value: NOTE }], UNDER_P)).token_value as string;
      expect(masked).toContain(`DOB <DOB>${born}</DOB>; call <PHN>${phone}</PHN>.`);
      const texts = [masked, ...(columns as string[])];
      expect(await unmask(token, texts)).toEqual([NOTE, BORN, PHONE]);
      // What was masked before stays a token of its value.
      expect(await unmask(token, Object.values(apart))).toEqual([BORN, PHONE]);
    },
  );

  it("has it in jobs and documents, too", async () => {
    const { token } = await newPolicyVault();
    await change(token, PATHS.policySettings, { link: LINK });
    const [born] = await tokensOfColumns(token);
    const items = [{ value: { note: NOTE }, json: true }] as never;
    const id = await submit(token, "mask", { mask: items, ...UNDER_P });
    const [fromJob] = (await pollJob(token, id)).result ?? [];
    expect(JSON.stringify(fromJob)).toContain(`<DOB>${born}</DOB>`);
  });

  it("is shown by the settings, and in the table of entity types where the policy is the default", async () => {
    const { token } = await newPolicyVault();
    expect(await linkShown(token)).toEqual({});
    await change(token, PATHS.policySettings, { link: LINK });
    const shown = { ...LINK, PHONE_NUMBER: { token_name: "Special Token", format: null } };
    expect(await linkShown(token)).toEqual(shown);
    await change(token, PATHS.policySettings, { partial: true });
    expect(await linkShown(token)).toEqual(shown);
    await change(token, PATHS.defaultPolicy, {});
    const { entities } = accepted(
      await call<{ entities: { entity_name: string }[] }>("GET", PATHS.entities, { token }),
    );
    expect(entities.find(({ entity_name }) => entity_name === "DATE_OF_BIRTH")).toMatchObject({
      token_name: "Date Token",
      format: "Date",
    });
    await change(token, PATHS.policySettings, { link: {} });
    expect(await linkShown(token)).toEqual({});
  });
});

describe("a link", () => {
  it("to what there is not is refused with what there is, and nothing changes", async () => {
    const { token } = await newPolicyVault();
    const refused = async (form: object, code: string, allowed: readonly string[]) => {
      const { status, error } = await link(token, {
        US_SSN: LINK.PHONE_NUMBER,
        DATE_OF_BIRTH: form,
      });
      expect([status, error.code, error.allowed]).toEqual([400, code, allowed]);
    };
    const formats = FORMATS.map(({ name }) => name);
    await refused({ token_name: "Text Token", format: "Birthday" }, "unknown_format", formats);
    await refused({ token_name: "Date Token", format: "URL" }, "format_not_for_token_name", [
      "Date",
      "Default Format",
    ]);
    const names = TOKEN_NAMES.map(({ name }) => name);
    await refused({ token_name: "Birth Token" }, "unknown_token_name", names);
    const { error } = await link(token, { BIRTHDAY: LINK.DATE_OF_BIRTH });
    expect(error.code).toBe("unknown_entity");
    expect(error.allowed).toContain("DATE_OF_BIRTH");
    expect(error.allowed).not.toContain("LITERAL");
    for (const shape of [null, [], "x", { US_SSN: "Text Token" }, { US_SSN: null }]) {
      expect((await link(token, shape)).status, JSON.stringify(shape)).toBe(400);
    }
    expectRefusal(
      await link(token, { US_SSN: { ...LINK.PHONE_NUMBER, style: 1 } }),
      invalid("style"),
    );
    expect(await linkShown(token)).toEqual({});
  });

  it("of no type of the table is refused: a policy's own types say their form themselves", async () => {
    const { token } = await newPolicyVault();
    await change(token, PATHS.customEntity, { entity_name: "TICKET", words: ["T-1"] });
    expect((await link(token, { TICKET: LINK.PHONE_NUMBER })).error.code).toBe("unknown_entity");
    const sent = `{"data":{"policy_name":"P","link":{"__proto__":{"token_name":"Text Token"}}}}`;
    const answer = await call("PUT", PATHS.policySettings, { token, raw: sent });
    expect(answer.status).toBe(400);
  });
});
