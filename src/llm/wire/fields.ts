// The language of the tables that say what stands where in a body, and the walk that reads a body by them. A table is
// data: whoever wants to know what leaves for a provider reads it. What no table knows is refused in a request as soon as
// there is a text in it, and left alone in an answer.
import { MAX_BODY_DEPTH, MAX_ECHOED_NAME_LENGTH } from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import type { JsonObject, JsonValue, MediaRule, RefusedRequest, TextPlace } from "./dialect.ts";

/** A field, or what gives it where tables refer to themselves. */
export type Lazy = Field | (() => Field);

/** What may stand in one place. Texts, lists and objects are spoken of apart, so that fields may be spread together. */
export interface Field {
  /** masked: a text of a person or a tool; json: the same as JSON text; kept: protocol. Absent: no text may stand here. */
  readonly text?: "masked" | "json" | "kept";
  /** Any JSON of the caller's: its string values are masked. */
  readonly values?: true;
  /** Left byte for byte, whatever it is. */
  readonly opaque?: true;
  /** What it is, in words ("an image"), when it cannot be masked: by the policy refused, or left as it is. */
  readonly media?: string;
  /** The same for numbers only: what they are. */
  readonly numbers?: string;
  /** The same for some texts that are kept otherwise: what each asks for. */
  readonly mediaTexts?: Readonly<Record<string, string>>;
  /** Each element of a list. */
  readonly items?: Lazy;
  /** Members of an object. */
  readonly members?: Readonly<Record<string, Lazy>>;
  /** Members that are not named, where the names are the caller's. */
  readonly others?: Lazy;
  /** Objects of several sorts, told apart by the text of this member ("" when there is none). */
  readonly by?: string;
  /** By that text; a date at its end (tool_20250124) may be left out: "tool_*". */
  readonly variants?: Readonly<Record<string, Lazy>>;
  /** The member that names the tool whose call this object is, or "=" and its name when it is always the same. */
  readonly tool?: string;
  /** The arguments of that call. */
  readonly argument?: true;
}

/** A text of a person or a tool. */
export const MASKED: Field = { text: "masked" };
/** A text that should be JSON. */
const JSON_TEXT: Field = { text: "json" };
/** Protocol: names of functions and models, ids, words of the API. Left as it is. */
export const KEPT: Field = { text: "kept" };
/** Any JSON of the caller's. */
export const VALUES: Field = { values: true };
/** Sealed or signed by the provider, or settings with names of their own. Left byte for byte. */
export const OPAQUE: Field = { opaque: true };

/** The arguments of a tool's call: the same three again. */
export const ARGUMENT_TEXT: Field = { ...MASKED, argument: true };
export const ARGUMENT_JSON: Field = { ...JSON_TEXT, argument: true };
export const ARGUMENT_VALUES: Field = { ...VALUES, argument: true };

/** What cannot be masked as a text. */
export function media(what: string): Field {
  return { media: what };
}

/** A list. */
export function list(items: Lazy): Field {
  return { items };
}

/** An object with these members and no others that hold texts. */
export function object(
  members: Readonly<Record<string, Lazy>>,
  more: Pick<Field, "tool" | "others"> = {},
): Field {
  return { members, ...more };
}

/** An object that is read by what one of its members says. */
export function variants(by: string, of: Readonly<Record<string, Lazy>>): Field {
  return { by, variants: of };
}

/** All texts of a request by its table. Takes time linear in the body. */
export function placesToMask(
  body: JsonObject,
  field: Field,
  rule: MediaRule,
): Result<TextPlace[], RefusedRequest> {
  if (isDeep(body)) {
    const message = `The body is nested deeper than ${MAX_BODY_DEPTH} levels.`;
    return err({ code: "invalid_body", message, param: null });
  }
  const walk = new Walk(rule.media);
  walk.read({ "": body }, "", field, "", undefined);
  return walk.refused === null ? ok(walk.places) : err(walk.refused);
}

/** All texts of an answer by its table; what the table does not know, or is too deep to read, is left alone. */
export function placesToRestore(body: JsonValue, field: Field): TextPlace[] {
  if (isDeep(body)) return [];
  const walk = new Walk("answer");
  walk.read({ "": body }, "", field, "", undefined);
  return walk.places;
}

type Holder = JsonObject | JsonValue[];

class Walk {
  readonly places: TextPlace[] = [];
  refused: RefusedRequest | null = null;
  readonly #media: MediaRule["media"] | "answer";

  constructor(media: MediaRule["media"] | "answer") {
    this.#media = media;
  }

  /** Reads one place: `holder[key]`, which is called `path`. */
  read(
    holder: Holder,
    key: string | number,
    field: Field,
    path: string,
    tool: string | undefined,
  ): void {
    const value = (holder as JsonObject)[key] as JsonValue;
    if (value === null || field.opaque || this.refused !== null) return;
    if (field.media !== undefined) {
      if (isSaid(value)) this.#refuseMedia(path, field.media);
    } else if (field.values) {
      if (hasText(value)) this.#add(holder, key, value, tool);
    } else if (typeof value === "string") {
      this.#readText(holder, key, field, path, tool);
    } else if (typeof value === "number") {
      if (field.numbers !== undefined) this.#refuseMedia(path, field.numbers);
    } else if (Array.isArray(value)) {
      this.#readList(value, field, path, tool);
    } else if (typeof value === "object") {
      this.#readObject(value, field, path, tool);
    }
  }

  #readText(holder: Holder, key: string | number, field: Field, path: string, tool?: string) {
    const text = (holder as JsonObject)[key] as string;
    if (field.text === undefined) {
      if (text !== "") this.#refuse(path);
    } else if (field.text === "kept") {
      const what = field.mediaTexts?.[text];
      if (what !== undefined) this.#refuseMedia(path, what);
    } else {
      const sort = field.text === "json" ? "json" : "text";
      this.#place(text, sort, tool, (set) => {
        (holder as JsonObject)[key] = set;
        return true;
      });
    }
  }

  #readList(value: JsonValue[], { items }: Field, path: string, tool: string | undefined) {
    if (items === undefined) {
      if (hasText(value)) this.#refuse(path);
      return;
    }
    const field = fieldOf(items);
    for (let i = 0; i < value.length && this.refused === null; i += 1) {
      this.read(value, i, field, `${path}[${i}]`, tool);
    }
  }

  #readObject(value: JsonObject, field: Field, path: string, tool: string | undefined): void {
    const chosen = chosenField(field, value);
    if (typeof chosen === "string") {
      this.#refuse(path === "" ? chosen : `${path}.${chosen}`);
      return;
    }
    if (chosen.opaque) return;
    const others = chosen.others === undefined ? undefined : fieldOf(chosen.others);
    const name = toolOf(chosen, value);
    for (const [member, one] of Object.entries(value)) {
      if (this.refused !== null) return;
      const known = ownOf(chosen.members, member) ?? others;
      const inPath = path === "" ? echoed(member) : `${path}.${echoed(member)}`;
      if (known !== undefined)
        this.read(value, member, known, inPath, known.argument ? name : tool);
      else if (hasText(one)) this.#refuse(inPath);
    }
  }

  #add(holder: Holder, key: string | number, value: JsonValue, tool: string | undefined) {
    const write = (written: JsonValue) => {
      (holder as JsonObject)[key] = written;
      return true;
    };
    if (typeof value === "string") return this.#place(value, "text", tool, write);
    this.#place(JSON.stringify(value), "json", tool, (text) => {
      const parsed = parsedJson(text);
      return parsed === undefined ? false : write(parsed);
    });
  }

  #place(
    text: string,
    sort: TextPlace["sort"],
    tool: string | undefined,
    set: TextPlace["set"],
  ): void {
    if (text === "") return;
    this.places.push(tool === undefined ? { text, sort, set } : { text, sort, tool, set });
  }

  #refuseMedia(param: string, what: string): void {
    if (this.#media !== "refuse") return;
    const message = `${param} is ${what}, which cannot be masked. It is forwarded as it is when the policy's llm.media is "pass".`;
    this.refused ??= { code: "media_refused", message, param };
  }

  #refuse(param: string): void {
    if (this.#media === "answer") return;
    const message = `${param || "The body"} is not known here, so its text could not be masked and is not forwarded.`;
    this.refused ??= { code: "unknown_member", message, param: param || null };
  }
}

/** The table of this very object, or the member that says something unknown. */
function chosenField(field: Field, value: JsonObject): Field | string {
  let chosen = field;
  while (chosen.variants !== undefined) {
    const by = chosen.by ?? "";
    const variant = variantOf(chosen.variants, value[by]);
    if (variant === undefined) return by;
    chosen = variant;
  }
  return chosen;
}

function fieldOf(lazy: Lazy): Field {
  return typeof lazy === "function" ? lazy() : lazy;
}

function variantOf(of: Readonly<Record<string, Lazy>>, said: JsonValue | undefined) {
  const name = said ?? "";
  if (typeof name !== "string") return undefined;
  return ownOf(of, name) ?? ownOf(of, name.replace(/_\d{8}$/, "_*"));
}

/** The name of the tool whose call an object is; "" when it does not say. */
function toolOf({ tool }: Field, value: JsonObject): string {
  if (tool?.startsWith("=")) return tool.slice(1);
  const name = tool === undefined ? "" : value[tool];
  return typeof name === "string" ? name : "";
}

/** Whether a member asks for anything, or holds anything. */
function isSaid(value: JsonValue): boolean {
  const isEmpty = value === "" || (Array.isArray(value) && value.length === 0);
  return value !== false && value !== 0 && !isEmpty;
}

/** A member of a table, not of Object.prototype. */
function ownOf(of: Readonly<Record<string, Lazy>> | undefined, name: string): Field | undefined {
  const own = of !== undefined && Object.hasOwn(of, name) ? of[name] : undefined;
  return own === undefined ? undefined : fieldOf(own);
}

function echoed(name: string): string {
  return name.slice(0, MAX_ECHOED_NAME_LENGTH);
}

/** The JSON of a text, or undefined. */
export function parsedJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Whether any text but an empty one is in it. Recurses: its depth has been checked. */
function hasText(value: JsonValue): boolean {
  if (typeof value === "string") return value !== "";
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some(hasText);
}

/** Whether it is nested deeper than a walk may recurse. */
function isDeep(value: JsonValue): boolean {
  let level: JsonValue[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_BODY_DEPTH) return true;
    level = level.flatMap((one) =>
      typeof one === "object" && one !== null ? Object.values(one) : [],
    );
  }
  return false;
}
