// Masks and unmasks prompts: one namespace per token style, and two ways to unmask.
import { runToEnd } from "../../../src/core/steps.ts";
import { knownTokens } from "../../../src/llm/restore/known-tokens.ts";
import type { IndividualToken } from "../../../src/masking/item.ts";
import { Namespace } from "../bench/callers.ts";
import type { Client } from "../bench/client.ts";
import type { Data } from "../bench/stage.ts";
import { markedText, withoutMarks } from "./marked-text.ts";

/** A token style, and a way to unmask. */
export interface Lane {
  readonly name: string;
  readonly style: string;
  /** "unmask": `PUT unmask` with `partial`. "conversation": as the gateway does, with the tokens of the conversation. */
  readonly way: "unmask" | "conversation";
}

/** The lanes of the bench. */
export const LANES: readonly Lane[] = [
  { name: "shape", style: "shape", way: "unmask" },
  { name: "compact", style: "compact", way: "unmask" },
  { name: "word", style: "word", way: "unmask" },
  { name: "compact, gateway", style: "compact", way: "conversation" },
  { name: "surrogate, gateway", style: "surrogate", way: "conversation" },
];

/** A masked prompt. */
export interface MaskedPrompt {
  readonly marked: string;
  readonly tokens: readonly IndividualToken[];
}

/** A namespace with one policy. */
export class BenchNamespace {
  readonly #client: Client;
  readonly #namespace: Namespace;

  private constructor(client: Client, namespace: Namespace) {
    this.#client = client;
    this.#namespace = namespace;
  }

  static async create(client: Client, data: Data, style: string): Promise<BenchNamespace> {
    const named = await Namespace.open(client, data, `bench-${style}`);
    const namespace = new BenchNamespace(client, named);
    const policy = { policy_name: POLICY };
    await namespace.#put("metadata/policy/create", { data: policy });
    const settings = { ...policy, token_style: style };
    await namespace.#put("metadata/policy/settings", { data: settings });
    return namespace;
  }

  /** Mask prompts; `isBare`: without tags, as the gateway sends them. */
  async mask(texts: readonly string[], isBare: boolean): Promise<MaskedPrompt[]> {
    const items = (await this.#put("mask", {
      policy_name: POLICY,
      offsets: "utf16",
      mask: texts.map((value) => ({ value })),
    })) as { individual_tokens: IndividualToken[] }[];
    return items.map(({ individual_tokens }, i) => {
      const tokens = individual_tokens.map((one) =>
        isBare ? { ...one, prefix: "", suffix: "" } : one,
      );
      return { marked: markedText(texts[i] ?? "", tokens), tokens };
    });
  }

  async unmask(texts: readonly string[]): Promise<string[]> {
    const body = { partial: true, unmask: texts.map((token_value) => ({ token_value })) };
    const items = (await this.#put("unmask", body)) as { value: string }[];
    return items.map(({ value }) => value);
  }

  async #put(path: string, body: object): Promise<unknown> {
    return JSON.parse(await this.#client.send(this.#namespace.put(path, body))).data;
  }
}

const POLICY = "bench";

/** Unmask mangled answers as the gateway does. */
export function restoredInConversation(
  prompts: readonly MaskedPrompt[],
  mangled: readonly string[],
): string[] {
  return prompts.map(({ tokens, marked }, i) => {
    const known = tokens.map((one) => ({ ...one, isName: one.pii_type === "PERSON" }));
    const restorer = runToEnd(knownTokens(known, [withoutMarks(marked)]));
    return runToEnd(restorer.restore(mangled[i] ?? "", "text"));
  });
}
