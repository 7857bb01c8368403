// Started by ablation.ts as a process: measures auto-detect without the rule whose number is its argument, or with
// all rules, and prints the figures as JSON. The rule's source is edited while it is loaded; nothing on disk changes.

import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PROJECT_ROOT } from "../../run/cli/tool.ts";
import { RULES, sourceWithout } from "./ablation-rules.ts";

const rule = RULES[Number(process.argv[2] ?? -1)];
if (rule !== undefined) {
  const edited = join(PROJECT_ROOT, "src", "detect", rule.file);
  const source = sourceWithout(rule, readFileSync(edited, "utf8"));
  registerHooks({
    load(url, context, nextLoad) {
      const isEdited = url.startsWith("file:") && fileURLToPath(url) === edited;
      return isEdited
        ? { format: "module-typescript", source, shortCircuit: true }
        : nextLoad(url, context);
    },
  });
}
const { earnings } = await import("./figures.ts");
console.log(JSON.stringify(await earnings()));
