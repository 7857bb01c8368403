// Tells whether stored texts hold what a search looks for. The search has keyed digests only, so each
// promising piece of a text is digested and compared; length and checksum leave few to digest.
import { hex } from "../core/ids.ts";
import { digestAllIn } from "../crypto/blind-index.ts";
import {
  type Candidate,
  candidatesOf,
  checksumOf,
  type Form,
  type Search,
} from "../retention/search.ts";

/** Letters of text between two moments at which other requests get a turn. */
const LETTERS_PER_TURN = 100_000;

/** Domain of a form's digest. */
export function formDomain(of: Form["of"]): string {
  return `form-${of}`;
}

/** Compares texts with one search. */
export class Matcher {
  readonly #key: CryptoKey;
  readonly #lengths: { text: Set<number>; digits: Set<number> };
  readonly #hints: ReadonlySet<string>;
  readonly #digests: ReadonlySet<string>;

  constructor(search: Search, digestKey: CryptoKey) {
    this.#key = digestKey;
    this.#lengths = { text: new Set(), digits: new Set() };
    for (const form of search.forms) this.#lengths[form.of].add(form.length);
    this.#hints = new Set(search.forms.map((form) => hintOf(form.of, form.length, form.checksum)));
    this.#digests = new Set(search.forms.map((form) => `${form.of} ${form.digest}`));
  }

  /** How each text matches: as a whole, in part, or (null) not at all. */
  async match(texts: readonly string[]): Promise<("normalised" | "contained" | null)[]> {
    const verdicts: ("normalised" | "contained" | null)[] = texts.map(() => null);
    const promising: { at: number; candidate: Candidate }[] = [];
    let letters = 0;
    for (const [at, text] of texts.entries()) {
      letters += text.length;
      if (letters > LETTERS_PER_TURN) {
        letters = 0;
        await scheduler.wait(0);
      }
      for (const candidate of candidatesOf(text, this.#lengths)) {
        const { of, text: piece } = candidate;
        const hint = hintOf(of, piece.length, checksumOf(piece));
        if (this.#hints.has(hint)) promising.push({ at, candidate });
      }
    }
    for (const of of ["text", "digits"] as const) {
      const some = promising.filter(({ candidate }) => candidate.of === of);
      const pieces = some.map(({ candidate }) => candidate.text);
      const digests = await digestAllIn(this.#key, formDomain(of), pieces);
      some.forEach(({ at, candidate }, i) => {
        if (!this.#digests.has(`${of} ${hex(digests[i] ?? new Uint8Array(0))}`)) return;
        if (candidate.isWhole) verdicts[at] = "normalised";
        else verdicts[at] ??= "contained";
      });
    }
    return verdicts;
  }
}

function hintOf(of: Form["of"], length: number, checksum: number): string {
  return `${of} ${length} ${checksum}`;
}
