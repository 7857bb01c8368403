import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { RULES, sourceWithout } from "../../scripts/quality/detect/ablation-rules.ts";

it.each(RULES)("finds the rule $name in $file", (rule) => {
  const source = readFileSync(new URL(`../../src/detect/${rule.file}`, import.meta.url), "utf8");
  expect(sourceWithout(rule, source)).not.toBe(source);
});
