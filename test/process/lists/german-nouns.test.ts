// Which nouns of a dictionary go on the list of German nouns.

import { expect, it } from "vitest";
import { germanNouns, readFrequentWords } from "../../../scripts/data/train/german-nouns.ts";

const TABLE = `lemma,pos,genus,nominativ singular,nominativ plural
Haus,Substantiv,n,Haus,Häuser
Berlin,"Substantiv,Toponym",n,Berlin,
Koch,Substantiv,m,Koch,Köche
Koch,"Nachname,Substantiv",,Koch,Kochs
Union,Substantiv,f,Union,Unionen
Stadtgericht,Substantiv,n,Stadtgericht,Stadtgerichte
Rosa,Substantiv,n,Rosa,
-chen,"Affix,Substantiv,Suffix",n,-chen,-chen
`;

it("keeps nouns in all forms, by frequency, but for names, other languages' words, and organizations", () => {
  const words = "köche haus koch häuser berlin union unionen stadtgericht rosa chen schnell n";
  const frequent = readFrequentWords(`de ${words}\nen the union\nfr le\n`);
  const nouns = germanNouns(TABLE, frequent, ["rosa"], ["gericht", "ion"]);
  expect(nouns).toEqual(["köche", "haus", "häuser", "unionen"]);
});
