// Auto-detect as the Worker runs it, with every entity type turned on.
import { detect, EVERYTHING } from "../../src/detect/detector.ts";
import type { Span } from "../../src/detect/span.ts";

/** Makes a search for values of every entity type. */
export function everyEntity(): (text: string) => Span[] {
  return (text) => detect(text, EVERYTHING);
}
