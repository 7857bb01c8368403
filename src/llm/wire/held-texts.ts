// The texts of one streamed answer that are under way, each by a key, with the piece of the stream that can carry what
// is still held back of them.
import type { StreamingText, TextSort } from "../restore/text-restorer.ts";
import type { JsonObject, RestorerFor, StreamEvent } from "./dialect.ts";

/** Makes the event that passes on a rest. */
export type RestEvent = (rest: string) => StreamEvent;

interface Held {
  readonly text: StreamingText;
  rest: RestEvent;
}

/** Texts under way. */
export class HeldTexts {
  readonly #held = new Map<string, Held>();
  readonly #restorerFor: RestorerFor;

  constructor(restorerFor: RestorerFor) {
    this.#restorerFor = restorerFor;
  }

  /** The next piece of a text; gives what may be passed on in its place. `rest` is for what is held back from now on. */
  push(
    key: string,
    piece: string,
    { sort, tool, rest }: { sort: TextSort; tool: string | null; rest: RestEvent },
  ): string {
    let held = this.#held.get(key);
    if (held === undefined) {
      held = { text: this.#restorerFor(tool).stream(sort), rest };
      this.#held.set(key, held);
    }
    held.rest = rest;
    return held.text.push(piece);
  }

  /** Ends one text; gives what was held back of it. */
  endOf(key: string): string {
    const held = this.#held.get(key);
    this.#held.delete(key);
    return held?.text.end() ?? "";
  }

  /** Ends all texts whose key begins so; gives an event for each that held something back, in the order they began. */
  end(keyStart: string): StreamEvent[] {
    const events: StreamEvent[] = [];
    for (const [key, { rest }] of this.#held) {
      if (!key.startsWith(keyStart)) continue;
      const left = this.endOf(key);
      if (left !== "") events.push(rest(left));
    }
    return events;
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
