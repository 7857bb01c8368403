// The service as a proxy in front of a language model, here a stub that repeats what it was told. Two shells:
//   npm run serve -- --data ./vault-data --env-file vault.env --llm openai=http://127.0.0.1:8790/v1
//   VAULT_TOKEN=… node examples/llm-proxy.ts
// With a real model nothing changes but the address: docs/llm.md.
import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
// Any client of OpenAI's does, with the base URL …/llm/openai/v1. In a project of your own: from "masking-vault-client".
import { VaultClient } from "../clients/typescript/src/index.ts";

/** What has arrived at the model. */
const seen: string[] = [];
const model = createServer(async (request, response) => {
  const { messages } = JSON.parse(await text(request));
  const said: string = messages.at(-1).content;
  seen.push(said);
  const message = { role: "assistant", content: `I have written down: ${said}` };
  const choices = [{ index: 0, message, finish_reason: "stop" }];
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ id: "1", object: "chat.completion", model: "stub", choices }));
});
model.listen(Number(process.env["MODEL_PORT"] ?? 8790), "127.0.0.1");
await once(model, "listening");

const vault = new VaultClient({
  url: process.env["VAULT_URL"] ?? "http://127.0.0.1:8787",
  token: process.env["VAULT_TOKEN"] ?? "",
});
const content = "Ada Lane moves out. Write to ada@example.com or call +1 212 555 0123.";
const answer = await vault.call("createChatCompletion", {
  body: { model: "stub", messages: [{ role: "user", content }] },
});
const { choices } = answer as unknown as { choices: [{ message: { content: string } }] };

process.stdout.write(`said:    ${content}
seen:    ${seen.join() || "nothing: the service was started with another --llm than above"}
answer:  ${choices[0].message.content}
`);
model.close();
