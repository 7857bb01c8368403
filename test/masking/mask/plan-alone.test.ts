// Items that all name their token are planned without their namespace, and come out as they do with it.
import { describe, expect, it } from "vitest";
import type { MaskItem } from "../../../src/masking/item.ts";
import { planAlone, planItems } from "../../../src/masking/mask/mask-items.ts";
import { TokenBook } from "../../support/masking/token-book.ts";
import { fc } from "../../support/properties.ts";

const book = new TokenBook();

const named: fc.Arbitrary<MaskItem> = fc.record(
  {
    value: fc.string(),
    token_name: fc.constantFrom("Text Token", "Special Token", "Default Token"),
    format: fc.constantFrom("Email Address", "URL"),
    attributes: fc.jsonValue(),
  },
  { requiredKeys: ["value", "token_name"] },
);

describe("items that all name their token", () => {
  it("are planned alone as the default policy would plan them", () => {
    fc.assert(
      fc.property(fc.array(named, { maxLength: 5 }), (items) => {
        const plan = planItems(items, book.settings());
        expect(plan).toEqual({ ok: true, value: planAlone(items) });
      }),
    );
  });

  it("are not planned alone beside a text or a document", () => {
    fc.assert(
      fc.property(fc.array(named, { maxLength: 3 }), fc.nat(3), (items, at) => {
        const places = items.slice(0, at);
        const rest = items.slice(at);
        expect(planAlone([...places, { value: "some text" }, ...rest])).toBeNull();
        const document = { value: { name: "Ada" }, token_name: "Text Token", json: true };
        expect(planAlone([...places, document, ...rest])).toBeNull();
      }),
    );
  });
});
