// What the service remembers of a conversation with a language model whose provider keeps the history.

/** The tokens that a conversation has sent. */
export interface ConversationNote {
  /** The provider's name for the conversation. Only a keyed digest of it is stored. */
  readonly conversation: string;
  /** Name of the conversation that this one continues and whose tokens it shares; null for none. */
  readonly continues: string | null;
  readonly tokens: readonly string[];
  /** How long to remember it, in milliseconds; MAX_CONVERSATION_MS at most. */
  readonly lifetimeMs: number;
}
