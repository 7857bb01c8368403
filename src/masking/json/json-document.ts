// Finds the leaves of a JSON document that are masked or unmasked, and copies the document with replaced leaves; tells
// which numbers survive JSON parsing. Pure.
import type { JsonDocument, JsonOptions, JsonValue } from "../item.ts";

/** A text, or a number of a member that the item names in `numbers`. */
export interface Leaf {
  readonly value: string | number;
  /** JSON Pointer (RFC 6901). */
  readonly path: string;
}

/** Which values of a document are leaves. */
export interface LeafRule {
  /** Names of members whose numbers are leaves, directly or within arrays. */
  readonly numbers: ReadonlySet<string>;
  isText(text: string): boolean;
}

/** Leaves of an item to mask: every text but the empty one. */
export function maskedLeaves({ numbers = [] }: JsonOptions): LeafRule {
  return { numbers: new Set(numbers), isText: (text) => text !== "" };
}

/** Leaves of an item to unmask: blank texts are none, because no token is blank. */
export function unmaskedLeaves({ numbers = [] }: JsonOptions): LeafRule {
  return { numbers: new Set(numbers), isText: (text) => text.trim() !== "" };
}

/** Leaves in document order, which is that of JSON.stringify. Recurses: the document's depth has been checked. */
export function leavesOf(document: JsonDocument, rule: LeafRule): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (value: JsonValue, path: string, isNamed: boolean): void => {
    if (typeof value !== "object") {
      if (isLeaf(value, isNamed, rule)) leaves.push({ value, path });
      return;
    }
    const isArray = Array.isArray(value);
    for (const [name, member] of Object.entries(value ?? {})) {
      // Most members are no leaves: no path is built for them.
      if (member === null || typeof member === "boolean") continue;
      const areNamed = isArray ? isNamed : rule.numbers.has(name);
      visit(member, `${path}/${isArray ? name : pointerPart(name)}`, areNamed);
    }
  };
  visit(document, "", false);
  return leaves;
}

function isLeaf(
  value: string | number | boolean,
  isNamed: boolean,
  rule: LeafRule,
): value is string | number {
  return typeof value === "string" ? rule.isText(value) : typeof value === "number" && isNamed;
}

/** A copy with every leaf replaced, in document order. Recurses: the document's depth has been checked. */
export function mapLeaves(
  document: JsonDocument,
  rule: LeafRule,
  replace: (leaf: Leaf) => string | number,
): JsonDocument {
  const mapped = (value: JsonValue, path: string, isNamed: boolean): JsonValue => {
    if (typeof value === "string") return rule.isText(value) ? replace({ value, path }) : value;
    if (typeof value === "number") return isNamed ? replace({ value, path }) : value;
    if (typeof value !== "object" || value === null) return value;
    if (isList(value)) return value.map((one, i) => mapped(one, `${path}/${i}`, isNamed));
    // Object.fromEntries defines members; an assignment to "__proto__" would not.
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        mapped(one, `${path}/${pointerPart(name)}`, rule.numbers.has(name)),
      ]),
    );
  };
  return mapped(document, "", false) as JsonDocument;
}

/** RFC 6901, section 3: "~" and "/" of a name are written "~0" and "~1". */
function pointerPart(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Array.isArray, which does not narrow a union with a readonly array. */
function isList(document: JsonDocument): document is readonly JsonValue[] {
  return Array.isArray(document);
}

/** From here on JSON parsing may round neighbouring integers to the same number (IEEE 754, 53 bits). */
const TOO_LARGE = 2 ** 53;

/** True for a number whose integer digits have all survived JSON parsing. */
export function isExact(number: number): boolean {
  return Math.abs(number) < TOO_LARGE;
}

/** The number of a text that JSON.stringify would write as exactly this text; else null. */
export function numberIn(text: string): number | null {
  const number = Number(text);
  return isExact(number) && String(number) === text ? number : null;
}
