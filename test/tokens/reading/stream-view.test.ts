// The view of a text in pieces is that of the whole, however it was cut.
import { describe, expect, it } from "vitest";
import { STOP, StreamView } from "../../../src/tokens/reading/stream-view.ts";
import { viewOf } from "../../../src/tokens/reading/text-view.ts";
import { cases, fc } from "../../support/properties.ts";

/** What a view says, each unit with where it stands. */
function unitsOf(view: StreamView, from = 0): string[] {
  return view.text
    .split("")
    .map((unit, at) => `${unit} ${from + view.rawStart(at)} ${from + view.rawEnd(at + 1)}`);
}

function whole(text: string, isJson = false): StreamView {
  const view = new StreamView(isJson);
  view.add(text, true);
  return view;
}

const PARTS = [
  ...["\\", "\\\\", "\\n", "\\u0041", "\\u005c", "u003c", "n", '"', "<", "a", " ", "\n", "\u00a0"],
  ...["&", "amp;", "&amp;", "&lt;", "lt;", "#x3c;", "&#92;", "&#38;", "&#x26;amp;", "3", "e9"],
  ...["\u200b", "\u00ad", "\ud83d", "\ude00", "\udb40\udc41", "\\ud83d", "\\ude00", "´", "„", "é"],
  ...["\\".repeat(20), "&amp;".repeat(9)],
];

describe("the view of a stream", () => {
  it("is that of the whole text, with the same places, however it was cut and dropped", () => {
    const part = fc.constantFrom(...PARTS);
    const all = fc.array(fc.oneof(part, part, fc.string({ maxLength: 3 })), { maxLength: 12 });
    fc.assert(
      fc.property(all, fc.array(fc.nat(60)), fc.boolean(), (parts, cuts, isJson) => {
        const text = parts.join("");
        const expected = unitsOf(whole(text, isJson));
        if (!isJson) expect(whole(text).text).toBe(viewOf(text).text);
        const at = [0, ...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b)];
        const view = new StreamView(isJson);
        const units: string[] = [];
        let dropped = 0;
        for (const [i, from] of at.entries()) {
          view.add(text.slice(from, at[i + 1]), false);
          // Some of it, so that what is held moves.
          const some = view.text.length >> 1;
          units.push(...unitsOf(view, dropped).slice(0, some));
          dropped += view.drop(some);
        }
        view.add("", true);
        expect([...units, ...unitsOf(view, dropped)]).toEqual(expected);
      }),
      { numRuns: cases(4_000) },
    );
  });

  it("stops at the end of a JSON string, and not at a quotation mark in one", () => {
    const json = JSON.stringify({ a: 'x"y\\', b: "\\".repeat(20) });
    const said = `{${STOP}a${STOP}:${STOP}x"y${STOP},${STOP}b${STOP}:${STOP}${STOP}}`;
    expect(whole(json, true).text).toBe(said);
    const view = new StreamView(true);
    for (const unit of json) view.add(unit, false);
    expect(view.text).toBe(said);
  });

  it.each(["\u200b", "\\", "\u00ad\\"])("stops in a long run of %j", (unseen) => {
    const text = `a${unseen.repeat(200 / unseen.length)}`;
    const view = new StreamView(false);
    for (const unit of text) view.add(unit, false);
    expect(view.text.slice(0, 3)).toBe(`a${STOP}${STOP}`);
    view.add("c", true);
    expect(view.text).toBe(`a${STOP}${STOP}${STOP}c`);
  });
});
