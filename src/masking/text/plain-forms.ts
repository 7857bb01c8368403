// What a text may become when an application tidies it up: the looks that unmask could meet it in. Pure.

/**
 * Characters nobody sees, which software takes out: format characters (general category Cf), and what
 * Unicode lists as Default_Ignorable_Code_Point, variation selectors among it.
 */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;
/** Blanks of any script, and control characters, which many programs trim likewise (U+0085, U+001C). */
const BLANKS = /[\s\p{Cc}]+/gu;
/** Normalised apart from each other: putting long runs of marks in order takes time in their square. */
const STRETCH = /\p{ASCII}?\P{ASCII}{1,64}/gu;
/** What most texts are: printable ASCII with single spaces inside. */
const PLAIN = /^(?:[!-~]+(?: [!-~]+)*)?$/;

/**
 * Other forms of a text, at most two: compatibility characters replaced (Unicode Standard Annex 15, NFKC:
 * full-width letters, no-break spaces), without invisible characters, trimmed, every run of blanks made
 * one space, or one line break where it has one. None when the text is plain already. Time is linear.
 */
export function plainForms(text: string): string[] {
  if (PLAIN.test(text)) return [];
  const normal = text.replace(STRETCH, (stretch) => stretch.normalize("NFKC"));
  const visible = normal.replace(INVISIBLE, "");
  const inLines = visible.replace(BLANKS, (run) => (/[\n\r]/.test(run) ? "\n" : " ")).trim();
  const inOne = inLines.replaceAll("\n", " ");
  return [...new Set([inLines, inOne])].filter((form) => form !== text);
}
