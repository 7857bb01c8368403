// What is remembered of a conversation with a language model whose history lies with its provider.

/** What a conversation has sent. */
export interface ConversationNote {
  /** Its name: what the provider calls it. Only a keyed digest of it is kept. */
  readonly conversation: string;
  /** Name of the one it goes on from, whose tokens are its own as well; null for none. */
  readonly continues: string | null;
  /** Tokens as masking gave them. */
  readonly tokens: readonly string[];
  /** How long it is remembered, in milliseconds; MAX_CONVERSATION_MS at most. */
  readonly lifetimeMs: number;
}
