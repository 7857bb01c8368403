// Makes the search terms of an erasure request: digests of what it names, never the values.

import { hex } from "../../../core/ids.ts";
import { utf8All } from "../../../crypto/encoding.ts";
import {
  type PlainSearchForm,
  type SearchForm,
  type SearchTerms,
  searchFormsOf,
} from "../../../erasure/search.ts";
import { inPortions } from "../../../platform/yield-to-callers.ts";
import { MAX_TOKEN_LENGTH } from "../../../tokens/reading/tagged.ts";
import { findWrapped } from "../../../tokens/reading/wrappers.ts";
import type { PersonQuery } from "../../deletion-rpc.ts";
import type { JobRules } from "../../jobs/job-rules.ts";
import type { Unmasker } from "../../mappings/unmasker.ts";
import { NamespacePart } from "../../namespace-base.ts";
import { searchFormDomain } from "./matcher.ts";

/** Makes search terms in one namespace. */
export class SearchTermsMaker extends NamespacePart<{
  readonly unmasker: Unmasker;
  readonly rules: JobRules;
}> {
  /** The search for a person. Tokens are replaced by their values; tokens without a value are left out. */
  async of(person: PersonQuery): Promise<SearchTerms> {
    if (person.target === "attribute") return this.#ofAttribute(person.key, person.value);
    const values = person.target === "value" ? person.values : await this.#valuesOf(person.tokens);
    return this.#ofValues([...new Set(values)]);
  }

  async #ofValues(values: readonly string[]): Promise<SearchTerms> {
    const digests = await (await this.parts.keyring.digestKey()).digestAll(utf8All(values));
    const forms = await this.#forms(values);
    return { digests: digests.map(hex), forms, pair: null };
  }

  async #ofAttribute(key: string, value: unknown): Promise<SearchTerms> {
    const { keyring } = this.parts;
    const digest = await keyring.digest("attribute", JSON.stringify([key, value]));
    const name = await keyring.digest("attribute-name", key);
    const forms = await this.#forms([textOf(value)]);
    const pair = { digest: hex(digest), name: hex(name) };
    return { digests: [], forms, pair };
  }

  async #valuesOf(tokens: readonly string[]): Promise<string[]> {
    const { wrappers } = await this.parts.rules.wrappers();
    // A text that holds a token among other text is left out: the request is not about that text.
    const whole = tokens.flatMap((token) => {
      const [span, ...others] = findWrapped(token, wrappers, true);
      if (span === undefined) return token.length > MAX_TOKEN_LENGTH ? [] : [token];
      const isWhole = others.length === 0 && span.start === 0 && span.end === token.length;
      return isWhole ? [span.content, ...(span.longer ?? [])] : [];
    });
    const { values } = await this.parts.unmasker.unmask({ tokens: whole }, null);
    return values.filter((value) => value !== null);
  }

  async #forms(values: readonly string[]): Promise<SearchForm[]> {
    const all = new Map<string, PlainSearchForm>();
    await inPortions(
      values,
      async (some) => {
        for (const form of some.flatMap(searchFormsOf)) all.set(`${form.of} ${form.text}`, form);
      },
      ({ length }) => length,
    );
    const forms: SearchForm[] = [];
    for (const of of ["text", "digits"] as const) {
      const some = [...all.values()].filter((form) => form.of === of);
      const texts = some.map(({ text }) => text);
      const digests = await this.parts.keyring.digestAll(searchFormDomain(of), texts);
      some.forEach(({ length, head, checksum }, i) => {
        forms.push({ of, length, head, checksum, digest: hex(digests[i] ?? new Uint8Array(0)) });
      });
    }
    return forms;
  }
}

/** An attribute's value as text, so that 42 and "42" are the same value. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
