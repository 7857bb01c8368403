// What the reference page tells of a schema: its members, those of members behind a dot, those of a list behind brackets.

import type { Schema, Schemas } from "./read-document.ts";

/** A member as it is told. */
export interface Member {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** Members of members of members: a document has no end. */
const MEMBER_DEPTH = 4;
/** Of an enumeration with more words its description has to tell. */
const MOST_WORDS = 12;

/** All members of a schema. Of a choice between objects, those of each; one is required where all of them require it. */
export function membersOf(schemas: Schemas, schema: Schema, depth = MEMBER_DEPTH): Member[] {
  if (depth === 0) return [];
  const { properties = {}, required = [], anyOf = [], items } = resolved(schemas, schema);
  const members: Member[] = [];
  for (const [name, member] of Object.entries(properties)) {
    const description = member.description ?? resolved(schemas, member).description ?? "";
    const type = typeOf(schemas, member);
    members.push({ name, type, required: required.includes(name), description });
    const start = isList(schemas, member) ? `${name}[].` : `${name}.`;
    for (const below of membersOf(schemas, member, depth - 1)) {
      members.push({ ...below, name: start + below.name });
    }
  }
  members.push(...membersOfChoice(anyOf.map((choice) => membersOf(schemas, choice, depth))));
  if (items !== undefined) members.push(...membersOf(schemas, items, depth));
  return members;
}

function membersOfChoice(choices: readonly Member[][]): Member[] {
  const isRequired = (wanted: string) =>
    choices.every((members) => members.some(({ name, required }) => name === wanted && required));
  const byName = new Map<string, Member>();
  for (const member of choices.flat()) {
    byName.set(member.name, { ...member, required: isRequired(member.name) });
  }
  return [...byName.values()];
}

/** Whether a schema is of a list, or of a choice with one in it. */
function isList(schemas: Schemas, schema: Schema): boolean {
  const { items, anyOf = [] } = resolved(schemas, schema);
  return items !== undefined || anyOf.some((choice) => isList(schemas, choice));
}

/** The type of a schema in words. */
export function typeOf(schemas: Schemas, schema: Schema): string {
  const whole = resolved(schemas, schema);
  const { type, enum: words, anyOf, items } = whole;
  if (whole.const !== undefined) return JSON.stringify(whole.const);
  if (words !== undefined && words.length <= MOST_WORDS) {
    return words.map((word) => JSON.stringify(word)).join(" | ");
  }
  if (anyOf !== undefined) {
    return [...new Set(anyOf.map((choice) => typeOf(schemas, choice)))].join(" or ");
  }
  if (items !== undefined) {
    return `list of ${typeOf(schemas, items)}${limits(whole.minItems, whole.maxItems)}`;
  }
  if (type === undefined) return "any JSON";
  const name = typeof type === "string" ? type : type.join(" or ");
  return name + limits(whole.minLength ?? whole.minimum, whole.maxLength ?? whole.maximum);
}

function limits(least: number | undefined, most: number | undefined): string {
  const isBounded = most !== undefined && most < Number.MAX_SAFE_INTEGER;
  const isPositive = least !== undefined && least > 0;
  if (isBounded && least !== undefined) return `, ${least} to ${most}`;
  if (isBounded) return `, at most ${most}`;
  return isPositive ? `, at least ${least}` : "";
}

/** A schema, where it stands for a named one that one. */
function resolved(schemas: Schemas, schema: Schema): Schema {
  const named = schemas[schema.$ref?.split("/").at(-1) ?? ""];
  return named === undefined ? schema : resolved(schemas, named);
}
