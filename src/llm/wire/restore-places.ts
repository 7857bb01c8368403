// Puts values into places, and writes bodies that have them.
import { costOfLetters, type Steps } from "../../core/steps.ts";
import type { JsonObject, RestorerFor, StreamEvent, TextPlace } from "./dialect.ts";

/** Restores each place. */
export function* restoreAll(places: readonly TextPlace[], restorerFor: RestorerFor): Steps<void> {
  for (const place of places) {
    const restored = yield* restorerFor(place.tool ?? null).restore(place.text, place.sort);
    if (restored !== place.text) place.set(restored);
  }
}

/** Milliseconds to write 64 KiB of JSON, and to send it: 7.5 MB, whose text was put together of many pieces, took 19 and 25. */
const COST_TO_WRITE = 0.4;

/** A body as JSON, in one step; `letters`: about how many. */
export function* writtenBody(body: JsonObject, letters: number): Steps<string> {
  yield costOfLetters(letters, COST_TO_WRITE);
  return JSON.stringify(body);
}

/** An event with another body, which has about as many letters. It keeps its name. */
export function* writtenEvent(body: JsonObject, { event, data }: StreamEvent): Steps<StreamEvent> {
  return { ...(event === undefined ? {} : { event }), data: yield* writtenBody(body, data.length) };
}
