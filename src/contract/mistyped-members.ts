// Finds misspelt member names. Unknown members are ignored, because callers may send members that are not ours. But when
// one's name is close to that of an absent member, ignoring it would drop what the caller asked for: a value that should get
// a token of its own would stay in clear.
import * as z from "zod";

/** Words that callers use for a member, and the members that are meant. */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map([
  ["token", ["token_name"]],
  ["type", ["token_name", "format", "entity_name", "call_type"]],
  ["kind", ["token_name", "entity_name", "call_type"]],
  ["token_format", ["format"]],
  ["policy", ["policy_name"]],
  ["style", ["token_style"]],
  ["entity", ["entity_name"]],
  ["prefix", ["format_prefix"]],
  ["suffix", ["format_suffix"]],
  ["regex", ["pattern"]],
  ["tool", ["tools"]],
]);
/** Names that mean something else in the API we follow, so its callers may send them. */
const THEIRS: ReadonlySet<string> = new Set(["attribute"]);
/** In names up to this length one letter may be wrong, in longer ones two. */
const SHORT_NAME = 5;

/** A member that was meant for another one. */
interface Slip {
  readonly name: string;
  readonly meant: readonly string[];
}

/** The first member of an object that seems meant for members of `known` which are all absent; null when there is none. */
export function slipIn(data: unknown, known: readonly string[]): Slip | null {
  if (typeof data !== "object" || data === null || known.length === 0) return null;
  for (const name in data) {
    if (known.includes(name) || THEIRS.has(name)) continue;
    const meant = meantBy(name, known);
    if (meant.length > 0 && !meant.some((one) => Object.hasOwn(data, one))) return { name, meant };
  }
  return null;
}

/** The members of `known` that a name may have been meant for. */
export function meantBy(name: string, known: readonly string[]): readonly string[] {
  const lower = name.toLowerCase();
  const synonyms = SYNONYMS.get(lower)?.filter((one) => known.includes(one)) ?? [];
  if (synonyms.length > 0) return synonyms;
  const near = known.filter((one) => isWithin(one.length <= SHORT_NAME ? 1 : 2, lower, 0, one, 0));
  const nearest = near.filter((one) => isWithin(1, lower, 0, one, 0));
  return nearest.length > 0 ? nearest : near;
}

/** Member names of the object at a path in a schema; empty where the schema has no object there, or a union. */
export function membersAt(schema: z.ZodType, path: readonly PropertyKey[]): readonly string[] {
  let at: unknown = unwrapped(schema);
  for (const step of path) {
    if (at instanceof z.ZodObject) at = unwrapped(at.shape[String(step)]);
    else if (at instanceof z.ZodArray) at = unwrapped(at.element);
    else return [];
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

function unwrapped(schema: unknown): unknown {
  const isWrapped = schema instanceof z.ZodOptional || schema instanceof z.ZodNullable;
  return isWrapped ? unwrapped(schema.unwrap()) : schema;
}

/**
 * Whether `a` from `i` on turns into `b` from `j` on by at most `edits` letters added, left out, changed or swapped with the
 * next one (Damerau, "A technique for computer detection and correction of spelling errors", 1964). At most some twenty
 * comparisons for two edits.
 */
function isWithin(edits: number, a: string, i: number, b: string, j: number): boolean {
  if (Math.abs(a.length - i - b.length + j) > edits) return false;
  let same = 0;
  while (i + same < a.length && j + same < b.length && a[i + same] === b[j + same]) same++;
  const x = i + same;
  const y = j + same;
  if (x >= a.length || y >= b.length) return a.length - x + b.length - y <= edits;
  if (edits === 0) return false;
  const left = edits - 1;
  if (isWithin(left, a, x + 1, b, y) || isWithin(left, a, x, b, y + 1)) return true;
  if (isWithin(left, a, x + 1, b, y + 1)) return true;
  const areSwapped = a[x] === b[y + 1] && a[x + 1] === b[y];
  return areSwapped && isWithin(left, a, x + 2, b, y + 2);
}
