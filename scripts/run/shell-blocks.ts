// Reads the shell commands out of a page of documentation.

/** A block of shell commands: its text, and the line of the page where its first command stands. */
export type ShellBlock = { readonly line: number; readonly text: string };

const OPENING = "```sh";
const CLOSING = "```";

/** The blocks of a Markdown page that are marked `sh` and nothing else, in their order. `sh no-test` is not one. */
export function shellBlocks(page: string): ShellBlock[] {
  const lines = page.split("\n");
  const blocks: ShellBlock[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (lines[at] !== OPENING) continue;
    const end = lines.indexOf(CLOSING, at);
    if (end < 0) throw new Error(`The shell block at line ${at + 1} has no end.`);
    blocks.push({ line: at + 2, text: lines.slice(at + 1, end).join("\n") });
    at = end;
  }
  return blocks;
}
