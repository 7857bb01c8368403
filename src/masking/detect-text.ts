// What is found in a text and not left in clear, without masking it. Pure.
import { detect } from "../detect/detector.ts";
import type { Span } from "../detect/span.ts";
import type { MaskRules } from "./rules.ts";

/** Values of a text that masking with the rules would replace, by start; throws when a recognizer does. */
export function detectedIn(text: string, rules: MaskRules): Span[] {
  return detect(text, rules.detection).filter(
    ({ entityType }) => rules.treatmentOf(entityType).action !== "exclude",
  );
}
