// The language of a text that contains tokens: parts between tokens are read in the language of the whole.
import { describe, expect, it } from "vitest";
import type { PolicyDefinition } from "../../../src/core/policy.ts";
import { shippedTagger } from "../../../src/detect/tagger/shipped-taggers.ts";
import { planText } from "../../../src/masking/mask/plan-text.ts";
import { compileRules, newDefinition } from "../../../src/masking/policy/rules.ts";
import { inStretches } from "../../../src/platform/yield-to-callers.ts";
import { kindOf } from "../../../src/tokens/kinds.ts";
import { MemoryVault } from "../../support/masking/memory-vault.ts";

const { cipher, tokens } = tokensOfAVault();

function tokensOfAVault() {
  const vault = new MemoryVault();
  const kind = kindOf(0, 2, 0);
  const tokenOf = (value: string) => `<PER>${vault.tokenOf(value, kind)}</PER>`;
  return { cipher: vault.cipher, tokens: ["Anna Weber", "Jean Roux", "Ann Lee"].map(tokenOf) };
}

const compiled = (languages: PolicyDefinition["languages"]) => {
  const definition = { ...newDefinition("P"), languages };
  const policySet = { version: 1, wrappers: [], alsoOn: [] };
  return compileRules({ id: 1, version: 1, definition }, policySet, shippedTagger);
};

/** What is found in a text with a token for each %, beside what is hidden with the tokens; with its language. */
async function foundIn(
  form: string,
  { isKept = true, languages = null as PolicyDefinition["languages"] } = {},
): Promise<[string, string | undefined][]> {
  let next = 0;
  const text = form.replace(/%/g, () => tokens[next++ % tokens.length] as string);
  const rules = await inStretches(compiled(languages));
  const spans = await inStretches(planText(text, { cipher, keepKnownTokens: isKept, rules }));
  if (spans === "plain") return [];
  return spans
    .filter(({ entityType }) => entityType !== "LITERAL")
    .map(({ start, end, finding }) => [text.slice(start, end), finding?.language]);
}

const GERMAN = "Gestern traf sich Frau % mit Herrn % aus der Abteilung für Einkauf.";
const FRENCH = "Hier, Madame % a rencontré Monsieur % au sujet de la facture de mars.";

describe("between tokens", () => {
  it.each([true, false])("no word of another language is a name; kept: %s", async (isKept) => {
    for (const text of [GERMAN, FRENCH]) expect(await foundIn(text, { isKept })).toEqual([]);
  });

  it("names are found in the language of the whole", async () => {
    const found = await foundIn(`${GERMAN} Danach rief % noch Herrn Karl Schröder an.`);
    expect(found).toEqual([["Karl Schröder", "de"]]);
  });

  it("each sentence is in the language that it is in there", async () => {
    const english = "Yesterday Maria Jensen called % and was told to wait for the papers of %";
    const found = await foundIn(`${english}.\n${GERMAN}\nThen % wrote to Paul Miller about it.`);
    expect(found).toEqual([
      ["Maria Jensen", "en"],
      ["Paul Miller", "en"],
    ]);
  });

  it("another script tells for itself", async () => {
    const found = await foundIn(
      "昨日、%さんはMaria Jensenと%に会いました。प्रधानमंत्री नरेंद्र मोदी % ।",
    );
    expect(found).toEqual(expect.arrayContaining([["नरेंद्र मोदी", "hi"]]));
  });

  it("only the languages of the policy are chosen from", async () => {
    const found = await foundIn(`${GERMAN} Herr Karl Schröder rief an.`, { languages: ["fr"] });
    expect(new Set(found.map(([, language]) => language))).toEqual(new Set(["fr"]));
  });
});
