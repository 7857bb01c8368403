// Masked prompts there and back: a namespace for each token style of a service, and the two ways values come back.
import { atOnce } from "../../../src/core/steps.ts";
import { knownTokens } from "../../../src/llm/restore/known-tokens.ts";
import { CommandFailure } from "../../run/cli/command.ts";
import { markedText, type TokenInText, withoutMarks } from "./marked-text.ts";

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
  readonly tokens: readonly TokenInText[];
}

/** A namespace of the service with one policy. */
export class BenchNamespace {
  readonly #url: string;
  readonly #token: string;

  private constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** A new one whose policy has this token style. */
  static async create(url: string, masterKey: string, style: string): Promise<BenchNamespace> {
    const operator = new BenchNamespace(url, masterKey);
    const permissions = ["mask", "unmask", "metadata_change"];
    const { auth_key } = (await operator.#put("super-admin/namespace/auth-token/generate", {
      data: { namespace_name: `bench-${style}`, _id: "bench", permissions },
    })) as { auth_key: string };
    const namespace = new BenchNamespace(url, auth_key);
    const data = { policy_name: POLICY };
    await namespace.#put("metadata/policy/create", { data });
    await namespace.#put("metadata/policy/settings", { data: { ...data, token_style: style } });
    return namespace;
  }

  /** Masked prompts; bare: without tags, as the gateway sends them. */
  async mask(texts: readonly string[], isBare: boolean): Promise<MaskedPrompt[]> {
    const items = (await this.#put("mask", {
      policy_name: POLICY,
      offsets: "utf16",
      mask: texts.map((value) => ({ value })),
    })) as { individual_tokens: TokenInText[] }[];
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

  async #put(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(`${this.#url}/api/vault/${path}`, {
      method: "PUT",
      headers: { authorization: `Bearer ${this.#token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { data: unknown; error: { message: string } };
    if (response.ok) return answer.data;
    throw new CommandFailure(`${path} was answered ${response.status}: ${answer.error.message}`);
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
