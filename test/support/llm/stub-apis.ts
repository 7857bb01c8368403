// APIs of the stub model (stub-model.ts): where a request's last text is, and what answers look like.

// biome-ignore lint/suspicious/noExplicitAny: bodies of three APIs.
export type Json = any;

/** A model's output: a text, or a call of a tool. */
export interface Said {
  readonly text: string;
  readonly call: { readonly name: string; readonly input: string } | null;
}

/** One API: how requests are read, and how answers are written. */
export interface Api {
  lastText(body: Json): string;
  toolName(body: Json): string;
  whole(said: Said, body: Json): Json;
  /** Events in the form in which they are sent. */
  stream(said: Said, body: Json, letters: number): string[];
}

/** The text of a content, which is a string or a list of parts. */
export function textOf(content: Json): string {
  if (typeof content === "string") return content;
  return (content as Json[]).map((part) => part.text ?? part.content ?? "").join("");
}

function lastOf(messages: Json[]): string {
  return textOf(messages.filter(({ role }) => role === "user" || role === "tool").at(-1).content);
}

/** A text in chunks, which may end inside a surrogate pair. */
function piecesOf(text: string, letters: number): string[] {
  return Array.from({ length: Math.ceil(text.length / letters) }, (_, i) =>
    text.slice(i * letters, (i + 1) * letters),
  );
}

const event = (data: Json, name?: string) =>
  `${name === undefined ? "" : `event: ${name}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;

export const CHAT: Api = {
  lastText: ({ messages }) => lastOf(messages),
  toolName: ({ tools }) => tools[0].function.name,
  whole: ({ text, call }, { model, n = 1 }) => ({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model,
    choices: Array.from({ length: n }, (_, index) => ({
      index,
      message: {
        role: "assistant",
        content: call === null ? text : null,
        ...(call === null ? {} : { tool_calls: [chatCall(call.name, call.input)] }),
      },
      finish_reason: call === null ? "stop" : "tool_calls",
    })),
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
  stream: ({ text, call }, { model, n = 1 }, letters) => {
    const chunk = (index: number, delta: Json, finish_reason: string | null = null) =>
      event({
        ...{ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model },
        choices: [{ index, delta, finish_reason }],
      });
    const choices = Array.from({ length: n }, (_, index) => index);
    const pieces = piecesOf(call === null ? text : call.input, letters);
    return [
      ...choices.map((index) =>
        chunk(index, { role: "assistant", content: call === null ? "" : null }),
      ),
      ...(call === null
        ? []
        : [chunk(0, { tool_calls: [{ index: 0, ...chatCall(call.name, "") }] })]),
      ...pieces.flatMap((piece) =>
        choices.map((index) =>
          chunk(
            index,
            call === null
              ? { content: piece }
              : { tool_calls: [{ index: 0, function: { arguments: piece } }] },
          ),
        ),
      ),
      ...choices.map((index) => chunk(index, {}, call === null ? "stop" : "tool_calls")),
      event("[DONE]"),
    ];
  },
};

function chatCall(name: string, input: string) {
  return { id: "call_1", type: "function", function: { name, arguments: input } };
}

let responses = 0;
/** Output by the id of its answer. */
const histories = new Map<string, string>();

export const RESPONSES: Api = {
  // Repeats the text of a former answer.
  lastText: ({ input, previous_response_id }) => {
    const former = histories.get(previous_response_id ?? "");
    if (former !== undefined) return former;
    if (typeof input === "string") return input;
    const last = (input as Json[]).at(-1);
    return textOf(last.content ?? last.output);
  },
  toolName: ({ tools }) => tools[0].name,
  whole: ({ text, call }, body) => responsesAnswer(body, [outputItem(text, call)]),
  stream: ({ text, call }, body, letters) => {
    const item = outputItem(text, call);
    const at = { item_id: item.id, output_index: 0 };
    const done = responsesAnswer(body, [item]);
    let sequence_number = 0;
    const said = (type: string, more: Json) =>
      event({ type, sequence_number: sequence_number++, ...more }, type);
    const begun = { ...done, status: "in_progress", output: [] };
    const part = { type: "output_text", text, annotations: [] };
    const inItem =
      call === null
        ? [
            said("response.content_part.added", {
              ...at,
              content_index: 0,
              part: { ...part, text: "" },
            }),
            ...piecesOf(text, letters).map((delta) =>
              said("response.output_text.delta", { ...at, content_index: 0, delta, logprobs: [] }),
            ),
            said("response.output_text.done", { ...at, content_index: 0, text, logprobs: [] }),
            said("response.content_part.done", { ...at, content_index: 0, part }),
          ]
        : [
            ...piecesOf(call.input, letters).map((delta) =>
              said("response.function_call_arguments.delta", { ...at, delta }),
            ),
            said("response.function_call_arguments.done", {
              ...at,
              name: call.name,
              arguments: call.input,
            }),
          ];
    const empty = call === null ? { ...item, content: [] } : { ...item, arguments: "" };
    return [
      said("response.created", { response: begun }),
      said("response.output_item.added", {
        output_index: 0,
        item: { ...empty, status: "in_progress" },
      }),
      ...inItem,
      said("response.output_item.done", { output_index: 0, item }),
      said("response.completed", { response: done }),
    ];
  },
};

function responsesAnswer({ model, instructions = null }: Json, output: Json[]) {
  responses += 1;
  const id = `resp_${responses}`;
  histories.set(id, output[0]?.content?.[0]?.text ?? "");
  const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
  return {
    ...{
      id,
      object: "response",
      created_at: 1,
      status: "completed",
      error: null,
    },
    ...{
      model,
      instructions,
      output,
      usage,
      parallel_tool_calls: true,
      tools: [],
      tool_choice: "auto",
    },
  };
}

function outputItem(text: string, call: Said["call"]): Json {
  if (call === null) {
    const content = [{ type: "output_text", text, annotations: [] }];
    return { id: "msg_1", type: "message", role: "assistant", status: "completed", content };
  }
  const { name, input } = call;
  return {
    id: "fc_1",
    type: "function_call",
    call_id: "call_1",
    name,
    arguments: input,
    status: "completed",
  };
}

export const ANTHROPIC: Api = {
  lastText: ({ messages }) => lastOf(messages),
  toolName: ({ tools }) => tools[0].name,
  whole: (said, { model }) => ({
    ...anthropicMessage(model),
    content: [block(said)],
    stop_reason: said.call === null ? "end_turn" : "tool_use",
  }),
  stream: (said, { model }, letters) => {
    const { text, call } = said;
    const sent = (type: string, more: Json = {}) => event({ type, ...more }, type);
    const begun = call === null ? { type: "text", text: "" } : { ...block(said), input: {} };
    const delta = (piece: string) =>
      call === null
        ? { type: "text_delta", text: piece }
        : { type: "input_json_delta", partial_json: piece };
    return [
      sent("message_start", { message: { ...anthropicMessage(model), content: [] } }),
      sent("ping"),
      sent("content_block_start", { index: 0, content_block: begun }),
      ...piecesOf(call === null ? text : call.input, letters).map((piece) =>
        sent("content_block_delta", { index: 0, delta: delta(piece) }),
      ),
      sent("content_block_stop", { index: 0 }),
      sent("message_delta", {
        delta: { stop_reason: call === null ? "end_turn" : "tool_use", stop_sequence: null },
        usage: { output_tokens: 1 },
      }),
      sent("message_stop"),
    ];
  },
};

function anthropicMessage(model: string) {
  const usage = { input_tokens: 1, output_tokens: 1 };
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model,
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
}

function block({ text, call }: Said): Json {
  if (call === null) return { type: "text", text };
  return { type: "tool_use", id: "toolu_1", name: call.name, input: JSON.parse(call.input) };
}
