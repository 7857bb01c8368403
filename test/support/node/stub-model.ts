// A provider of language models for tests: answers with the last text that it received, maybe mangled, and records
// requests. The request's `model` selects its behaviour: words joined by "+", from MANGLINGS, troubles, and "letters"
// or "bytes" (how a stream is cut), "tool" (calls the first tool with the text in its arguments).
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ANTHROPIC, CHAT, type Json, RESPONSES, type Said, textOf } from "../llm/stub-apis.ts";
import { IS_LONG } from "./long/settings.ts";

/** A received request. */
interface StubRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A running provider. */
export interface StubModel {
  /** Address for `serve --llm`. */
  readonly url: string;
  readonly seen: StubRequest[];
  /** Number of answers whose reader disconnected before their end. */
  readonly left: () => number;
  stop(): Promise<void>;
}

/** Nearly the longest answer that the gateway reads, or half of it. */
export const LONGEST_LETTERS = IS_LONG ? 7_500_000 : 3_750_000;
const MANY_NUMBERS = Array.from({ length: LONGEST_LETTERS / 20 }, (_, i) => Math.sin(i));

/** What models do to texts, by name. */
const MANGLINGS: Readonly<Record<string, (text: string) => string>> = {
  upper: (text) => text.toUpperCase(),
  bold: (text) => text.replace(/\b[a-z]{3,4}[0-9a-z]{16}\b/g, "**$&**"),
  code: (text) => text.replace(/\b[a-z]{3,4}[0-9a-z]{16}\b/g, "`$&`"),
  wrapped: (text) => text.replaceAll(" ", "\n> "),
  html: (text) => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  longest: (text) => text.repeat(Math.ceil(LONGEST_LETTERS / text.length)),
  cropped: (text) => text.slice(0, -20),
  angles: (text) => "<".repeat(1_000_000) + text,
  invented: (text) => `${text} and per0123456789abcdefg`,
};

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Start a provider on a free port of this machine. */
export async function startStubModel(): Promise<StubModel> {
  const seen: StubRequest[] = [];
  let left = 0;
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const { method = "", url: path = "", headers } = request;
    seen.push({ method, path, headers, body });
    response.on("close", () => {
      if (!response.writableFinished) left += 1;
    });
    try {
      await answer(path.split("?")[0] ?? "", body === "" ? {} : JSON.parse(body), response);
    } catch {
      // A request that the real API would refuse as well.
      response.writeHead(400, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: "cannot be answered" } }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    seen,
    left: () => left,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function answer(path: string, body: Json, response: ServerResponse): Promise<void> {
  // A number is not split into words: 1e+308 asks for no redirect.
  const words: string[] = typeof body.model === "string" ? body.model.split("+") : [];
  if (await troubled(words, body, response)) return;
  const sendJson = (json: Json) => {
    response.writeHead(200, { "content-type": "application/json", "x-request-id": "stub-1" });
    response.end(JSON.stringify(json));
  };
  if (path.endsWith("/models")) return sendJson({ object: "list", data: [{ id: "echo" }] });
  const [, model] = /\/models\/(.+)$/.exec(path) ?? [];
  if (model !== undefined) return sendJson({ id: decodeURIComponent(model), object: "model" });
  if (path.endsWith("/count_tokens")) {
    return sendJson({ input_tokens: ANTHROPIC.lastText(body).length });
  }
  if (path.endsWith("/embeddings")) {
    const inputs = [body.input].flat() as string[];
    const embedding = words.includes("longest") ? MANY_NUMBERS : [0.5, 0.25];
    const data = inputs.map((_, index) => ({ object: "embedding", index, embedding }));
    const usage = { prompt_tokens: 1, total_tokens: 1 };
    return sendJson({ object: "list", model: body.model, data, usage });
  }
  const api = path.endsWith("/messages")
    ? ANTHROPIC
    : path.endsWith("/responses")
      ? RESPONSES
      : CHAT;
  const asked = api.lastText(body);
  const text = words.reduce((said, word) => MANGLINGS[word]?.(said) ?? said, asked);
  const tool = words.includes("tool") ? api.toolName(body) : null;
  const said: Said =
    tool === null
      ? { text, call: null }
      : {
          text: "",
          call: {
            name: tool,
            input: JSON.stringify({ to: text, url: `https://x.test/?q=${text}` }),
          },
        };
  if (body.stream !== true) return sendJson(api.whole(said, body));
  const events = api.stream(said, body, lettersOf(words));
  response.writeHead(200, { "content-type": "text/event-stream", "x-request-id": "stub-1" });
  for (const [at, event] of events.entries()) {
    if (words.includes("cut") && at > events.length / 2) {
      await wait(50);
      response.socket?.destroy();
      return;
    }
    if (words.includes("stalled") && at > events.length / 2) return;
    await send(response, event, words.includes("bytes"));
  }
  while (words.includes("endless") && !response.destroyed) {
    await send(response, events[Math.floor(events.length / 2)] ?? "", false);
    await wait(5);
  }
  response.end();
}

/** Letters per event. */
function lettersOf(words: readonly string[]): number {
  if (words.includes("angles")) return 10_000;
  if (words.includes("longest")) return 100_000;
  return words.includes("letters") ? 1 : 5;
}

/** Write a text, and wait until it was read. */
async function send(response: ServerResponse, text: string, byByte: boolean): Promise<void> {
  const bytes = Buffer.from(text);
  const parts = byByte ? [...bytes].map((byte) => Buffer.of(byte)) : [bytes];
  for (const part of parts) {
    if (response.destroyed) return;
    response.write(part);
    if (byByte) await new Promise((resolve) => setImmediate(resolve));
    while (response.writableNeedDrain && !response.destroyed) await wait(2);
  }
}

async function troubled(
  words: readonly string[],
  body: Json,
  response: ServerResponse,
): Promise<boolean> {
  const status = words.map(Number).find((number) => number >= 300);
  if (status !== undefined) {
    // Computed before anything is sent: a request without messages is answered with 400.
    const message = `Not so: ${textOf(body.messages?.at(-1)?.content ?? "")}`;
    response.writeHead(status, {
      "content-type": "application/json",
      "retry-after": "7",
      location: "/",
    });
    response.end(JSON.stringify({ error: { message } }));
  } else if (words.includes("page")) {
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<html>Hello</html>");
  } else if (words.includes("silent")) {
    await new Promise((resolve) => response.once("close", resolve));
  } else if (words.includes("worked")) {
    // Longer than a connection that was closed before takes to fail.
    await wait(1_500);
    response.socket?.destroy();
  } else if (words.includes("gone")) {
    response.socket?.destroy();
  } else if (words.includes("half")) {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"id":');
    await wait(50);
    response.socket?.destroy();
  } else return false;
  return true;
}
