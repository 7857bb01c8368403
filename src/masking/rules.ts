// Stand-in until policies have rules: everything is masked as without one.
import type { PolicyBook, PolicyView } from "../core/policy.ts";

/** What a policy comes to. */
export interface MaskRules {
  readonly policy: number;
  readonly wrappers: PolicyBook["wrappers"];
}

/** Rules of a policy, null for the default one, in a namespace with this book. */
export function compileRules(
  policy: PolicyView | null,
  book: PolicyBook,
  _tagger: null,
): MaskRules {
  return { policy: policy?.id ?? 0, wrappers: book.wrappers };
}
