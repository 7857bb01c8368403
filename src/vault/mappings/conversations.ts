// Remembers what a conversation with a language model has sent, when the provider keeps its history: under a keyed digest of
// the provider's id, the ids of the mappings whose tokens were sent. The id of an erased mapping finds nothing.
import type { ConversationNote } from "../../core/conversation.ts";
import {
  MAX_CONVERSATION_BYTES,
  MAX_CONVERSATION_MAPPINGS,
  MAX_CONVERSATION_MS,
} from "../../core/limits.ts";
import { err, ok } from "../../core/result.ts";
import type { FoundValue } from "../../masking/unmask/restore-texts.ts";
import { failpoint } from "../../platform/failpoint.ts";
import { NamespacePart } from "../namespace-base.ts";
import type { Caller, Reply } from "../rpc.ts";
import { conversationBytes } from "../store/conversations.ts";
import type { Unmasker } from "./unmasker.ts";

/** Remembers the conversations of one namespace. */
export class Conversations extends NamespacePart<{ readonly unmasker: Unmasker }> {
  /**
   * Remember the tokens of a conversation and of the one it continues, at most the newest MAX_CONVERSATION_MAPPINGS;
   * skips texts that are not tokens. Replaces what was stored under this name; without a live token nothing is stored. Fails
   * with `storage_full`.
   */
  async remember(note: ConversationNote): Promise<Reply<null>> {
    const sent = await this.parts.unmasker.idsOf(note.tokens);
    const digest = await this.#digestOf(note.conversation);
    const former = note.continues === null ? null : await this.#digestOf(note.continues);
    if (TEST_BUILD) await failpoint("conversation.digested");
    return this.parts.storage.transactionSync(() => this.#write(note, digest, former, sent));
  }

  /** Tokens of a conversation whose mappings are live, with their values. Fails as `unmask` does. */
  async recall(caller: Caller, conversation: string): Promise<Reply<FoundValue[]>> {
    const digest = await this.#digestOf(conversation);
    const ids = this.#idsOf(digest);
    const answer = await this.parts.unmasker.answer(caller, { tokens: [], ids });
    return answer.ok ? ok(answer.value.found.filter((found) => found !== null)) : answer;
  }

  /** Delete some expired conversations, in one bounded step; false when none is due. */
  purgeSome(): boolean {
    const { conversations, clock, storage } = this.parts;
    const now = clock();
    const due = conversations.nextDue();
    if (due === null || due > now) return false;
    storage.transactionSync(() => this.#note(-conversations.forgetExpired(now)));
    return true;
  }

  #write(
    { continues, lifetimeMs }: ConversationNote,
    digest: Uint8Array<ArrayBuffer>,
    former: Uint8Array<ArrayBuffer> | null,
    sent: readonly number[],
  ): Reply<null> {
    const { conversations, clock, capacity, liveness } = this.parts;
    const { watermark } = liveness;
    const earlier = continues === null || former === null ? [] : this.#idsOf(former);
    const all = new Set([...sent, ...earlier].filter((id) => id > watermark));
    if (all.size === 0) {
      const freed = conversations.forget(digest);
      if (freed > 0) this.#note(-freed);
      return ok(null);
    }
    const mappingIds = JSON.stringify([...all].slice(0, MAX_CONVERSATION_MAPPINGS));
    const bytes = conversationBytes(mappingIds);
    if (!capacity.fits(bytes)) return err({ code: "storage_full" });
    const freed = conversations.forget(digest);
    const expires = clock() + Math.min(lifetimeMs, MAX_CONVERSATION_MS);
    conversations.add({ digest, expires, mappingIds });
    const isFull = this.#note(bytes - freed) > MAX_CONVERSATION_BYTES;
    if (isFull) this.#note(-conversations.forgetOldest());
    return ok(null);
  }

  /** Add to the byte count of all rows (negative: subtract); gives the new count. */
  #note(bytes: number): number {
    const { settings } = this.parts;
    const all = Math.max(0, (settings.number("conversation_bytes", 0) ?? 0) + bytes);
    settings.put("conversation_bytes", all);
    return all;
  }

  #idsOf(digest: Uint8Array<ArrayBuffer>): number[] {
    const list = this.parts.conversations.read(digest, this.parts.clock());
    return list === null ? [] : (JSON.parse(list) as number[]);
  }

  /** Keyed by the namespace, so that the database does not reveal which conversations there were. */
  #digestOf(conversation: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.parts.keyring.digest("conversation", conversation);
  }
}
