// The tagger's model is read when a text is searched for the first time, and not before. A file of its own:
// an isolate keeps what it has read.
import { expect, it } from "vitest";
import { shippedTagger } from "../../../src/detect/tagger/shipped-taggers.ts";
import { newVault } from "../../support/namespaces.ts";
import { mask, maskText, unmask } from "../../support/requests.ts";

const scan = () => shippedTagger({ recall: 0 }).scan("Yesterday Maria Jensen called.");

it("whoever only sends values with token names never pays for the model", {
  timeout: 60_000,
}, async () => {
  const { token } = await newVault();
  const [named] = await mask(token, [{ value: "Maria Jensen", token_name: "Text Token" }]);
  expect(named?.token_value).not.toContain("Jensen");
  expect(scan).toThrow("not loaded");
  const text = "Yesterday Maria Jensen called.";
  const item = await maskText(token, text);
  expect(item.token_value).not.toContain("Jensen");
  expect(scan().map(({ entityType }) => entityType)).toEqual(["PERSON"]);
  expect(await unmask(token, [item.token_value])).toEqual([text]);
});
