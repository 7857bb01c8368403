// LiteLLM's guardrail: requests as litellm 1.106.2 sent them, and how it uses the answers.

import { beforeAll, describe, expect, it } from "vitest";
import {
  answerOf,
  type Body,
  callOf,
  guard,
  PATH,
  requestOf,
  tokens,
} from "../../support/llm/guardrail.ts";
import { IS_LONG } from "../../support/properties.ts";
import { accepted, call, MASTER_KEY, PATHS } from "../../support/requests.ts";

/** Values that occur only in the recorded requests. */
const CLEAR = /kovacs|Connor|OConnell|bob\.stone|eve\.adams|555 0123/;
/** Letters of a piece: in the long run it is cut everywhere. */
const STEP = IS_LONG ? 1 : 3;

/** What LiteLLM's users read when it streams an answer, cut everywhere; and what each of them was given by and by. */
async function streamed(token: string | undefined, text: string, id: unknown) {
  let emitted = "";
  const letters = [...text];
  for (
    let end = 1;
    end <= letters.length;
    end += Math.max(1, Math.min(STEP, letters.length - end))
  ) {
    const { texts, stream_holdback_chars } = await guard(
      token,
      answerOf([letters.slice(0, end).join("")], id),
    );
    const all = [...(texts?.[0] ?? "")];
    // Otherwise it ends the stream with an error.
    expect(all.join("").startsWith(emitted)).toBe(true);
    const held = end === letters.length ? 0 : (stream_holdback_chars?.[0] ?? 0);
    emitted = all.slice(0, Math.max([...emitted].length, all.length - held)).join("");
  }
  return emitted;
}

// The first text of all loads what finds names.
beforeAll(async () => {
  await guard((await tokens()).all, callOf("Sarah Connor"));
}, 60_000);

describe("a request", () => {
  it.each(["chat", "stream", "responses", "messages", "embeddings"])(
    "of %s has all its texts masked, in their places, and its answer comes back restored",
    async (of) => {
      const { all } = await tokens();
      const body = requestOf(of);
      const masked = await guard(all, body);
      expect(masked.action).toBe("GUARDRAIL_INTERVENED");
      expect(JSON.stringify(masked)).not.toMatch(CLEAR);
      const texts = body["texts"] as string[];
      expect(masked.texts).toHaveLength(texts.length);
      const rows = body["structured_messages"] as Body[] | null;
      expect(masked.structured_messages?.length).toBe(rows?.length);
      masked.structured_messages?.forEach((row, i) => {
        const { content, tool_calls, ...others } = row as Body;
        expect(Object.keys(row)).toEqual(Object.keys(rows?.[i] ?? {}));
        expect(rows?.[i]).toMatchObject(others);
      });
      expect(masked.tools?.length).toBe((body["tools"] as Body[] | null)?.length);
      const back = await guard(all, answerOf(masked.texts ?? [], body["litellm_call_id"]));
      expect(back.texts).toEqual(texts);
    },
  );

  it("has arguments of tool calls masked as JSON, each value for itself", async () => {
    const { all } = await tokens();
    const masked = await guard(all, requestOf("chat"));
    const row = masked.structured_messages?.[2] as {
      tool_calls: { id: string; function: { name: string; arguments: string } }[];
    };
    const [made] = row.tool_calls;
    expect(made).toMatchObject({ id: "t1", function: { name: "send" } });
    const { to, n } = JSON.parse(made?.function.arguments ?? "");
    expect(n).toBe(1);
    // The same token as in the text beside it.
    expect(masked.texts?.[2]).toBe(`sent to ${to}`);
  });

  it("in which nothing is found goes on as it is, and what was signed in one in which something is", async () => {
    const { all } = await tokens();
    const plain = callOf("the weather of tomorrow");
    expect(await guard(all, plain)).toEqual({ action: "NONE", texts: plain["texts"] });
    const body = requestOf("messages");
    const rows = body["structured_messages"] as Body[];
    const signed = [{ type: "thinking", thinking: "Sarah Connor", signature: "c2ln".repeat(20) }];
    const row = rows.find(({ role }) => role === "assistant") as Body;
    row["thinking_blocks"] = signed;
    const masked = await guard(all, body);
    expect(masked.action).toBe("GUARDRAIL_INTERVENED");
    expect(masked.structured_messages?.[2]).toMatchObject({ thinking_blocks: signed });
  });

  it("with an image is blocked with a reason, unless the policy lets it pass", async () => {
    const { all } = await tokens();
    const body = requestOf("image");
    const blocked = await guard(all, body);
    expect(blocked.action).toBe("BLOCKED");
    expect(blocked.blocked_reason).toMatch(/image cannot be masked/);
    const data = { policy_name: "p", llm: { media: "pass" } };
    accepted(
      await call("PUT", PATHS.createPolicy, { token: all, body: { data: { policy_name: "p" } } }),
    );
    accepted(await call("PUT", PATHS.policySettings, { token: all, body: { data } }));
    const asked = { ...body, additional_provider_specific_params: { policy_name: "p" } };
    const passed = await guard(all, asked);
    expect(passed).toMatchObject({ action: "GUARDRAIL_INTERVENED" });
    expect(passed.structured_messages?.[0]).toMatchObject({
      content: [{ type: "text" }, { type: "image_url" }],
    });
  });

  it("is blocked when it holds texts that could not be masked", async () => {
    const { all } = await tokens();
    const calls = [{ id: "t", function: { name: "send", arguments: '{"to":"Sarah Connor"}' } }];
    for (const more of [
      { tool_calls: calls },
      { structured_messages: [{ role: "user", content: [{ type: "telepathy", text: "Connor" }] }] },
      { structured_messages: [{ role: "user", content: "x", whisper: "Connor" }] },
      { tools: [{ type: "seer", sees: "Connor" }] },
    ]) {
      const { action, blocked_reason } = await guard(all, { ...callOf("x"), ...more });
      expect(action).toBe("BLOCKED");
      expect(blocked_reason).toMatch(/./);
      expect(blocked_reason).not.toMatch(CLEAR);
    }
  });
});

describe("an answer", () => {
  const TEXT = 'Mail anna.kovacs@example.org, "Sarah Connor" 😀 and anna.kovacs@example.org.';

  it("that is streamed is given as far as it cannot change, wherever it is cut", async () => {
    const { all } = await tokens();
    const body = callOf(TEXT, "Sarah Connor");
    const { texts = [] } = await guard(all, body);
    const id = body["litellm_call_id"];
    expect(await streamed(all, texts[0] ?? "", id)).toBe(TEXT);
    expect(await streamed(all, `${texts[1]} is <b>${texts[1]}</b>`, id)).toBe(
      "Sarah Connor is <b>Sarah Connor</b>",
    );
    // The first letters of a token alone are not given away, nor taken for one.
    const half = (texts[1] ?? "").slice(0, (texts[1] ?? "").length / 2);
    const { texts: given, stream_holdback_chars } = await guard(all, answerOf([`So ${half}`], id));
    expect([given, stream_holdback_chars]).toEqual([[`So ${half}`], [[...half].length]]);
  });

  it.each(["shape", "compact", "word", "surrogate"])(
    "with tokens of style %s comes back whole, cut anywhere",
    async (token_style) => {
      const { all } = await tokens();
      const data = { policy_name: "p" };
      accepted(await call("PUT", PATHS.createPolicy, { token: all, body: { data } }));
      const styled = { data: { ...data, token_style } };
      accepted(await call("PUT", PATHS.policySettings, { token: all, body: styled }));
      const body: Body = { ...callOf(TEXT), additional_provider_specific_params: data };
      const { texts = [] } = await guard(all, body);
      expect(texts[0]).not.toMatch(CLEAR);
      expect(await streamed(all, texts[0] ?? "", body["litellm_call_id"])).toBe(TEXT);
    },
  );

  it("gets only what its own call has sent, and nothing that was erased", async () => {
    const { all } = await tokens();
    const [mine, other] = [callOf("Sarah Connor"), callOf("anna.kovacs@example.org")];
    const [sent = ""] = (await guard(all, mine)).texts ?? [];
    const [strange = ""] = (await guard(all, other)).texts ?? [];
    const id = mine["litellm_call_id"];
    // Injected: a prompt made the model write a token of somebody else's call.
    const said = [`${sent} ${strange}`];
    expect((await guard(all, answerOf(said, id))).texts).toEqual([`Sarah Connor ${strange}`]);
    for (const nobodys of [crypto.randomUUID(), "", null]) {
      const answer = await guard(all, { ...answerOf(said, nobodys), litellm_trace_id: null });
      expect(answer).toEqual({ action: "NONE", texts: said, stream_holdback_chars: [0] });
    }
    const data = { values: ["Sarah Connor"] };
    accepted(await call("PUT", PATHS.byValue, { token: all, body: { data } }));
    expect((await guard(all, answerOf([sent], id))).texts).toEqual([sent]);
  });

  it("keeps its tokens for who may not unmask, and for another user of the vault", async () => {
    const { all, mask } = await tokens();
    const body = callOf("Sarah Connor");
    const [sent = ""] = (await guard(mask, body)).texts ?? [];
    for (const token of [mask, all]) {
      const answer = await guard(token, answerOf([sent], body["litellm_call_id"]));
      expect(answer).toMatchObject({ action: "NONE", texts: [sent] });
    }
  });

  it("of several choices has one text and one count each", async () => {
    const { all } = await tokens();
    const body = callOf("Sarah Connor");
    const [sent = ""] = (await guard(all, body)).texts ?? [];
    const choices = [sent, "", `${sent} wrote`, "none"];
    const answer = await guard(all, answerOf(choices, body["litellm_call_id"]));
    expect(answer.texts).toEqual(["Sarah Connor", "", "Sarah Connor wrote", "none"]);
    expect(answer.stream_holdback_chars?.slice(1)).toEqual([0, 0, 0]);
  });
});

describe("who asks", () => {
  it("may say so in either header, and needs the permission to mask", async () => {
    const { all, unmask } = await tokens();
    const body = callOf("x");
    const key = await call("POST", PATH, { body, headers: { "x-api-key": all ?? "" } });
    expect(key.status).toBe(200);
    expect((await call("POST", PATH, { body, token: unmask })).status).toBe(403);
    for (const token of [undefined, "x.y.z", MASTER_KEY]) {
      expect((await call("POST", PATH, { body, token })).status).toBe(401);
    }
  });

  it.each([
    ["no kind of question", { input_type: undefined }],
    ["one that is none", { input_type: "during" }],
    ["texts that are none", { texts: [1] }],
    ["rows that are none", { structured_messages: ["x"] }],
    ["a policy that is none", { additional_provider_specific_params: { policy_name: "none" } }],
    ["half a character", { texts: ["\ud800"] }],
  ])("is refused with a status for %s: LiteLLM goes on after nothing but 200", async (_, more) => {
    const { all } = await tokens();
    const answer = await call("POST", PATH, { token: all, body: { ...callOf("Connor"), ...more } });
    expect(answer.status).toBe(400);
    expect(answer.text).not.toMatch(CLEAR);
  });
});
