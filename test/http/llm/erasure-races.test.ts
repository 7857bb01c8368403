// A value that is erased while a language model answers.
import { expect, it } from "vitest";
import { ask } from "../../support/llm/asked-gateway.ts";
import { newNamespace } from "../../support/namespaces.ts";
import { accepted, call, PATHS, tryUnmask } from "../../support/requests.ts";

const VALUE = "ada.kovacs@example.org";

it("is restored in that answer, because the call has sent it, and nowhere else", async () => {
  const { tokens } = await newNamespace({
    caller: ["mask", "unmask"],
    officer: ["metadata_change"],
  });
  const body = { model: "m", messages: [{ role: "user", content: `Write to ${VALUE} today.` }] };
  const sent: string[] = [];
  const answered = await ask(
    { path: "openai/v1/chat/completions", body, token: tokens.caller },
    async (request) => {
      const { messages } = (await request.json()) as { messages: { content: string }[] };
      const content = messages.at(-1)?.content ?? "";
      sent.push(/Write to (\S+) today/.exec(content)?.[1] ?? "");
      const values = { data: { values: [VALUE] } };
      accepted(await call("PUT", PATHS.byValue, { token: tokens.officer, body: values }));
      return Response.json({ choices: [{ index: 0, message: { role: "assistant", content } }] });
    },
  );
  expect(answered.text).toContain(`Write to ${VALUE} today.`);
  expect(sent[0]).not.toContain("@");
  expect((await tryUnmask(tokens.caller, sent)).status).toBe(400);
});
