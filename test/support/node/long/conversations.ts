// Conversations with a language model whose provider stores their history. Only the first request contains
// the text that the model repeats, so later answers can only be restored from what the namespace stores. The
// model of a namespace treats the provider's id of an answer as one more token of the conversation's value.

import type { Draw } from "./draw.ts";
import type { NamespaceModel } from "./model.ts";
import type { Told } from "./wire.ts";

const RESPONSES = "/llm/openai/v1/responses";

/** What it needs from the traffic that it belongs to. */
interface Parts {
  readonly model: NamespaceModel;
  readonly draw: Draw;
  readonly send: (path: string, body?: object) => Promise<Told | null>;
  readonly count: (what: string) => void;
  readonly blame: (what: string, told: Told) => void;
}

const textOf = (value: string) => `Write to ${value} now`;

/** Begins and continues conversations. */
export class Conversations {
  readonly #parts: Parts;
  readonly #ids: string[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Begin a conversation, or continue one. */
  async step(): Promise<void> {
    const { draw } = this.#parts;
    const id = draw.chance(0.4) ? undefined : draw.pick(this.#ids);
    if (id === undefined) await this.#begin(draw.address());
    else await this.goOn(id);
  }

  /** Continue all conversations, or a sample when there are many. */
  async audit(most: number): Promise<void> {
    const step = Math.max(1, Math.ceil(this.#ids.length / most));
    for (const id of this.#ids.filter((_, i) => i % step === 0)) await this.goOn(id);
  }

  async #begin(value: string): Promise<void> {
    const { model, blame } = this.#parts;
    const begun = model.tick();
    const said = await this.#ask({ input: textOf(value) });
    if (said === null) return;
    // Restored from its own request, even if the value was erased meanwhile.
    if (said.text !== textOf(value)) return blame("not what was said", said.told);
    this.#remember(begun, value, said.id);
  }

  /** Have the model repeat its answer. */
  async goOn(id: string): Promise<void> {
    const { model, blame } = this.#parts;
    const value = model.itemOf(id)?.value ?? "";
    const question = model.ask([id]);
    const said = await this.#ask({ input: "Say it again", previous_response_id: id });
    if (said === null) return;
    if (!said.text.includes(value)) return model.refused(question);
    if (said.text !== textOf(value)) return blame("not what was said", said.told);
    model.gave(question, [value]);
    this.#remember(question.begun, value, said.id);
  }

  #remember(begun: number, value: string, id: string): void {
    this.#parts.model.masked(begun, [{ value, token_name: id, isConversation: true }], [id]);
    this.#ids.push(id);
  }

  async #ask(body: object): Promise<{ text: string; id: string; told: Told } | null> {
    const { send, count, blame } = this.#parts;
    const told = await send(RESPONSES, { model: "echo", ...body });
    if (told === null) return null;
    if (told.status !== 200) {
      blame(RESPONSES, told);
      return null;
    }
    count("answer of a language model");
    const { id, output } = told.body;
    return { text: output[0].content[0].text, id, told };
  }
}
