// Changes of a policy: what stays the same, and what is refused.
import { describe, expect, it } from "vitest";
import { MAX_CUSTOM_ENTITIES } from "../../../src/core/limits.ts";
import type { CustomEntity } from "../../../src/core/policy.ts";
import { runToEnd } from "../../../src/core/steps.ts";
import {
  withActions,
  withCustomEntity,
  withDetection,
  withoutCustomEntity,
  withSettings,
  withWrappers,
} from "../../../src/masking/policy/policy-changes.ts";
import { actionOf, newDefinition, wrapperOf } from "../../../src/masking/policy/rules.ts";

const NEW = newDefinition("P");
const PLANT: CustomEntity = {
  name: "PLANT",
  description: "Where it was made",
  tokenName: "Text Token",
  format: null,
  pattern: null,
  words: ["Turin"],
  matchCase: false,
  contextWords: [],
  validator: null,
};
const NAMES = ["LITERAL", "PER", "person", "__proto__", "toString", "", "PLANT"];

/** The definition; throws when the change was refused. */
function done(changed: ReturnType<typeof withActions>) {
  if (!changed.ok) throw new Error(JSON.stringify(changed.error));
  return changed.value;
}
/** The failure's code and detail. */
function refused(changed: ReturnType<typeof withActions>) {
  return changed.ok ? null : [changed.error.code, changed.error.detail];
}

describe("actions", () => {
  it("move the types named, and no other", () => {
    const first = done(
      withActions(NEW, [
        ["US_SSN", "anonymize"],
        ["URL", "exclude"],
      ]),
    );
    const second = done(
      withActions(first, [
        ["URL", "pseudonymize"],
        ["DATE", "anonymize"],
      ]),
    );
    expect(second).toEqual({
      ...NEW,
      actions: { US_SSN: "anonymize", URL: "pseudonymize", DATE: "anonymize" },
    });
    expect(actionOf(second, "EMAIL_ADDRESS")).toBe("pseudonymize");
    expect(actionOf(second, "AGE")).toBe("exclude");
  });

  it.each(NAMES)("are refused for the type %j", (name) => {
    expect(refused(withActions(NEW, [[name, "exclude"]]))).toEqual(["unknown_entity", name]);
  });

  it("are refused for a type in two groups", () => {
    const moves = [
      ["URL", "exclude"],
      ["URL", "exclude"],
      ["URL", "anonymize"],
    ] as const;
    expect(done(withActions(NEW, moves.slice(0, 2))).actions).toEqual({ URL: "exclude" });
    expect(refused(withActions(NEW, moves))).toEqual(["invalid_field", "metadata"]);
  });
});

describe("an entity type with denied values", () => {
  const deny = [{ value: "Blue Whale", entity: "ORGANIZATION" }];
  const denied = done(withDetection(NEW, { deny }));

  it("is not excluded while the deny list has one of them", () => {
    const exclude = (definition: typeof NEW) =>
      withActions(definition, [["ORGANIZATION", "exclude"]]);
    expect(refused(exclude(denied))).toEqual(["entity_denied", "ORGANIZATION"]);
    expect(done(exclude(done(withDetection(denied, { deny: [] })))).deny).toEqual([]);
  });

  it("may be anonymized, and other types may be excluded", () => {
    for (const move of [
      ["ORGANIZATION", "anonymize"],
      ["URL", "exclude"],
    ] as const) {
      expect(done(withActions(denied, [move])).deny).toEqual(deny);
    }
  });
});

describe("wrappers", () => {
  it("change the parts that are given", () => {
    const prefix = "{Person ";
    const one = done(withWrappers(NEW, [{ entity: "PERSON", prefix, suffix: "}" }], []));
    expect(wrapperOf(one, "PERSON")).toEqual({ prefix, suffix: "}" });
    const two = done(withWrappers(one, [{ entity: "PERSON", suffix: "]" }], []));
    expect(wrapperOf(two, "PERSON")).toEqual({ prefix, suffix: "]" });
    expect(wrapperOf(two, "URL")).toEqual({ prefix: "<URL>", suffix: "</URL>" });
    const same = withWrappers(one, [{ entity: "URL", prefix, suffix: "}" }], []);
    expect(wrapperOf(done(same), "URL")).toEqual({ prefix, suffix: "}" });
  });

  it("are refused where unmask could not tell them, with their position", () => {
    const good = { entity: "PERSON", prefix: "{Person ", suffix: "}" };
    const bad = { entity: "URL", prefix: "x", suffix: "y" };
    expect(withWrappers(NEW, [good, bad], [])).toMatchObject({
      error: { code: "invalid_wrapper", index: 1 },
    });
    // The tag that remains is no partner for the prefix.
    expect(refused(withWrappers(NEW, [{ entity: "URL", prefix: "{" }], []))?.[0]).toBe(
      "invalid_wrapper",
    );
    const other = { entity: "URL", prefix: "[{Person ", suffix: "}" };
    expect(refused(withWrappers(NEW, [good, other], []))?.[0]).toBe("invalid_wrapper");
    expect(refused(withWrappers(NEW, [other], [good]))?.[0]).toBe("invalid_wrapper");
    expect(refused(withWrappers(NEW, [{ ...good, entity: "PER" }], []))).toEqual([
      "unknown_entity",
      "PER",
    ]);
  });
});

describe("detection", () => {
  it("changes what is given, and drops doubles of the allow list", () => {
    const settings = { threshold: 0.7, recall: -0.5, allow: ["a", "b", "a"] };
    const first = done(withDetection(NEW, settings));
    expect(first).toEqual({ ...NEW, threshold: 0.7, recall: -0.5, allow: ["a", "b"] });
    const deny = [{ value: "x", entity: "PERSON" }];
    const second = done(withDetection(first, { thresholds: { URL: 0.9 }, deny }));
    expect(second).toEqual({ ...first, thresholds: { URL: 0.9 }, deny });
    expect(done(withDetection(second, {}))).toEqual(second);
    const third = done(withDetection(second, { languages: ["de"] }));
    expect(third).toEqual({ ...second, languages: ["de"] });
    expect(done(withDetection(third, { recall: -0.5 }))).toEqual(third);
    expect(done(withDetection(third, { languages: null }))).toEqual(second);
    const fourth = done(withDetection(second, { addresses: "whole" }));
    expect(fourth).toEqual({ ...second, addresses: "whole" });
    expect(done(withDetection(fourth, { addresses: null }))).toEqual(second);
  });

  it("is refused for unknown types, and for denied values of types that are off", () => {
    for (const name of NAMES) {
      const thresholds = { [name]: 0.5 };
      expect(refused(withDetection(NEW, { thresholds }))).toEqual(["unknown_entity", name]);
      const deny = [{ value: "x", entity: name }];
      expect(refused(withDetection(NEW, { deny }))).toEqual(["unknown_entity", name]);
    }
    for (const entity of ["DATE", "AGE"]) {
      const deny = [{ value: "x", entity }];
      expect(refused(withDetection(NEW, { deny }))).toEqual(["invalid_field", "deny"]);
    }
  });
});

describe("custom entities together", () => {
  const entity = (name: string, one: Partial<CustomEntity>) => ({
    ...PLANT,
    name,
    words: [],
    ...one,
  });
  const added = (count: number, one: Partial<CustomEntity>) => {
    let definition = NEW;
    for (let i = 0; i < count; i++) {
      const changed = runToEnd(withCustomEntity(definition, entity(`E${i}`, one)));
      if (!changed.ok) return [i, changed.error.code];
      definition = changed.value;
    }
    return [count, null];
  };

  it("are refused when one text would hold up everybody", () => {
    // About 0.3 s each for 64 KiB: five are two seconds.
    expect(added(100, { pattern: "\\w[\\w ]{280}\\w" })).toEqual([5, "policy_too_complex"]);
    // A new state for each letter, however short the pattern is.
    expect(added(100, { pattern: "[cd][ab]{12}a" })).toEqual([17, "policy_too_complex"]);
    const entries = Array.from({ length: 128 }, (_, i) => `${"#".repeat(2 * i)}a`);
    expect(added(100, { words: entries })).toEqual([7, "policy_too_complex"]);
    expect(added(100, { words: ["x"], contextWords: entries })).toEqual([7, "policy_too_complex"]);
  });

  it("may be as many as there can be when they are usual ones", () => {
    expect(added(100, { pattern: "C-[0-9]{6}", contextWords: ["customer"] })).toEqual([100, null]);
    expect(added(100, { words: ["Turin", "Graz", "Linz"] })).toEqual([100, null]);
    expect(added(12, { pattern: "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}" })).toEqual([
      12,
      null,
    ]);
  });

  it("count a replaced one once", () => {
    let definition = NEW;
    for (let i = 0; i < 20; i++) {
      definition = done(
        runToEnd(withCustomEntity(definition, entity("E", { pattern: "\\w[\\w ]{280}\\w" }))),
      );
    }
  });
});

describe("custom entities", () => {
  it("get tags of their name, which outlive a change of the wrapper", () => {
    const first = done(runToEnd(withCustomEntity(NEW, PLANT)));
    expect(first.custom).toEqual([PLANT]);
    expect(first.wrappers).toEqual({ PLANT: { prefix: "<PLANT>", suffix: "</PLANT>" } });
    const moved = done(withActions(first, [["PLANT", "anonymize"]]));
    const changed = done(runToEnd(withCustomEntity(moved, { ...PLANT, words: ["Graz"] })));
    expect(changed).toEqual({ ...moved, custom: [{ ...PLANT, words: ["Graz"] }] });
  });

  it("take everything along when they go", () => {
    const one = done(runToEnd(withCustomEntity(NEW, PLANT)));
    const two = done(withActions(one, [["PLANT", "anonymize"]]));
    const settings = { thresholds: { PLANT: 0.2 }, deny: [{ value: "x", entity: "PLANT" }] };
    const three = done(withDetection(two, settings));
    expect(done(withoutCustomEntity(three, "PLANT"))).toEqual(NEW);
    expect(refused(withoutCustomEntity(NEW, "PLANT"))).toEqual(["custom_entity_unknown", "PLANT"]);
  });

  it("that are removed, or unknown, nothing external counts as", () => {
    const external = { name: "other", language: "en", entities: { X: "PLANT" }, optional: false };
    expect(refused(withSettings(NEW, { external }))).toEqual(["unknown_entity", "PLANT"]);
    const one = done(runToEnd(withCustomEntity(NEW, PLANT)));
    const both = { ...external, entities: { X: "PLANT", P: "PERSON" } };
    const left = done(withoutCustomEntity(done(withSettings(one, { external: both })), "PLANT"));
    expect(left.external).toEqual({ ...external, entities: { P: "PERSON" } });
    expect(done(withoutCustomEntity(done(withSettings(one, { external })), "PLANT"))).toEqual(NEW);
  });

  it.each<[Partial<CustomEntity>, string]>([
    [{ tokenName: "Tex Token" }, "unknown_token_name"],
    [{ format: "Shoe Size" }, "unknown_format"],
    [{ tokenName: "Numeric Token", format: "URL" }, "format_not_for_token_name"],
    [{ pattern: "(", words: [] }, "invalid_pattern"],
    [{ pattern: "a*", words: [] }, "invalid_pattern"],
    [{ pattern: "(?=a)b", words: [] }, "invalid_pattern"],
    [{ pattern: "(a)\\1", words: [] }, "invalid_pattern"],
  ])("are refused for %j", (wrong, code) => {
    expect(refused(runToEnd(withCustomEntity(NEW, { ...PLANT, ...wrong })))?.[0]).toBe(code);
  });

  it("are refused beyond their number, and beyond the size of a policy", () => {
    let definition = NEW;
    for (let i = 0; i < MAX_CUSTOM_ENTITIES; i++) {
      definition = done(runToEnd(withCustomEntity(definition, { ...PLANT, name: `PLANT_${i}` })));
    }
    expect(refused(runToEnd(withCustomEntity(definition, PLANT)))?.[0]).toBe("too_many_items");
    const words = Array.from({ length: 10_000 }, (_, i) => `${i} ${"x".repeat(200)}`);
    expect(refused(runToEnd(withCustomEntity(NEW, { ...PLANT, words })))?.[0]).toBe(
      "policy_too_large",
    );
  });
});
