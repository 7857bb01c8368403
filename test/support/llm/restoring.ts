// A conversation with known tokens, and its restored answers.
import { runToEnd } from "../../../src/core/steps.ts";
import { KnownTokens, knownTokens } from "../../../src/llm/restore/known-tokens.ts";
import type { TextFormat } from "../../../src/llm/restore/text-restorer.ts";
import type { KnownToken } from "../../../src/llm/restore/token-keys.ts";
import { restoreAll } from "../../../src/llm/wire/body-texts.ts";
import type {
  Dialect,
  JsonObject,
  RestorerFor,
  StreamEvent,
} from "../../../src/llm/wire/dialect.ts";

export const ANN = "per7k2m9qx4dz8wt0vb";
export const NOTE = "lit3h5n8rt1cw6yz9km";
export const ANN_VALUE = 'Ann "Q" O\'Neil';
export const NOTE_VALUE = "first\nsecond \\ third";
const ALONE = { prefix: "", suffix: "" };

const KNOWN = new KnownTokens([
  { token: ANN, value: ANN_VALUE, ...ALONE },
  { token: NOTE, value: NOTE_VALUE, ...ALONE },
  { token: "Xk2-9qLm4", value: "N 4 <b>", prefix: "<ADDR>", suffix: "</ADDR>" },
]);

const NOTHING = new KnownTokens([]);

/** Only the tool `send_mail` gets values. */
export const restorerFor: RestorerFor = (tool) =>
  tool === null || tool === "send_mail" ? KNOWN : NOTHING;

/** Restores texts of a conversation, without pauses. */
export interface Conversation {
  restore(text: string, sort: TextFormat): string;
  stream(sort: TextFormat): { push(piece: string): string; end(): string };
}

/** A conversation that has sent these tokens, with these texts beside them. */
export function conversation(
  tokens: readonly KnownToken[],
  texts: readonly string[] = [],
): Conversation {
  const known = runToEnd(knownTokens(tokens, texts));
  return {
    restore: (text, sort) => runToEnd(known.restore(text, sort)),
    stream(sort) {
      const stream = known.stream(sort);
      return { push: (piece) => runToEnd(stream.push(piece)), end: () => stream.end() };
    },
  };
}

/** A whole answer restored. */
export function restoredAnswer<Body>(dialect: Dialect, body: Body): Body {
  const copy = structuredClone(body) as JsonObject;
  runToEnd(restoreAll(dialect.textsOfAnswer(copy), restorerFor));
  return copy as Body;
}

/** A stream restored. */
export function restoredStream(dialect: Dialect, events: readonly StreamEvent[]): StreamEvent[] {
  const restorer = dialect.events(restorerFor);
  return [...events.flatMap((event) => runToEnd(restorer.push(event))), ...restorer.end()];
}

/** Split a text at these offsets (modulo its length + 1). */
export function pieces(text: string, cuts: readonly number[]): string[] {
  const inside = cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b);
  return [0, ...inside].map((from, i) => text.slice(from, inside[i] ?? text.length));
}

/** Bodies as the events of a stream. */
export function eventsOf(bodies: readonly object[], isNamed: boolean): StreamEvent[] {
  return bodies.map((body) => {
    const data = JSON.stringify(body);
    return isNamed ? { event: String((body as JsonObject)["type"]), data } : { data };
  });
}

/** The texts of a request, in order, without words of the protocol. */
export function textsOf(dialect: Dialect, body: object, media: "refuse" | "pass" = "refuse") {
  const places = dialect.textsOfRequest(structuredClone(body) as JsonObject, { media });
  if (!places.ok) throw new Error(`${places.error.param}: ${places.error.message}`);
  return places.value.flatMap(({ text, isWord }) => (isWord ? [] : [text]));
}

/** Code and member of a request's refusal. */
export function refusalOf(
  dialect: Dialect,
  body: object,
  media: "refuse" | "pass" = "refuse",
): string {
  const places = dialect.textsOfRequest(structuredClone(body) as JsonObject, { media });
  return places.ok ? "not refused" : `${places.error.code} ${places.error.param}`;
}
