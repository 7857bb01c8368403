// Members of a schema for the reference page. A member's own members follow a dot, those of a list's items brackets.

import type { Schema, Schemas } from "./read-document.ts";

/** A member as the page shows it. */
export interface Member {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

/** Levels of members that are shown: documents may nest without end. */
const MEMBER_DEPTH = 4;
/** Enumerations with more words are explained by their description. */
const MAX_WORDS = 12;

/** All members of a schema. For a choice of objects, the members of each; required only where all of them require it. */
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

function isList(schemas: Schemas, schema: Schema): boolean {
  const { items, anyOf = [] } = resolved(schemas, schema);
  return items !== undefined || anyOf.some((choice) => isList(schemas, choice));
}

/** A schema's type in words. */
export function typeOf(schemas: Schemas, schema: Schema): string {
  const whole = resolved(schemas, schema);
  const { type, enum: words, anyOf, items } = whole;
  if (whole.const !== undefined) return JSON.stringify(whole.const);
  if (words !== undefined && words.length <= MAX_WORDS) {
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

/** The schema that a reference names; other schemas unchanged. */
function resolved(schemas: Schemas, schema: Schema): Schema {
  const named = schemas[schema.$ref?.split("/").at(-1) ?? ""];
  return named === undefined ? schema : resolved(schemas, named);
}
