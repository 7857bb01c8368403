// The language of the text around a word, for words that have their meaning in one language only.

import { describe, expect, it, vi } from "vitest";
import { type Language, setOf } from "../../../src/detect/language/languages.ts";
import { Surroundings } from "../../../src/detect/language/surroundings.ts";

/** Whether the word is in a text of that language. */
function isIn(text: string, word: string, language: Language, allowed?: readonly Language[]) {
  const at = text.indexOf(word);
  return new Surroundings(text, allowed).isIn(setOf([language]), at, at + word.length);
}

describe("what stands around a word", () => {
  it.each<[string, string, Language]>([
    ["mein Name ist Krüger", "mein Name ist", "de"],
    ["Jag heter Åsa", "Jag heter", "sv"],
    ["Bel me op 0123456789.", "op", "nl"],
    ["Signed by John. Mein Name ist Krüger. See you on Monday.", "Mein Name ist", "de"],
    ["Il paziente è stato visitato oggi.\nCAP 20121\nRichiede una visita.", "CAP", "it"],
    ["Poliçe no 12345 ile ilgili", "Poliçe no", "tr"],
    ["The bill names 氏名 only", "氏名", "ja"],
    ["Kundennummer 884213", "Kundennummer", "de"],
    ["Hola, numero de pedido 2023 no funciona.", "numero de pedido", "es"],
  ])("tells that it is in its own language: %j", (text, word, language) => {
    expect(isIn(text, word, language)).toBe(true);
  });

  it.each<[string, string, Language]>([
    ["The op 0123456789 failed twice.", "op", "nl"],
    ["WARN op 0123456789 took 12 ms", "op", "nl"],
    ["Police no 12345 closed the road.", "Police no", "tr"],
    ["The CAP 20121 is reached.", "CAP", "it"],
    ["CAP 20121", "CAP", "it"],
    ['{"cap": 12345, "cp": 10001}', "cp", "es"],
    ["Wtedy zginęło aż 294 afgańskich cywilów.", "aż", "de"],
    ["12345", "1", "nl"],
  ])("tells that it is in another or in none: %j", (text, word, language) => {
    expect(isIn(text, word, language)).toBe(false);
  });

  it("is asked about the languages alone that a text may be in", () => {
    expect(isIn("op 12", "op", "nl", ["nl"])).toBe(true);
    expect(isIn("Bel me op 0123456789.", "op", "nl", ["en", "de"])).toBe(false);
    expect(isIn("Il CAP 20121 di Milano, via Roma", "CAP", "it", ["it", "ja"])).toBe(true);
  });

  it.each(["op ", "op 1. Op\n", "a", "op. Op", "é "])("reads a text of %j few times", (part) => {
    const text = part.repeat(4_000);
    const read = vi.spyOn(String.prototype, "charCodeAt");
    const surroundings = new Surroundings(text);
    for (let at = 0; at < text.length; at++) surroundings.isIn(setOf(["nl"]), at, at + 2);
    const count = read.mock.calls.length;
    read.mockRestore();
    expect(count).toBeLessThan(16 * text.length);
  });
});
