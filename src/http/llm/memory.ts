// Where the provider keeps the history (the Responses API, Anthropic's threads), an answer may use tokens that its request
// does not contain. So the tokens of each request are remembered under the id that the provider gives the answer.
import type { Context } from "hono";
import type { ConversationNote } from "../../core/conversation.ts";
import { MAX_CONVERSATION_MS } from "../../core/limits.ts";
import type { KnownToken } from "../../llm/restore/token-keys.ts";
import { parsedJson } from "../../llm/wire/body-texts.ts";
import type { Dialect, JsonObject, JsonValue, KeptHistory } from "../../llm/wire/dialect.ts";
import { isObject } from "../../llm/wire/pending-texts.ts";
import type { MaskRules } from "../../masking/policy/rules.ts";
import type { FoundValue } from "../../masking/unmask/restore-texts.ts";
import { log } from "../../platform/log.ts";
import { askVault, callVault } from "../call.ts";
import { claimsOf, type HttpEnv } from "../handler.ts";

/** The memory of one call. Does nothing where the client sends the whole history each time. */
export class Memory {
  readonly #c: Context<HttpEnv>;
  /** What the request continues: an earlier answer, and the provider's own list of all messages (ids). */
  readonly #former: string | null;
  readonly #list: string | null;
  readonly #history: KeptHistory | null;
  #tokens: readonly KnownToken[] = [];
  /** There is nothing to remember, or it has been remembered. */
  #isDone = true;

  constructor(c: Context<HttpEnv>, dialect: Dialect, body: JsonObject) {
    this.#c = c;
    this.#history = dialect.historyOf?.(body) ?? null;
    this.#former = idIn(this.#history?.answer);
    this.#list = idIn(this.#history?.list);
  }

  /** Tokens that the conversation has sent before, if the caller may know their values. Refuses as the Vault does. */
  async recall(rules: MaskRules): Promise<KnownToken[]> {
    const name = this.#former ?? this.#list;
    return name === null ? [] : recalledTokens(this.#c, this.#qualified(name), rules);
  }

  noteTokens(tokens: readonly KnownToken[]): void {
    this.#tokens = tokens;
    const isEmpty = tokens.length === 0 && this.#former === null && this.#list === null;
    this.#isDone = this.#history === null || isEmpty;
  }

  /** Remembers the sent tokens under the id of an answer. */
  async rememberAnswer(answer: JsonValue): Promise<void> {
    const id = isObject(answer) ? idIn(answer["id"]) : null;
    if (this.#isDone || id === null) return;
    this.#isDone = true;
    await this.#remember(id, this.#former ?? this.#list);
    if (this.#list !== null) await this.#remember(this.#list, this.#list);
  }

  /** Remembers them by an event, the first of which contains the answer so far. */
  async rememberEvent(data: string): Promise<void> {
    if (this.#isDone) return;
    const event = parsedJson(data);
    if (isObject(event)) await this.rememberAnswer(event["response"] ?? event["message"] ?? null);
  }

  #remember(name: string, continues: string | null): Promise<void> {
    return rememberTokens(this.#c, this.#tokens, {
      conversation: this.#qualified(name),
      continues: continues === null ? null : this.#qualified(continues),
      lifetimeMs: MAX_CONVERSATION_MS,
    });
  }

  /** All callers share one account with the provider, so names are qualified by user: no caller gets another's tokens. */
  #qualified(name: string): string {
    return JSON.stringify([this.#history?.provider, claimsOf(this.#c).userId, name]);
  }
}

/** Remembers that a conversation has sent these tokens. If that fails, its answers keep their tokens. */
export async function rememberTokens(
  c: Context<HttpEnv>,
  tokens: readonly KnownToken[],
  of: Omit<ConversationNote, "tokens">,
): Promise<void> {
  const note = { ...of, tokens: tokens.map(({ token }) => token) };
  const noted = await callVault(c, (vault, caller) => vault.rememberConversation(caller, note));
  if (!noted.ok) log("llm.not-remembered", { code: noted.error.code });
}

/** Tokens that a conversation has sent before; none without the permission `unmask`. Refuses as the Vault does. */
export async function recalledTokens(
  c: Context<HttpEnv>,
  conversation: string,
  rules: MaskRules,
): Promise<KnownToken[]> {
  if (!claimsOf(c).permissions.includes("unmask")) return [];
  const found = await askVault(c, (vault, caller) =>
    vault.recallConversation(caller, conversation),
  );
  return withWrappers(found, rules);
}

/** The tokens of a call, with values, that its caller may see: all, unless it has brakes. Refuses as the Vault does. */
export async function shownTokens(
  c: Context<HttpEnv>,
  tokens: readonly KnownToken[],
): Promise<readonly KnownToken[]> {
  if (claimsOf(c).brakes === undefined || tokens.length === 0) return tokens;
  const question = { tokens: tokens.map(({ token }) => token) };
  const shown = await askVault(c, (vault, caller) => vault.unmask(caller, question));
  return tokens.flatMap((known, i) => {
    const value = shown.values[i] ?? null;
    return value === null ? [] : [{ ...known, value }];
  });
}

/** Most pairs of token and wrapper to look for: each has several spellings. */
const MAX_WRAPPED = 20_000;

/** Which wrapper a token had is not remembered: looks for tags of any type, and for the policy's other wrappers. */
function withWrappers(found: readonly FoundValue[], rules: MaskRules): KnownToken[] {
  const known = found.map((one) => ({ ...one, prefix: "", suffix: "" }));
  const [first] = known;
  if (first === undefined) return [];
  const inTag = (tag: string) => ({ ...first, prefix: `<${tag}>`, suffix: `</${tag}>` });
  const { treatmentOf } = rules.inConversation();
  const all = [...rules.detection.wanted].map((entity) => treatmentOf(entity).wrapper);
  // No other wrapper may contain an angle bracket.
  const others = all.filter(({ prefix }) => prefix !== "" && !prefix.startsWith("<"));
  const wrapped = others
    .slice(0, MAX_WRAPPED / known.length)
    .flatMap((wrapper) => known.map((one) => ({ ...one, ...wrapper })));
  return [...known, ...[...rules.wrappers.tags].map(inTag), ...wrapped];
}

/** A name, or the `id` of an object. */
function idIn(value: JsonValue | undefined): string | null {
  const name = isObject(value) ? value["id"] : value;
  return typeof name === "string" && name !== "" ? name : null;
}
