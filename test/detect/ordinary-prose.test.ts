// In prose without personal data the rules find nothing, in any language.

import { describe, expect, it } from "vitest";
import { detect, EVERYTHING } from "../../src/detect/detector.ts";
import type { Language } from "../../src/detect/language/languages.ts";
import { withHonoured } from "../../src/detect/tagger/corrections/by-character/honoured-names.ts";
import { withTitledAbroad } from "../../src/detect/tagger/corrections/titles-abroad.ts";
import { groupOf, isByCharacter } from "../../src/detect/tagger/groups.ts";
import { tokenize } from "../../src/detect/tagger/tokens.ts";
import { lexiconOf } from "../support/detect/character-lexicon.ts";
import { ORDINARY_PROSE } from "../support/detect/ordinary-prose.ts";

/** Years are dates, but no personal data. */
const NO_DATES = {
  ...EVERYTHING,
  wanted: new Set([...EVERYTHING.wanted].filter((type) => type !== "DATE")),
};

const { lexicon } = lexiconOf({});

describe.each(Object.entries(ORDINARY_PROSE) as [Language, string][])(
  "ordinary %s",
  (language, text) => {
    it("has no finding", () => {
      const found = detect(text, NO_DATES);
      expect(found.map(({ start, end, reason }) => [text.slice(start, end), reason])).toEqual([]);
    });

    it("has no title with a name", () => {
      const group = groupOf(language);
      const tokens = tokenize(text, undefined, isByCharacter(group));
      const names = isByCharacter(group)
        ? withHonoured(text, tokens, [], { lexicon, margin: 1 })
        : withTitledAbroad(tokens, [], group, 1, lexicon);
      expect(
        names.map(({ from, to }) => text.slice(tokens.start[from], tokens.end[to - 1])),
      ).toEqual([]);
    });
  },
);
