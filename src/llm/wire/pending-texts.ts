// The unfinished texts of one streamed answer, each with the event that can carry the rest that is still held back.
import type { Steps } from "../../core/steps.ts";
import type { StreamingText, TextFormat } from "../restore/text-restorer.ts";
import type { JsonObject, RestorerFor, StreamEvent } from "./dialect.ts";

/** Makes an event that carries a rest. */
export type RestEvent = (rest: string) => StreamEvent;

/** The choice, item or block that owns a text, and the text within it. */
export type TextKey = readonly [owner: string, part: string];

interface PendingText {
  readonly text: StreamingText;
  rest: RestEvent;
}

/** Most owners, unfinished texts and tools of an answer, which take memory until its end; models write few at a time. */
const MAX_KEPT = 1_000;

/** Throws when a map that lives as long as the answer would have too many entries with this key. */
export function requireRoom(kept: ReadonlyMap<string, unknown>, key: string): void {
  if (!kept.has(key) && kept.size >= MAX_KEPT) throw new RangeError("too many texts at a time");
}

/** Unfinished texts by their owner (choice, item or block) and their part of it. */
export class PendingTexts {
  readonly #pending = new Map<string, Map<string, PendingText>>();
  readonly #restorerFor: RestorerFor;
  #unfinished = 0;

  constructor(restorerFor: RestorerFor) {
    this.#restorerFor = restorerFor;
  }

  /** Adds a piece; returns what may be passed on. `rest` carries what is held back. Throws when texts are too many. */
  *push(
    [owner, part]: TextKey,
    piece: string,
    { format, tool, rest }: { format: TextFormat; tool: string | null; rest: RestEvent },
  ): Steps<string> {
    requireRoom(this.#pending, owner);
    const own = this.#pending.get(owner) ?? new Map<string, PendingText>();
    this.#pending.set(owner, own);
    const known = own.get(part);
    if (known === undefined && ++this.#unfinished > MAX_KEPT) {
      throw new RangeError("too many texts at a time");
    }
    const pending = known ?? { text: this.#restorerFor(tool).stream(format), rest };
    own.set(part, pending);
    pending.rest = rest;
    return yield* pending.text.push(piece);
  }

  /** Ends one text; returns what was held back of it. */
  endOf([owner, part]: TextKey): string {
    const pending = this.#pending.get(owner)?.get(part);
    if (this.#pending.get(owner)?.delete(part)) this.#unfinished -= 1;
    return pending?.text.end() ?? "";
  }

  /** Ends one text; returns an event with what was held back, if anything was. */
  endText(key: TextKey): StreamEvent[] {
    const rest = this.#pending.get(key[0])?.get(key[1])?.rest;
    const left = this.endOf(key);
    return left === "" || rest === undefined ? [] : [rest(left)];
  }

  /** Ends all texts of one owner, in the order in which they began. */
  end(owner: string): StreamEvent[] {
    const parts = [...(this.#pending.get(owner)?.keys() ?? [])];
    const events = parts.flatMap((part) => this.endText([owner, part]));
    this.#pending.delete(owner);
    return events;
  }

  endAll(): StreamEvent[] {
    return [...this.#pending.keys()].flatMap((owner) => this.end(owner));
  }
}

/** Base of the restorers of events, for any API. */
export abstract class EventRestorerBase {
  protected readonly restorerFor: RestorerFor;
  protected readonly pendingTexts: PendingTexts;

  constructor(restorerFor: RestorerFor) {
    this.restorerFor = restorerFor;
    this.pendingTexts = new PendingTexts(restorerFor);
  }

  end(): StreamEvent[] {
    return this.pendingTexts.endAll();
  }
}

/** An event with this body as its data; it keeps its name. */
export function eventOf(body: JsonObject, event: string | undefined): StreamEvent {
  const data = JSON.stringify(body);
  return event === undefined ? { data } : { event, data };
}

/** True for a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
