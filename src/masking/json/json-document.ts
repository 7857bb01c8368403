// The leaves of a JSON document that masking and unmasking look at, and the same document with others
// in their place; and the numbers among them that can be told from each other. Pure.
import type { JsonDocument, JsonOptions, JsonValue } from "../item.ts";

/** A text, or a number under one of the names asked for. */
export interface Leaf {
  readonly value: string | number;
  /** JSON Pointer (RFC 6901). */
  readonly path: string;
}

/** Which leaves count. */
export interface LeafRule {
  /** Numbers count that are the value of a member with such a name, or in an array that is. */
  readonly numbers: ReadonlySet<string>;
  isText(text: string): boolean;
}

/** The rule of an item to mask: a text counts unless it is empty. */
export function maskedLeaves({ numbers = [] }: JsonOptions): LeafRule {
  return { numbers: new Set(numbers), isText: (text) => text !== "" };
}

/** The rule of an item to unmask: no token is made of blanks only. */
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
      // Most members are no leaves: their paths are not written.
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

/**
 * A copy of a document in which every leaf is what `replace` gives for it, in document order. Recurses:
 * the document's depth has been checked.
 */
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

/** From here on neighbouring integers are the same number to a JSON parser (IEEE 754, 53 bits). */
const TOO_LARGE = 2 ** 53;

/** True for a number whose integer digits have all survived JSON parsing. */
export function isExact(number: number): boolean {
  return Math.abs(number) < TOO_LARGE;
}

/** The number that a text spells as JSON.stringify would, or null. */
export function numberIn(text: string): number | null {
  const number = Number(text);
  return isExact(number) && String(number) === text ? number : null;
}
