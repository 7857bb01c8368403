// A value is planted in every place of a request, one by one: each text, each name of a member, members that nobody knows at
// every level. It is among the texts that are masked, or the request is refused. test/http/llm/clear-values.test.ts sends some of
// these bodies, and in the long run all, to see that what is among those texts is not in what a provider gets.
import { describe, expect, it } from "vitest";
import { anthropicMessages } from "../../../src/llm/wire/anthropic/messages.ts";
import type { BodyText, Dialect } from "../../../src/llm/wire/dialect.ts";
import { openaiChat } from "../../../src/llm/wire/openai/chat.ts";
import { openaiEmbeddings } from "../../../src/llm/wire/openai/embeddings.ts";
import { openaiResponses } from "../../../src/llm/wire/openai/responses.ts";
import { FULL_REQUESTS } from "../../support/llm/full-requests.ts";
import { inNames, inTexts, type Planted, SIGNED } from "../../support/llm/planted.ts";

const DIALECTS: Readonly<Record<keyof typeof FULL_REQUESTS, Dialect>> = {
  "openai/v1/chat/completions": openaiChat,
  "openai/v1/responses": openaiResponses,
  "openai/v1/embeddings": openaiEmbeddings,
  "anthropic/v1/messages": anthropicMessages,
  "anthropic/v1/messages/count_tokens": anthropicMessages,
};

/** One that reads as a word of the protocol, one that does not. */
const PLANTS = ["ghp_vmFfL1r0sM5qrw3gzTFswCZkVQFqYeZqpRPw", "Ask Sarah Connor, 4111"];

/** Places whose plant stays when every text that is to be masked has lost it. */
function left(
  dialect: Dialect,
  planted: readonly Planted[],
  plant: string,
  isOfProtocol = (_: BodyText) => false,
): string[] {
  return planted.flatMap(({ where, body }) => {
    const found = dialect.textsOfRequest(body, { media: "refuse" });
    if (!found.ok) return [];
    for (const place of found.value) {
      const { text } = place;
      place.set(isOfProtocol(place) ? text : text.replaceAll(plant, "token"));
    }
    return JSON.stringify(body).includes(plant) ? [where] : [];
  });
}

/** Names of members that hold what somebody wrote, where a single word is not taken for one of the protocol either. */
const WRITTEN = /\.(?:content|transcript|refusal|reasoning_content|instructions|description|text)$/;

const FULL = Object.entries(FULL_REQUESTS) as [keyof typeof FULL_REQUESTS, object][];

describe.each(FULL)("%s", (path, body) => {
  it.each(PLANTS)("has no text that is not masked (%s)", (plant) => {
    expect(left(DIALECTS[path], inTexts(body, plant), plant)).toEqual(SIGNED[path] ?? []);
  });

  it("leaves no single word in what somebody wrote", () => {
    const word = "Okonkwo";
    const places = left(DIALECTS[path], inTexts(body, word), word, ({ isWord }) => isWord === true);
    const signed = SIGNED[path] ?? [];
    expect(places.filter((one) => WRITTEN.test(one) && !signed.includes(one))).toEqual([]);
  });

  it.each(PLANTS)(
    "has no name, and no member that nobody knows, that is not masked (%s)",
    (plant) => {
      expect(left(DIALECTS[path], inNames(body, plant), plant)).toEqual([]);
    },
  );
});
