// Which parts of a job's data are texts to erase: compared with the request schemas, member by member at every level,
// so that a member that is added there and forgotten in job-texts.ts fails here.
import { describe, expect, it } from "vitest";
import type * as z from "zod";
import {
  maskDocument,
  maskItem,
  maskJobOptions,
  unmaskDocument,
  unmaskItem,
  unmaskJobOptions,
} from "../../../src/contract/mask.ts";
import { pairsOfItem, textsBeside, textsOfItem } from "../../../src/vault/jobs/job-texts.ts";

/** Stands wherever the caller writes something. */
const CALLERS = "somebody's text";
/** Texts that must be one of a list although their schema is any text. */
const WORDS: Record<string, string> = { token_name: "Text Token", format: "URL" };

/** Data with every member a schema knows; enums with each of their words. */
function samplesOf(schema: z.core.$ZodType, name = ""): unknown[] {
  const { def } = schema._zod as unknown as {
    def: { type: string } & Record<string, unknown>;
  };
  switch (def.type) {
    case "object": {
      const shape = def["shape"] as Record<string, z.core.$ZodType>;
      const columns = Object.entries(shape).map(
        ([member, of]) => [member, samplesOf(of, member)] as const,
      );
      const most = Math.max(...columns.map(([, samples]) => samples.length));
      return Array.from({ length: most }, (_, i) =>
        Object.fromEntries(
          columns.flatMap(([member, samples]) =>
            samples.length === 0 ? [] : [[member, samples[i % samples.length]]],
          ),
        ),
      );
    }
    case "optional":
    case "nullable":
      return samplesOf(def["innerType"] as z.core.$ZodType, name);
    case "array":
      return samplesOf(def["element"] as z.core.$ZodType, name).map((one) => [one]);
    case "enum":
      return Object.values(def["entries"] as Record<string, string>);
    case "boolean":
      return [true, false];
    case "never":
      return [];
    case "string":
      return [WORDS[name] ?? CALLERS];
    case "unknown":
    case "custom":
      return [{ [CALLERS]: [CALLERS] }];
    default:
      throw new Error(`no sample of ${def.type}`);
  }
}

describe("the texts of a job", () => {
  it.each([
    ["a mask item", maskItem],
    ["a mask item with a document", maskDocument],
    ["an unmask item", unmaskItem],
    ["an unmask item with a document", unmaskDocument],
  ])("are, of %s, what its caller wrote, and no word of the API", (_, schema) => {
    for (const item of samplesOf(schema)) {
      const texts = textsOfItem(item);
      expect(texts).not.toEqual([]);
      expect(texts.filter((text) => text !== CALLERS)).toEqual([]);
    }
  });

  it.each([
    ["mask", maskJobOptions],
    ["unmask", unmaskJobOptions],
  ])("are, of the members beside the list of %s, none that it knows", (_, schema) => {
    for (const rest of samplesOf(schema)) expect(textsBeside(rest)).toEqual([]);
    expect(textsBeside({ [CALLERS]: CALLERS })).toEqual([CALLERS, CALLERS]);
  });

  it("are names and values of attributes, and of members the API does not know", () => {
    const item = { value: "a", attributes: { b: [1, { c: "d" }] }, other: "e" };
    expect(textsOfItem(item).toSorted()).toEqual(["1", "a", "b", "c", "d", "e", "other"]);
    expect(pairsOfItem(item)).toEqual([["b", [1, { c: "d" }]]]);
  });
});
