// The texts of one streamed answer that are under way, each with the event that can carry what is still held back of it.
import type { Steps } from "../../core/steps.ts";
import type { StreamingText, TextSort } from "../restore/text-restorer.ts";
import type { JsonObject, RestorerFor, StreamEvent } from "./dialect.ts";

/** Makes the event that passes on a rest. */
export type RestEvent = (rest: string) => StreamEvent;

/** Whose text it is, and which of its texts. */
export type TextKey = readonly [owner: string, part: string];

interface Held {
  readonly text: StreamingText;
  rest: RestEvent;
}

/** Texts under way, by the choice, item or block they belong to, and within it. */
export class HeldTexts {
  readonly #held = new Map<string, Map<string, Held>>();
  readonly #restorerFor: RestorerFor;

  constructor(restorerFor: RestorerFor) {
    this.#restorerFor = restorerFor;
  }

  /** The next piece of a text; gives what may be passed on in its place. `rest` is for what is held back from now on. */
  *push(
    [owner, part]: TextKey,
    piece: string,
    { sort, tool, rest }: { sort: TextSort; tool: string | null; rest: RestEvent },
  ): Steps<string> {
    const own = this.#held.get(owner) ?? new Map<string, Held>();
    this.#held.set(owner, own);
    const held = own.get(part) ?? { text: this.#restorerFor(tool).stream(sort), rest };
    own.set(part, held);
    held.rest = rest;
    return yield* held.text.push(piece);
  }

  /** Ends one text; gives what was held back of it. */
  endOf([owner, part]: TextKey): string {
    const held = this.#held.get(owner)?.get(part);
    this.#held.get(owner)?.delete(part);
    return held?.text.end() ?? "";
  }

  /** Ends one text; gives an event when something of it was held back. */
  endText(key: TextKey): StreamEvent[] {
    const rest = this.#held.get(key[0])?.get(key[1])?.rest;
    const left = this.endOf(key);
    return left === "" || rest === undefined ? [] : [rest(left)];
  }

  /** Ends all texts of one owner, in the order they began. */
  end(owner: string): StreamEvent[] {
    const parts = [...(this.#held.get(owner)?.keys() ?? [])];
    const events = parts.flatMap((part) => this.endText([owner, part]));
    this.#held.delete(owner);
    return events;
  }

  /** Ends all texts. */
  endAll(): StreamEvent[] {
    return [...this.#held.keys()].flatMap((owner) => this.end(owner));
  }
}

/** What restores the events of any API works with. */
export abstract class HoldingEvents {
  protected readonly restorerFor: RestorerFor;
  protected readonly texts: HeldTexts;

  constructor(restorerFor: RestorerFor) {
    this.restorerFor = restorerFor;
    this.texts = new HeldTexts(restorerFor);
  }

  end(): StreamEvent[] {
    return this.texts.endAll();
  }
}

/** An event whose data is this body; it keeps its name. */
export function eventOf(body: JsonObject, event: string | undefined): StreamEvent {
  const data = JSON.stringify(body);
  return event === undefined ? { data } : { event, data };
}

/** Whether it is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
