// Items of answers, as what was sent makes them: texts come back as texts, and only documents may come back as such.
import type { MaskedItem, UnmaskedItem } from "./operations.ts";

type Both = "value" | "token_value";
/** What comes back in the place of a text, or of any other value. */
type Like<Item extends MaskedItem | UnmaskedItem, Value> = Omit<Item, Both> & {
  [Name in Both]: Value extends string ? string : Item[Name];
};

/** A masked value. */
export type Masked<Value = string> = Like<MaskedItem, Value>;
/** A value that was turned back. */
export type Unmasked<Token = string> = Like<UnmaskedItem, Token>;
