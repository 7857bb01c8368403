// Reads a body by its field table: which texts are masked, and what is refused. A member that no table knows is refused in a
// request as soon as it holds text, and left alone in an answer. Names of members that the caller chose are read like texts.

import { MAX_BODY_DEPTH, MAX_ECHOED_NAME_LENGTH } from "../../core/limits.ts";
import { err, ok, type Result } from "../../core/result.ts";
import { costOfLetters, type Steps } from "../../core/steps.ts";
import type {
  BodyText,
  JsonObject,
  JsonValue,
  MediaRule,
  RefusedRequest,
  RestorerFor,
  StreamEvent,
} from "./dialect.ts";
import { type Field, type Lazy, NO_TEXTS } from "./fields.ts";
import { renameMembers } from "./member-names.ts";

// Writes restored texts into bodies, and bodies into JSON.

/** Restores each text in its body. */
export function* restoreAll(texts: readonly BodyText[], restorerFor: RestorerFor): Steps<void> {
  for (const one of texts) {
    one.set(yield* restorerFor(one.tool ?? null).restore(one.text, one.format));
  }
}

/** Milliseconds to write 64 KiB of JSON, and to send it: 7.5 MB with a text made of many pieces took 19 and 25. */
const COST_TO_WRITE = 0.4;

/** A body as JSON, in one step; `letters`: its approximate length. */
export function* writtenBody(body: JsonObject, letters: number): Steps<string> {
  yield costOfLetters(letters, COST_TO_WRITE);
  return JSON.stringify(body);
}

/** An event with another body of about the same length. It keeps its name. */
export function* writtenEvent(body: JsonObject, { event, data }: StreamEvent): Steps<StreamEvent> {
  return { ...(event === undefined ? {} : { event }), data: yield* writtenBody(body, data.length) };
}

// Identifiers where an API expects them: an id, a name, a web address, or data that the provider has sealed. The form says
// nothing about the meaning, so an identifier is searched for values that their own form gives away; anything of another
// form is an ordinary text.

const WORD = /^(?:[\w$.:/@+=|~#-]+|https?:\/\/[\w.:/@+=|~#$%&?!'()*,;[\]-]+)$/;

/** Whether a text may be an identifier of a protocol: ASCII without blanks, quotes and brackets. */
export function isWord(text: string): boolean {
  return WORD.test(text);
}

/** Length from which sealed data is too long to be a key or password, and too long to be searched each time. */
const LONG_SEALED = 256;

/** Whether it looks signed or sealed by a provider: base64 (RFC 4648, sections 4 and 5) of at least 48 bytes. */
function isSealed(value: unknown, least = 64): boolean {
  return typeof value === "string" && value.length >= least && /^[\w+/=-]+$/.test(value);
}

/** All texts of a request by its table. The body's depth must be within the limit of all bodies. Linear time. */
export function textsToMask(
  body: JsonObject,
  field: Field,
  rule: MediaRule,
): Result<BodyText[], RefusedRequest> {
  const walk = new BodyReader(rule.media);
  walk.read({ "": body }, "", field, "", undefined);
  return walk.refused === null ? ok(walk.texts) : err(walk.refused);
}

/** All texts of an answer by its table; what the table does not know, or what is too deep to read, is left alone. */
export function textsToRestore(body: JsonValue, field: Field): BodyText[] {
  if (isDeep(body)) return [];
  const walk = new BodyReader("answer");
  walk.read({ "": body }, "", field, "", undefined);
  return walk.texts;
}

type Holder = JsonObject | JsonValue[];

class BodyReader {
  readonly texts: BodyText[] = [];
  refused: RefusedRequest | null = null;
  readonly #media: MediaRule["media"] | "answer";
  readonly #isAnswer: boolean;
  /** Places that are not set yet. */
  #open = 0;
  /** New names of members by the old ones. They are given once all texts are set, which know a text by its old name. */
  readonly #names = new Map<JsonObject, Map<string, string>>();

  constructor(media: MediaRule["media"] | "answer") {
    this.#media = media;
    this.#isAnswer = media === "answer";
  }

  /** Reads one place, `holder[key]`; `path` is its name in messages. */
  read(
    holder: Holder,
    key: string | number,
    field: Field,
    path: string,
    tool: string | undefined,
  ): void {
    const value = (holder as JsonObject)[key] as JsonValue;
    if (value === null || this.refused !== null) return;
    if (field.media !== undefined) {
      if (isSaid(value)) this.#refuseMedia(path, field.media);
    } else if (field.values) {
      this.#readValues(holder, key, value, tool);
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
    const isKept = field.text === "kept";
    const what = field.mediaTexts?.[text];
    if (field.text === undefined) {
      if (text !== "") this.#refuse(path);
    } else if (what !== undefined) {
      this.#refuseMedia(path, what);
    } else if (!(this.#isAnswer && isKept) && !this.#isSigned(holder, field)) {
      const isSaid = this.#isAnswer && field.text === "said";
      const format = field.text === "json" ? "json" : isSaid ? "said" : "text";
      this.#addText({ text, format, ...ofTool(tool), ...(isKept ? asWord(text) : {}) }, (set) => {
        (holder as JsonObject)[key] = set;
        return true;
      });
    }
  }

  /** In an answer any such text counts as signed: in a stream its signature comes later. */
  #isSigned(holder: Holder, { signedBy }: Field): boolean {
    return signedBy !== undefined && (this.#isAnswer || isSealed((holder as JsonObject)[signedBy]));
  }

  #readList(value: JsonValue[], { items }: Field, path: string, tool: string | undefined) {
    const field = fieldOf(items ?? NO_TEXTS);
    for (let i = 0; i < value.length && this.refused === null; i += 1) {
      this.read(value, i, field, field === NO_TEXTS ? path : `${path}[${i}]`, tool);
    }
  }

  #readObject(value: JsonObject, field: Field, path: string, tool: string | undefined): void {
    const chosen = chosenField(field, value);
    if (typeof chosen === "string") {
      this.#refuse(path === "" ? chosen : `${path}.${chosen}`);
      return;
    }
    const others = fieldOf(chosen.others ?? NO_TEXTS);
    const name = toolOf(chosen, value);
    for (const member of Object.keys(value)) {
      if (this.refused !== null) return;
      const own = ownOf(chosen.members, member);
      const known = own ?? others;
      if (this.#isAnswer && known === NO_TEXTS) continue;
      const inPath = field === NO_TEXTS ? path : pathOf(path, member);
      this.read(value, member, known, inPath, known.argument ? name : tool);
      if (own === undefined) this.#readName(value, member, tool);
    }
  }

  #readName(holder: JsonObject, name: string, tool: string | undefined): void {
    this.#addText({ text: name, format: "text", ...ofTool(tool), ...asWord(name) }, (set) => {
      const names = this.#names.get(holder) ?? new Map<string, string>();
      if (set !== name) this.#names.set(holder, names.set(name, set));
      return true;
    });
  }

  #readValues(holder: Holder, key: string | number, value: JsonValue, tool: string | undefined) {
    const isText = typeof value === "string";
    if (!isText && typeof value !== "object") return;
    const text = isText ? value : JSON.stringify(value);
    this.#addText({ text, format: isText ? "text" : "json", ...ofTool(tool) }, (set) => {
      if (set === text) return true;
      const written = isText ? set : parsedJson(set);
      if (written !== undefined) (holder as JsonObject)[key] = written;
      return written !== undefined;
    });
  }

  #addText(bodyText: Omit<BodyText, "set">, set: BodyText["set"]): void {
    if (bodyText.text === "" || (bodyText.isWord && isSealed(bodyText.text, LONG_SEALED))) return;
    this.#open += 1;
    const setAndRename = (text: string) => {
      const isSet = set(text);
      this.#open -= 1;
      if (this.#open > 0) return isSet;
      for (const [holder, names] of this.#names) renameMembers(holder, names);
      return isSet;
    };
    this.texts.push({ ...bodyText, set: setAndRename });
  }

  #refuseMedia(param: string, what: string): void {
    if (this.#media !== "refuse") return;
    const message = `${param} is ${what}, which cannot be masked. It is forwarded as it is when the policy's llm.media is "pass".`;
    this.refused ??= { code: "media_refused", message, param };
  }

  #refuse(param: string): void {
    if (this.#isAnswer) return;
    const message = `${param || "The body"} is not known here, so its text could not be masked and is not forwarded.`;
    this.refused ??= { code: "unknown_member", message, param: param || null };
  }
}

/** The table of this object; or the name of the member whose text chooses no known variant. */
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

/** The name of the tool that an object calls; "" when it names none. */
function toolOf({ tool }: Field, value: JsonObject): string {
  if (tool?.startsWith("=")) return tool.slice(1);
  const name = tool === undefined ? "" : value[tool];
  return typeof name === "string" ? name : "";
}

/** Whether a member asks for anything or holds anything. */
function isSaid(value: JsonValue): boolean {
  const isEmpty = value === "" || (Array.isArray(value) && value.length === 0);
  return value !== false && value !== 0 && !isEmpty;
}

/** A member of a table, but not one of Object.prototype. */
function ownOf(of: Readonly<Record<string, Lazy>> | undefined, name: string): Field | undefined {
  const own = of !== undefined && Object.hasOwn(of, name) ? of[name] : undefined;
  return own === undefined ? undefined : fieldOf(own);
}

function pathOf(path: string, member: string): string {
  const name = member.slice(0, MAX_ECHOED_NAME_LENGTH);
  return path === "" ? name : `${path}.${name}`;
}

function ofTool(tool: string | undefined): Pick<BodyText, "tool"> {
  return tool === undefined ? {} : { tool };
}

function asWord(text: string): Pick<BodyText, "isWord"> {
  return isWord(text) ? { isWord: true } : {};
}

/** The JSON value of a text; undefined when it is not JSON. */
export function parsedJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Whether a value is nested deeper than a walk may recurse. No list is made of what is in it: an answer has up to 400,000 parts. */
function isDeep(value: JsonValue, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth > MAX_BODY_DEPTH) return true;
  if (Array.isArray(value)) {
    for (const one of value) if (isDeep(one, depth + 1)) return true;
    return false;
  }
  for (const name in value) if (isDeep(value[name] ?? null, depth + 1)) return true;
  return false;
}
