// Masked prompts there and back: a namespace for each token style of a service, and the two ways values come back.
import { atOnce } from "../../../src/core/steps.ts";
import { knownTokens } from "../../../src/llm/restore/known-tokens.ts";
import type { IndividualToken } from "../../../src/masking/item.ts";
import { Namespace } from "../bench/callers.ts";
import type { Client } from "../bench/client.ts";
import type { Data } from "../bench/stage.ts";
import { markedText, withoutMarks } from "./marked-text.ts";

/** A token style, and what restores it. */
export interface Lane {
  readonly name: string;
  readonly style: string;
  /** "unmask": `PUT unmask` with `partial`. "conversation": what the gateway does, with the tokens it has sent. */
  readonly way: "unmask" | "conversation";
}

/** What the bench plays. */
export const LANES: readonly Lane[] = [
  { name: "shape", style: "shape", way: "unmask" },
  { name: "compact", style: "compact", way: "unmask" },
  { name: "word", style: "word", way: "unmask" },
  { name: "compact, gateway", style: "compact", way: "conversation" },
  { name: "surrogate, gateway", style: "surrogate", way: "conversation" },
];

/** A prompt that was masked. */
export interface MaskedPrompt {
  /** With the places of its tokens marked. */
  readonly marked: string;
  readonly tokens: readonly IndividualToken[];
}

/** A namespace of the service with one policy. */
export class BenchNamespace {
  readonly #client: Client;
  readonly #namespace: Namespace;

  private constructor(client: Client, namespace: Namespace) {
    this.#client = client;
    this.#namespace = namespace;
  }

  /** A new one whose policy has this token style. */
  static async create(client: Client, data: Data, style: string): Promise<BenchNamespace> {
    const named = await Namespace.open(client, data, `bench-${style}`);
    const namespace = new BenchNamespace(client, named);
    const policy = { policy_name: POLICY };
    await namespace.#put("metadata/policy/create", { data: policy });
    const settings = { ...policy, token_style: style };
    await namespace.#put("metadata/policy/settings", { data: settings });
    return namespace;
  }

  /** Masked prompts; bare: without tags, as the gateway sends them. */
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

/** The answers to prompts that were mangled, as the gateway restores them. */
export function restoredInConversation(
  prompts: readonly MaskedPrompt[],
  mangled: readonly string[],
): string[] {
  return prompts.map(({ tokens, marked }, i) => {
    const known = tokens.map((one) => ({ ...one, isName: one.pii_type === "PERSON" }));
    const restorer = atOnce(knownTokens(known, [withoutMarks(marked)]));
    return atOnce(restorer.restore(mangled[i] ?? "", "text"));
  });
}
