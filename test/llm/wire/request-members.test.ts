// Every member of a request that can hold a text, by the types of npm openai 7.57.0 and @anthropic-ai/sdk 1.12.0: each is
// masked, kept as a word of the protocol, or refused as what cannot be masked. request-members.json was written out of the packages' .d.ts
// once (each type where it stands first) and sorted by hand: a new version of a package is compared with it.
import { describe, expect, it } from "vitest";
import { anthropicMessages } from "../../../src/llm/wire/anthropic/messages.ts";
import type { Dialect } from "../../../src/llm/wire/dialect.ts";
import { openaiChat } from "../../../src/llm/wire/openai/chat.ts";
import { openaiEmbeddings } from "../../../src/llm/wire/openai/embeddings.ts";
import { openaiResponses } from "../../../src/llm/wire/openai/responses.ts";
import { bodyAt, MARKER } from "../../support/llm/member-paths.ts";
import members from "./request-members.json";

const DIALECTS: Readonly<Record<keyof typeof members, Dialect>> = {
  "openai-chat": openaiChat,
  "openai-responses": openaiResponses,
  "openai-embeddings": openaiEmbeddings,
  "anthropic-messages": anthropicMessages,
  // What the types of its beta have beyond that.
  "anthropic-messages beta": anthropicMessages,
};

/** What becomes of the text at a path. */
function fateOf(dialect: Dialect, path: string, media: "refuse" | "pass"): string {
  const body = bodyAt(path);
  const found = dialect.textsOfRequest(body, { media });
  if (!found.ok) return `${path}: ${found.error.code}`;
  const [, written = MARKER] = /=(.*)/.exec(path) ?? [];
  const places = found.value.filter(({ text }) => text.includes(written));
  for (const place of places) place.set(place.text.replaceAll(written, "token"));
  // Everything is searched, as a text or as a word, except what passes by policy.
  const left = JSON.stringify(body).replaceAll(/"[^"]*":/g, ":");
  const isLeft = [":", "[", ","].some((before) => left.includes(`${before}"${written}"`));
  if (isLeft) return `${path}: left`;
  return `${path}: ${places.every(({ isWord }) => isWord) ? "kept" : "masked"}`;
}

const NAMES = Object.keys(members) as (keyof typeof members)[];

describe.each(NAMES)("%s", (name) => {
  const dialect = DIALECTS[name];
  const { masked, kept, refused } = members[name];
  const fates = (paths: readonly string[], media: "refuse" | "pass") =>
    paths.map((path) => fateOf(dialect, path, media));
  const all = (paths: readonly string[], fate: string) => paths.map((path) => `${path}: ${fate}`);

  it("masks, keeps and refuses what its table says", () => {
    expect(fates(masked, "refuse")).toEqual(all(masked, "masked"));
    expect(fates(kept, "refuse")).toEqual(all(kept, "kept"));
    expect(fates(refused, "refuse")).toEqual(all(refused, "media_refused"));
  });

  it("lets what is refused pass by policy, and nothing else", () => {
    expect(fates(refused, "pass")).toEqual(all(refused, "left"));
    expect(fates(masked, "pass")).toEqual(all(masked, "masked"));
  });
});
