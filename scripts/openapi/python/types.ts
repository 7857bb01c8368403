// Types of the Python client from the document's schemas: one TypedDict per object, also for objects that
// have no name in the document.
import type { Schema } from "../read-document.ts";

/** Requests with a list as their main member; calls take their other members as arguments. */
const LISTS: Readonly<Record<string, string>> = {
  MaskRequest: "mask",
  UnmaskRequest: "unmask",
  DetectRequest: "detect",
  SubmitMaskJobRequest: "mask",
  SubmitUnmaskJobRequest: "unmask",
};

/** Writes types, and collects the classes that they need. */
export class PythonTypes {
  /** Definitions, in any order: annotations are not evaluated. */
  readonly definitions: string[] = [];
  /** Generated names of unnamed objects, by schema: equal objects share a class. */
  readonly #known = new Map<string, string>();
  readonly #names: Set<string>;

  /** `names`: names of all schemas. */
  constructor(names: readonly string[]) {
    this.#names = new Set(names);
  }

  define(name: string, schema: Schema, isSent: boolean): void {
    if (isPlain(schema)) this.#class(name, schema, isSent);
    else {
      const type = this.typeOf(schema, isSent, name);
      this.definitions.push(`${name}: TypeAlias = ${quoted(type)}\n${docstring(schema, "")}`);
    }
  }

  /** The type of a schema; `name` is used for the class of an unnamed object. */
  typeOf(schema: Schema, isSent: boolean, name: string): string {
    const { $ref, anyOf, oneOf, type } = schema;
    if ($ref !== undefined) return $ref.replace(/^.*\//, "");
    const words = "const" in schema ? [schema.const] : schema.enum;
    if (words !== undefined) return `Literal[${words.map(literal).join(", ")}]`;
    const choices = anyOf ?? oneOf;
    if (choices !== undefined) {
      return union(choices.map((choice) => this.typeOf(choice, isSent, name)));
    }
    return union([type ?? "any"].flat().map((one) => this.#typeNamed(one, schema, isSent, name)));
  }

  #typeNamed(type: string, schema: Schema, isSent: boolean, name: string): string {
    if (type === "array") {
      const item = this.typeOf(schema.items ?? {}, isSent, name);
      return `${isSent ? "Sequence" : "list"}[${item}]`;
    }
    if (type !== "object") return SIMPLE[type] ?? "Any";
    if (isPlain(schema)) return this.#nameless(name, schema, isSent);
    const { properties, additionalProperties: others } = schema;
    const value =
      properties === undefined && typeof others === "object"
        ? this.typeOf(others, isSent, name)
        : "Any";
    return `${isSent ? "Mapping" : "dict"}[str, ${value}]`;
  }

  #nameless(wanted: string, schema: Schema, isSent: boolean): string {
    const key = JSON.stringify([schema, isSent]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    let name = wanted;
    for (let n = 2; this.#names.has(name); n++) name = `${wanted}${n}`;
    this.#names.add(name);
    this.#known.set(key, name);
    this.#class(name, schema, isSent);
    return name;
  }

  #class(name: string, schema: Schema, isSent: boolean): void {
    const { properties = {}, required = [] } = schema;
    const members = Object.entries(properties).map(([member, its]) => {
      const type = this.typeOf(its, isSent, `${name}${pascal(member)}`);
      const annotation = required.includes(member) ? type : `NotRequired[${type}]`;
      return [member, `    ${member}: ${annotation}\n${docstring(its, "    ")}`] as const;
    });
    const list = LISTS[name];
    const options = name.replace(/Request$/, "Options");
    const body = (isMember: (member: string) => boolean) =>
      members.flatMap(([member, text]) => (isMember(member) ? [text] : [])).join("");
    if (list !== undefined) {
      const beside = body((member) => member !== list);
      this.definitions.push(`class ${options}(TypedDict):\n${beside}`);
    }
    const base = list === undefined ? "TypedDict" : options;
    const own = body((member) => list === undefined || member === list);
    const text = `${docstring(schema, "    ")}${own}` || "    pass\n";
    this.definitions.push(`class ${name}(${base}):\n${text}`);
  }
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: "str",
  integer: "int",
  number: "float",
  boolean: "bool",
  null: "None",
};

/** Whether a schema is an object with a fixed set of members. */
function isPlain({ type, properties, additionalProperties }: Schema): boolean {
  return type === "object" && properties !== undefined && typeof additionalProperties !== "object";
}

function union(types: readonly string[]): string {
  return types.includes("Any") ? "Any" : [...new Set(types)].join(" | ");
}

function literal(value: unknown): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  return value === null ? "None" : JSON.stringify(value);
}

/** Single quotes, because the type contains double-quoted words. */
function quoted(type: string): string {
  return `'${type}'`;
}

function docstring({ description }: Schema, indent: string): string {
  return description !== undefined
    ? `${indent}"""${description.replaceAll("\\", "\\\\")}"""\n`
    : "";
}

/** `tracking_id` as `TrackingId`. */
function pascal(name: string): string {
  return name.replace(/(?:^|_)+([a-z])?/g, (_, letter: string = "") => letter.toUpperCase());
}
