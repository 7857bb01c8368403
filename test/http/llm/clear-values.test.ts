// A value is planted in places of a request, one by one: texts, names of members, members that nobody knows at every level,
// each header. It is masked, or the request is refused: the provider never sees it. Every place in the long run, some otherwise:
// that each is found is asked of the wire's own room (test/llm/wire/every-place.test.ts, request-members.test.ts).
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "../../../src/app.ts";
import members from "../../llm/wire/request-members.json" with { type: "json" };
import { FULL_REQUESTS } from "../../support/llm/full-requests.ts";
import { bodyAt, MARKER } from "../../support/llm/member-paths.ts";
import { inNames, inTexts, type Planted, SIGNED } from "../../support/llm/planted.ts";
import { newNamespace } from "../../support/namespaces.ts";
import { IS_LONG } from "../../support/properties.ts";
import { call, PATHS } from "../../support/requests.ts";

const EMAIL = "ada.kovacs@example.org";
const KEY = "ghp_vmFfL1r0sM5qrw3gzTFswCZkVQFqYeZqpRPw";
const SENTENCE = "Ask Sarah Connor, 4111 1111 1111 1111";
/** Alone, each is a text of its own kind; a plain run of the tests plants all of them at once. */
const PLANTS: Readonly<Record<string, string>> = IS_LONG
  ? { "an address": EMAIL, "a key": KEY, "a sentence": SENTENCE }
  : { "all there is to find": `${SENTENCE} ${EMAIL} ${KEY}` };
/** Every place in the long run; otherwise every tenth, from another one on in each request. */
let offset = 0;
function some<T>(places: readonly T[]): T[] {
  const from = offset++ % 10;
  return places.filter((_, i) => IS_LONG || i % 10 === from);
}

/** What of a plant is looked for. */
const TELLING = [EMAIL, KEY, "Sarah Connor", "4111 1111 1111 1111"];

const AT_ONCE = 20;
const app = createApp();

let token: string;

beforeAll(async () => {
  ({ all: token } = (await newNamespace({ all: ["mask", "unmask"] })).tokens);
  // What finds names is loaded.
  await call("PUT", PATHS.mask, { token, body: { mask: [{ value: "Sarah Connor" }] } });
}, 60_000);

/** Everything that a provider sees of a request, "" when it is refused. */
async function seenOf(
  path: string,
  body: object,
  more: Record<string, string> = {},
): Promise<string> {
  let seen = "";
  const fetch = async (url: string, init: RequestInit) => {
    const request = new Request(url, init);
    seen = `${url}\n${JSON.stringify([...request.headers])}\n${await request.text()}`;
    return Response.json({});
  };
  const base = "http://provider/v1";
  const named = { LLM_OPENAI_URL: base, LLM_ANTHROPIC_URL: base };
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json", ...more };
  const request = new Request(`https://vault.test/llm/${path}`, {
    ...{ method: "POST", headers, body: JSON.stringify(body) },
  });
  const ways = { LLM_OPENAI: { fetch }, LLM_ANTHROPIC: { fetch } };
  const answer = await app.fetch(request, { ...env, ...named, ...ways } as never);
  expect([200, 400, 413]).toContain(answer.status);
  if (answer.status !== 200) expect(await answer.json()).toHaveProperty("error.message");
  expect(answer.status === 200).toBe(seen !== "");
  return seen;
}

/** Places that a provider has seen. */
async function leaks(path: string, planted: readonly Planted[]): Promise<string[]> {
  const judged = planted.map(({ where, body }) => async () => {
    const seen = (await seenOf(path, body)).toLowerCase();
    return TELLING.some((plant) => seen.includes(plant.toLowerCase())) ? [where] : [];
  });
  const found: string[][] = [];
  while (judged.length > 0) {
    found.push(...(await Promise.all(judged.splice(0, AT_ONCE).map((judge) => judge()))));
  }
  return found.flat();
}

describe.each(Object.entries(FULL_REQUESTS))("%s", (path, body) => {
  it("takes all of it", async () => {
    expect(await seenOf(path, body)).not.toBe("");
  });

  it.each(Object.entries(PLANTS))(
    "hides %s in every text",
    async (_name, plant) => {
      const signed = SIGNED[path] ?? [];
      const planted = inTexts(body, plant);
      const masked = planted.filter(({ where }) => !signed.includes(where));
      expect(await leaks(path, some(masked))).toEqual([]);
      const asItCame = planted.filter(({ where }) => signed.includes(where));
      expect(await leaks(path, asItCame)).toEqual(signed);
    },
    60_000,
  );

  it("hides a value in every name, and in members that nobody knows", async () => {
    const planted = Object.values(PLANTS).map((plant) => inNames(body, plant));
    // Each place has one of them.
    const all = planted[0]?.flatMap((_, i) => planted[i % planted.length]?.[i] ?? []) ?? [];
    expect(await leaks(path, some(all))).toEqual([]);
  }, 60_000);
});

const PATHS_OF = {
  "openai-chat": "openai/v1/chat/completions",
  "openai-responses": "openai/v1/responses",
  "openai-embeddings": "openai/v1/embeddings",
  "anthropic-messages": "anthropic/v1/messages",
  "anthropic-messages beta": "anthropic/v1/messages",
} as const;

describe.each(Object.entries(PATHS_OF))("every member of %s", (name, path) => {
  const { masked, kept, refused } = members[name as keyof typeof PATHS_OF];
  it("hides a value", async () => {
    const plants = Object.values(PLANTS);
    const planted = [...masked, ...kept, ...refused].map((where, i): Planted => {
      const text = JSON.stringify(bodyAt(where.replace(/=.*/, "")));
      return { where, body: JSON.parse(text.replace(MARKER, plants[i % plants.length] ?? "")) };
    });
    expect(await leaks(path, some(planted))).toEqual([]);
  }, 60_000);
});

describe("headers", () => {
  const body = FULL_REQUESTS["anthropic/v1/messages"];
  const said = {
    "anthropic-version": "2023-06-01",
    "anthropic-beta": "interleaved-thinking-2025-05-14,claude-code-20250219, context-1m-2025-08-07",
    "openai-beta": "assistants=v2",
    "openai-organization": "org-AbC123",
    "openai-project": "proj_AbC123",
  };

  it("pass on what has the form of what they say", async () => {
    const seen = await seenOf("anthropic/v1/messages", body, said);
    for (const value of Object.values(said)) expect(seen).toContain(JSON.stringify(value));
  });

  it.each([...Object.keys(said), "x-stainless-os", "user-agent", "referer", "x-anything"])(
    "hide what is planted in %s",
    async (name) => {
      const one = IS_LONG ? TELLING : [TELLING[offset++ % TELLING.length] ?? EMAIL];
      for (const plant of [...one, `a-2025-01-01,${EMAIL}`, `${KEY}=v1`, `org-${KEY}`]) {
        const seen = await seenOf("anthropic/v1/messages", body, { [name]: plant });
        expect(seen.toLowerCase()).not.toContain(plant.toLowerCase());
      }
    },
  );
});
