// The gateway inside workerd, with a function as provider: what is sent, what is returned, and the format of its
// failures. test/process/llm has real providers' clients.
import { beforeAll, describe, expect, it } from "vitest";
import { ask, echo, type Provider, streamOf, useTool } from "../../support/llm/asked-gateway.ts";
import { ANTHROPIC, CHAT, type Json, RESPONSES } from "../../support/llm/stub-apis.ts";
import { newNamespace } from "../../support/namespaces.ts";
import { accepted, call, PATHS } from "../../support/requests.ts";

const VALUE = "ada.kovacs@example.org";
const TEXT = `Write to ${VALUE} today`;

const SCHEMA = { type: "object", properties: { to: { type: "string" } } };
const chat = (beside: object = {}) => ({
  model: "m",
  messages: [{ role: "user", content: TEXT }],
  tools: [{ type: "function", function: { name: "send", parameters: SCHEMA } }],
  ...beside,
});
const responses = (beside: object = {}) => ({
  model: "m",
  input: [{ role: "user", content: [{ type: "input_text", text: TEXT }] }],
  tools: [{ type: "function", name: "send", parameters: SCHEMA, strict: false }],
  ...beside,
});
const messages = (beside: object = {}) => ({
  model: "m",
  max_tokens: 100,
  messages: [{ role: "user", content: TEXT }],
  tools: [{ name: "send", input_schema: SCHEMA }],
  ...beside,
});

const JSON_ONLY = { type: "json_schema", schema: SCHEMA } as const;
const APIS = [
  ["openai/v1/chat/completions", CHAT, chat, { response_format: { type: "json_object" } }],
  ["openai/v1/responses", RESPONSES, responses, { text: { format: { ...JSON_ONLY, name: "x" } } }],
  ["anthropic/v1/messages", ANTHROPIC, messages, { output_config: { format: JSON_ONLY } }],
] as const;

let token: string;
let masker: string;
let admin: string;

beforeAll(async () => {
  const { tokens } = await newNamespace({
    all: ["mask", "unmask"],
    mask: ["mask"],
    admin: ["mask", "unmask", "metadata_change"],
  });
  token = tokens.all;
  masker = tokens.mask;
  admin = tokens.admin;
  await call("PUT", PATHS.mask, { token, body: { mask: [{ value: "Sarah Connor" }] } });
}, 60_000);

describe.each(APIS)("%s", (path, api, bodyOf, json) => {
  it.each([false, true])("hides and restores texts (streamed: %s)", async (stream) => {
    const { status, text, seen } = await ask({ path, body: bodyOf({ stream }), token }, echo(api));
    expect(status).toBe(200);
    expect(seen[0]?.body).not.toContain(VALUE);
    expect(`${seen[0]?.headers.get("authorization")}`).not.toContain(token);
    // A value comes at once, however the token was cut.
    expect(text).toContain(VALUE);
  });

  it.each([false, true])("leaves tools their tokens (streamed: %s)", async (stream) => {
    const { status, text } = await ask({ path, body: bodyOf({ stream }), token }, useTool(api));
    expect(status).toBe(200);
    expect(text).not.toContain(VALUE);
  });

  it.each([false, true])(
    "keeps JSON readable that was asked for (streamed: %s)",
    async (stream) => {
      const body = JSON.stringify(bodyOf({ stream, ...json })).replace(
        JSON.stringify(TEXT),
        JSON.stringify(`password: 'p"w\\0rd!9zz'`),
      );
      const sayJson: Provider = async (request) => {
        const asked = (await request.json()) as Json;
        const said = { text: JSON.stringify({ password: api.lastText(asked) }), call: null };
        return asked.stream === true
          ? streamOf(api.stream(said, asked, 3))
          : Response.json(api.whole(said, asked));
      };
      const { text } = await ask({ path, body: JSON.parse(body), token }, sayJson);
      const written = JSON.stringify(JSON.stringify(`p"w\\0rd!9zz`).slice(1, -1)).slice(1, -1);
      expect(text).toContain(written);
    },
  );

  it("leaves the answer masked for who may not unmask", async () => {
    const { status, text } = await ask({ path, body: bodyOf(), token: masker }, echo(api));
    expect(status).toBe(200);
    expect(text).not.toContain(VALUE);
  });

  it.each<[string, number, Provider]>([
    ["is not reached", 502, () => Promise.reject(new Error("no way"))],
    ["says nothing", 504, () => new Promise(() => {})],
    ["refuses the key", 502, async () => new Response("no", { status: 401 })],
    ["sends elsewhere", 502, async () => new Response(null, { status: 302 })],
    ["answers with a page", 502, async () => new Response("<html></html>")],
    ["fails with a page", 500, async () => new Response("<html></html>", { status: 500 })],
  ])("says so when the provider %s", async (_name, expected, provider) => {
    const { status, text } = await ask({ path, body: bodyOf(), token }, provider);
    expect(status).toBe(expected);
    expect(JSON.parse(text)).toHaveProperty("error.message");
  });

  it("restores what the provider says of a failure", async () => {
    const refuse: Provider = async (request) => {
      const message = `cannot: ${await request.text()}`;
      return Response.json({ type: "error", error: { type: "x", message } }, { status: 400 });
    };
    const { status, text } = await ask({ path, body: bodyOf(), token }, refuse);
    expect(status).toBe(400);
    expect(text).toContain(VALUE);
  });

  it("ends a stream that breaks with a failure of its API", async () => {
    const broken: Provider = async () => {
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(": alive\n\n")),
        pull: (controller) => controller.error(new Error("cut")),
      });
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    };
    const { text } = await ask({ path, body: bodyOf({ stream: true }), token }, broken);
    expect(text).toContain("provider_cut_off");
  });

  it.each([
    ["coded as nobody asked", "\u{28b5}\u{2ffd} ada"],
    ["a page", "<html>\n<body>Hello</body></html>\n\n"],
    ["silent", ": alive\n\n"],
  ])("takes no stream for an answer that is %s", async (_what, said) => {
    const { text } = await ask({ path, body: bodyOf({ stream: true }), token }, async () =>
      streamOf([said]),
    );
    expect(text).toContain('"code":"provider_unreadable"');
  });
});

describe("the gateway", () => {
  const thread = (id: string) => ({ thread: { type: "continue", previous_message_id: id } });
  it.each([
    ...[false, true].map((stream) => ({
      ...{ stream, path: "openai/v1/responses", api: RESPONSES, begin: responses() },
      goOn: (id: string) => ({ model: "m", input: "Who was it?", previous_response_id: id }),
    })),
    ...[false, true].map((stream) => ({
      ...{ stream, path: "anthropic/v1/messages", api: ANTHROPIC },
      begin: messages({ thread: { type: "create" } }),
      goOn: (id: string) => ({
        ...messages(thread(id)),
        messages: [{ role: "user", content: "Who was it?" }],
      }),
    })),
  ])(
    "remembers what a conversation has sent where the provider keeps it: $path (streamed: $stream)",
    async ({ stream, path, api, begin, goOn }) => {
      const first = await ask({ path, body: { ...begin, stream }, token }, echo(api));
      const [, id = ""] = /"id":"((?:resp|msg)_[^"]*)"/.exec(first.text) ?? [];
      const masked = /emailb?[0-9a-z]{16}/.exec(first.seen[0]?.body ?? "")?.[0] ?? "";
      const said = { text: `It was ${masked}`, call: null };
      const answer: Provider = async (request) =>
        Response.json(api.whole(said, (await request.json()) as Json));
      expect((await ask({ path, body: goOn(id), token }, answer)).text).toContain(VALUE);
      const other = await ask({ path, body: goOn(`${id}x`), token }, answer);
      expect(other.text).not.toContain(VALUE);
    },
  );

  it("asks again when a kept connection turns out to be closed", async () => {
    let asked = 0;
    const closedOnce: Provider = (request) => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Error("closed")) : echo(CHAT)(request);
    };
    const path = "openai/v1/chat/completions";
    const { status, text, seen } = await ask({ path, body: chat(), token }, closedOnce);
    expect([status, asked]).toEqual([200, 2]);
    expect(text).toContain(VALUE);
    expect(seen[0]?.body).toBe(seen[1]?.body);
  });

  it.each([
    ["in the words of its API", "", (said: string) => ({ error: { message: said } })],
    ["in a plain text", "event: error\n", (said: string) => said],
  ])(
    "passes on what came before a provider fails, and how it says so %s",
    async (_, name, words) => {
      const failing: Provider = async (request) => {
        const text = CHAT.lastText(await request.json()) as string;
        const half = text.slice(0, text.indexOf(" today") - 3);
        const said = words(`cannot say ${half}`);
        const delta = { choices: [{ index: 0, delta: { content: half }, finish_reason: null }] };
        const data = typeof said === "string" ? said : JSON.stringify(said);
        return streamOf([
          `data: ${JSON.stringify(delta)}\n\n`,
          ": alive\n\n",
          `data: ${JSON.stringify({ choices: [], usage: { total_tokens: 1 } })}\n\n`,
          `${name}data: ${data}\n\n`,
        ]);
      };
      const path = "openai/v1/chat/completions";
      const { text } = await ask({ path, body: chat({ stream: true }), token }, failing);
      const events = text.split("\n\n").filter((event) => event !== "" && event !== ":");
      const parts = events.slice(0, -1).map((event) => JSON.parse(event.replace("data: ", "")));
      const said = parts.map(({ choices }) => choices[0]?.delta.content ?? "").join("");
      // Half a token stays half a token, and comes before the failure.
      expect(said).toMatch(/^Write to email[0-9a-z]+$/);
      expect(events.at(-1)).toMatch(/cannot say Write to email[0-9a-z]+/);
      expect(parts.some(({ usage }) => usage?.total_tokens === 1)).toBe(true);
    },
  );

  it("gives the tools values that the policy names", async () => {
    const created = { data: { policy_name: "tools" } };
    accepted(await call("PUT", PATHS.createPolicy, { token: admin, body: created }));
    const data = { policy_name: "tools", llm: { tools: ["send"] }, token_style: "word" };
    accepted(await call("PUT", PATHS.policySettings, { token: admin, body: { data } }));
    accepted(await call("PUT", PATHS.defaultPolicy, { token: admin, body: created }));
    for (const [path, api, bodyOf] of APIS) {
      expect((await ask({ path, body: bodyOf(), token: admin }, useTool(api))).text).toContain(
        VALUE,
      );
    }
  });

  it.each([false, true])(
    "has names of members in arguments, too (streamed: %s)",
    async (stream) => {
      const args = `{"${VALUE}":{"to":["${VALUE}"],"Sarah Connor's":1}}`;
      const sent = { name: "send", arguments: args };
      const said = [
        { role: "assistant", tool_calls: [{ id: "c1", type: "function", function: sent }] },
        { role: "tool", tool_call_id: "c1", content: "done" },
      ];
      const again: Provider = async (request) => {
        const body = (await request.json()) as Json;
        const input = body.messages.find((one: Json) => one.role === "assistant").tool_calls[0];
        const call = { text: "", call: { name: "send", input: input.function.arguments } };
        return stream
          ? streamOf(CHAT.stream(call, body, 3))
          : Response.json(CHAT.whole(call, body));
      };
      const body = { ...chat({ stream }), messages: [...chat().messages, ...said] };
      const path = "openai/v1/chat/completions";
      const { text, seen } = await ask({ path, body, token: admin }, again);
      expect(seen[0]?.body).not.toContain(VALUE);
      expect(seen[0]?.body).not.toContain("Sarah Connor");
      const events = stream
        ? text.split("\n\n").filter((one) => one.startsWith("data: {"))
        : [text];
      const parts = events.flatMap((one) => {
        const [choice] = JSON.parse(one.replace("data: ", "")).choices;
        return (choice.delta ?? choice.message).tool_calls ?? [];
      });
      const whole = parts.map((one: Json) => one.function.arguments).join("");
      expect(JSON.parse(whole)).toEqual(JSON.parse(args));
    },
  );

  it("masks what is embedded, and passes on lists of models", async () => {
    const list: Provider = async () => Response.json({ object: "list", data: [{ id: "echo" }] });
    const embeddings = { model: "m", input: [TEXT, "nothing"] };
    const embedded = await ask({ path: "openai/v1/embeddings", body: embeddings, token }, list);
    expect(embedded.status).toBe(200);
    expect(embedded.seen[0]?.body).not.toContain(VALUE);
    for (const path of ["openai/v1/models", "anthropic/v1/models"]) {
      expect((await ask({ path, body: null, token }, list)).text).toContain("echo");
    }
  });

  it.each([
    "models/..%2Fchat",
    "models/x%2F..%2F..%2Fadmin",
    "models/%2E%2E%2Fx",
    "models?after_id=..%2Fx",
  ])("has no way to another path than those of models: %s", async (path) => {
    const asked = await ask({ path: `openai/v1/${path}`, body: null, token }, echo(CHAT));
    expect(asked.status).toBe(400);
    expect(asked.seen).toEqual([]);
  });

  it.each([
    ["pictures", { messages: [{ role: "user", content: [{ type: "image_url", image_url: {} }] }] }],
    ["members that nobody knows", { wish: TEXT }],
    ["work in the background", { background: true }],
  ])("refuses %s", async (_name, beside) => {
    const path = "openai/v1/chat/completions";
    const { status, text, seen } = await ask({ path, body: chat(beside), token }, echo(CHAT));
    expect(status).toBe(400);
    expect(JSON.parse(text)).toHaveProperty("error.message");
    expect(seen).toEqual([]);
  });
});
