// Which columns of a table are masked, and how: NAME:WHAT, where WHAT is `auto`, a token name, a format, or both.

import type { MaskItem, VaultClient } from "../../../clients/typescript/src/index.ts";
import { usageFailure } from "../cli/command.ts";

/** How a column's values are masked; without a token name, personal data is detected in them. */
export type ColumnRule = Pick<MaskItem, "token_name" | "format">;

/** A column and its WHAT, as given on the command line. */
export type ColumnChoice = { readonly name: string; readonly how: string };

/** Parse `email:Email Address,note:auto`, given in one or several options. */
export function readChoices(given: readonly string[]): ColumnChoice[] {
  const choices = namesIn(given).map((text) => {
    const colon = text.lastIndexOf(":");
    if (colon <= 0) throw usageFailure(`Say how column "${text}" is masked, as in "${text}:auto".`);
    return { name: text.slice(0, colon).trim(), how: text.slice(colon + 1).trim() };
  });
  const twice = choices.find(({ name }, n) => choices.findIndex((one) => one.name === name) < n);
  if (twice !== undefined) throw usageFailure(`Column "${twice.name}" is named twice.`);
  return choices;
}

/** Split comma-separated names, given in one or several options. */
export function namesIn(given: readonly string[]): string[] {
  const names = given.flatMap((text) => text.split(",")).map((name) => name.trim());
  if (names.some((name) => name !== "")) return names.filter((name) => name !== "");
  throw usageFailure("Name the columns: --columns.");
}

/** Resolve the choices to token names and formats of the service, in order. */
export async function rulesOf(
  client: VaultClient,
  choices: readonly ColumnChoice[],
  signal: AbortSignal,
): Promise<ColumnRule[]> {
  const [formats, tokens] = await Promise.all([
    client.call("listFormats", { signal }),
    client.call("listTokenTypes", { signal }),
  ]);
  const namesOfFormat = new Map(
    formats.data.formats.map(({ format, token_names }) => [format, token_names]),
  );
  const tokenNames = tokens.data.token_types.map(({ token_name }) => token_name);
  return choices.map(({ name, how }) => {
    if (how === "auto") return {};
    const [first = "", second] = how.split("/").map((part) => part.trim());
    if (second === undefined && tokenNames.includes(first)) return { token_name: first };
    const format = second ?? first;
    const allowed = namesOfFormat.get(format) ?? [];
    const token_name = second === undefined ? allowed[0] : first;
    if (token_name !== undefined && allowed.includes(token_name)) return { token_name, format };
    throw usageFailure(
      `Column "${name}" cannot be masked as "${how}". There is auto; the token names ${tokenNames.join(", ")}; ` +
        `the formats ${[...namesOfFormat.keys()].join(", ")}; and both, as in "Text Token/Email Address".`,
    );
  });
}
