// Middleware for the AI SDK (`ai` 7): prompts are masked before they leave, and what the model says is restored as it
// comes. It needs nothing but fetch.
import type { LanguageModelMiddleware } from "ai";

/** Where the vault is, and who asks. */
export interface VaultOptions {
  /** Its address, as http://127.0.0.1:8787. */
  readonly url: string;
  /** A namespace token with `mask` and `unmask`. */
  readonly token: string;
  /** Left out: the default policy. */
  readonly policyName?: string;
  /** Names of tools whose arguments get values. What a tool is told leaves for wherever it leads. */
  readonly tools?: readonly string[];
}

type Transform = NonNullable<LanguageModelMiddleware["transformParams"]>;
type Prompt = Parameters<Transform>[0]["params"]["prompt"];
type Generate = NonNullable<LanguageModelMiddleware["wrapGenerate"]>;
type Content = Awaited<ReturnType<Generate>>["content"][number];
type Stream = NonNullable<LanguageModelMiddleware["wrapStream"]>;
type StreamPart =
  Awaited<ReturnType<Stream>>["stream"] extends ReadableStream<infer Part> ? Part : never;

/** A text, or any JSON with texts in it, and how to put another in its place. */
interface Place {
  readonly value: unknown;
  set(value: unknown): void;
}

/** For `wrapLanguageModel({ model, middleware: maskingMiddleware({ url, token }) })`. */
export function maskingMiddleware(options: VaultOptions): LanguageModelMiddleware {
  const { tools = [] } = options;
  const restore = (values: readonly unknown[]) => ask(options, "unmask", values);
  const restoreText = async (text: string) => String((await restore([text]))[0]);
  const restoreCall = async <Part extends Content | StreamPart>(part: Part): Promise<Part> => {
    if (part.type !== "tool-call" || !tools.includes(part.toolName)) return part;
    const [input] = await restore([JSON.parse(part.input)]);
    return { ...part, input: JSON.stringify(input) };
  };
  return {
    specificationVersion: "v4",
    async transformParams({ params }) {
      const prompt = structuredClone(params.prompt);
      const places = placesIn(prompt);
      const masked = await ask(
        options,
        "mask",
        places.map(({ value }) => value),
      );
      for (const [i, place] of places.entries()) place.set(masked[i]);
      return { ...params, prompt };
    },
    async wrapGenerate({ doGenerate }) {
      const result = await doGenerate();
      const restored = async (part: Content): Promise<Content> =>
        part.type === "text" ? { ...part, text: await restoreText(part.text) } : restoreCall(part);
      return { ...result, content: await Promise.all(result.content.map(restored)) };
    },
    async wrapStream({ doStream }) {
      const result = await doStream();
      const held = new Map<string, string>();
      const restoring = new TransformStream<StreamPart, StreamPart>({
        async transform(part, out) {
          if (part.type === "text-delta") {
            const text = (held.get(part.id) ?? "") + part.delta;
            const end = settledEnd(text);
            held.set(part.id, text.slice(end));
            if (end === 0) return;
            out.enqueue({ ...part, delta: await restoreText(text.slice(0, end)) });
            return;
          }
          const rest = part.type === "text-end" ? (held.get(part.id) ?? "") : "";
          if (part.type === "text-end" && rest !== "") {
            out.enqueue({ type: "text-delta", id: part.id, delta: await restoreText(rest) });
          }
          out.enqueue(await restoreCall(part));
        },
      });
      return { ...result, stream: result.stream.pipeThrough(restoring) };
    },
  };
}

/** What of a prompt came from people and tools. Reasoning goes back as the model wrote it: it may be signed. */
function placesIn(prompt: Prompt): Place[] {
  const of = <Key extends string>(holder: Record<Key, unknown>, key: Key): Place => ({
    value: holder[key],
    set: (value) => {
      holder[key] = value;
    },
  });
  return prompt.flatMap((message): Place[] => {
    if (message.role === "system") return [of(message, "content")];
    return message.content.flatMap((part): Place[] => {
      if (part.type === "text") return [of(part, "text")];
      if (part.type === "tool-call") return [of(part, "input")];
      if (part.type === "tool-result") {
        return part.output.type === "execution-denied" ? [] : [of(part.output, "value")];
      }
      if (part.type.includes("file")) throw new Error("A file cannot be masked.");
      return [];
    });
  });
}

/** How much of a text can be restored although more of it comes: up to its last blank, but for what is in an open tag. */
function settledEnd(text: string): number {
  const end = text.search(/\s\S*$/) + 1;
  return /<\w+>[^<]{0,300}$/.exec(text.slice(0, end))?.index ?? end;
}

/** Mask or unmask values, each as a JSON document, so that a text and a tool's arguments are alike. */
async function ask(
  { url, token, policyName }: VaultOptions,
  verb: "mask" | "unmask",
  values: readonly unknown[],
): Promise<unknown[]> {
  if (values.length === 0) return [];
  const [given, made] = verb === "mask" ? ["value", "token_value"] : ["token_value", "value"];
  const items = values.map((value) => ({ [given as string]: [value] }));
  const more = verb === "mask" ? { policy_name: policyName } : { partial: true };
  const response = await fetch(`${url}/api/vault/${verb}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ [verb]: items, json: true, ...more }),
  });
  const answer = (await response.json()) as {
    data: Record<string, [unknown]>[] | null;
    error: { message: string };
  };
  // Nothing leaves that was not masked.
  if (answer.data === null) throw new Error(`The vault refuses: ${answer.error.message}`);
  return answer.data.map((item) => item[made as string]?.[0]);
}
