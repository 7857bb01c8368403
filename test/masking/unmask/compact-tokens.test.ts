// Unmasking compact tokens: as a whole, in text, in either letter case, strictly, erased, and planted.
import { describe, expect, it } from "vitest";
import { compactNumber } from "../../../src/tokens/forms/plain/compact-form.ts";
import { DEFAULT_POLICY, kindOf, TOKEN } from "../../../src/tokens/kinds.ts";
import { MemoryVault } from "../../support/masking/memory-vault.ts";

const KIND = kindOf(DEFAULT_POLICY, TOKEN.compact, compactNumber("PERSON"));
const vault = new MemoryVault();
const token = vault.tokenOf("Ann Lee", KIND);
const capital = token.toUpperCase();

const put = (text: string, at: number, part: string) => text.slice(0, at) + part + text.slice(at);

/** What a model made of it, what comes back, and whether strict unmask gives the same. */
const CHANGES: [string, string, boolean | "fails"][] = [
  [token, "Ann Lee", true],
  [`Dear ${token}, hi.`, "Dear Ann Lee, hi.", true],
  [`**${token}**'s _${token}_ (${token})`, "**Ann Lee**'s _Ann Lee_ (Ann Lee)", true],
  [
    `{"name":"${token}","at":"\\n${token}\\u003c"}`,
    '{"name":"Ann Lee","at":"\\nAnn Lee\\u003c"}',
    true,
  ],
  [`<PER>${token}</PER>`, "Ann Lee", true],
  [`<PER>${token}</PER> and ${token}`, "Ann Lee and Ann Lee", true],
  [`客户${token}的`, "客户Ann Lee的", true],
  [`Dear ${capital}, hi.`, "Dear Ann Lee, hi.", false],
  [`Dear P${token.slice(1)}, hi.`, "Dear Ann Lee, hi.", false],
  ...["\n", "-\r\n", "\n  ", "\n> > ", "\u200b", "\u00ad", "**", "`", "&shy;", "\\n"].flatMap(
    (part): typeof CHANGES => [
      [`Dear ${put(token, 9, part)}, hi.`, "Dear Ann Lee, hi.", false],
      [`<PER>${put(token, 2, part)}.</PER> Hi.`, "Ann Lee. Hi.", "fails"],
      [`<PER>Dear ${put(capital, 17, part)}, hi`, "<PER>Dear Ann Lee, hi", false],
    ],
  ),
  [`<PER> ${token}`, " Ann Lee", true],
  [`${token} </PER>`, "Ann Lee ", true],
];

describe("a compact token", () => {
  it.each(CHANGES)("in %j is restored: %j, strictly: %j", (text, back, isStrict) => {
    expect(vault.unmask([text])).toEqual([back]);
    const strictly = isStrict === "fails" ? null : [isStrict ? back : text];
    expect(vault.unmask([text], true)).toEqual(strictly);
  });

  it("is restored as a whole text in either letter case", () => {
    expect(vault.unmask([capital])).toEqual(["Ann Lee"]);
  });

  it.each([
    `x${token}`,
    `${token}x`,
    `${token}0`,
    `_${token.slice(1)}_`,
    `${token.slice(0, 9)} ${token.slice(9)}`,
  ])("is not taken out of %j", (text) => {
    expect(vault.restore([text], { strict: false, partial: true })).toMatchObject({
      texts: [text],
    });
  });

  it("of another type's letters, or in another spelling of its id, stands for nothing", () => {
    const other = vault.tokenOf("Ann Lee", kindOf(DEFAULT_POLICY, TOKEN.special, 0));
    const digits = vault.tokenOf("x", KIND).slice(-16);
    for (const text of [`org${token.slice(3)}`, `cus${digits}`]) {
      expect(vault.unmask([`see ${text}.`]), text).toBeNull();
      expect(vault.unmask([text]), text).toBeNull();
    }
    expect(vault.unmask([`see ${other}.`])).toEqual(["see Ann Lee."]);
  });

  it("that was erased fails its text, or is listed, like one in tags", () => {
    const gone = new MemoryVault();
    const [dead, living] = [gone.tokenOf("Ann Lee", KIND), gone.tokenOf("Bob Ray", KIND)];
    gone.erase(dead);
    const text = `To ${dead}. From ${living}.`;
    for (const strict of [false, true]) {
      expect(gone.unmask([text], strict)).toBeNull();
      expect(gone.restore([text, `${dead}.`], { strict, partial: true })).toEqual({
        ok: true,
        texts: [`To ${dead}. From Bob Ray.`, `${dead}.`],
        unresolved: [[dead], [dead]],
      });
    }
  });

  it.each([
    ...CHANGES.map(([text]) => text),
    token,
    capital,
    `Dear ${token}, hi.`,
    `Dear ${capital}, hi.`,
    `a\\n${token} \\u003c${token}`,
    `<PER>${capital}</PER>`,
    `<PER>${token} ${capital}`,
    ` ${token}\u00a0`,
    token.replace(/^per/, "ｐｅｒ"),
    `mail ann@example.com about ${token}`,
  ])("planted in %j is hidden, and comes back as it was", (text) => {
    const masked = vault.maskText(text);
    expect(masked.toLowerCase()).not.toContain(token);
    expect(vault.unmask([masked])).toEqual([text]);
    expect(vault.unmask([masked], true)).toEqual([text]);
  });
});
