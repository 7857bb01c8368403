// Checks the token name and format that a caller gives, and lists the accepted ones.
import type { VaultError } from "../core/errors.ts";
import { MAX_ECHOED_NAME_LENGTH } from "../core/limits.ts";
import { formatCode, formatName, goTogether, TOKEN_NAMES, tokenNameCode } from "./kinds.ts";

/** Why a token name and a format (null for none) cannot be used, with the accepted ones; null when they can. */
export function nameFlaw(tokenName: string, format: string | null): VaultError | null {
  const name = tokenNameCode(tokenName);
  if (name === null) {
    const allowed = TOKEN_NAMES.map((known) => known.name);
    return { code: "unknown_token_name", detail: shortened(tokenName), allowed };
  }
  if (format === null) return null;
  const code = formatCode(format);
  if (code !== null && goTogether(name, code)) return null;
  const allowed = TOKEN_NAMES.find((known) => known.code === name)?.formats.map(formatName) ?? [];
  return code === null
    ? { code: "unknown_format", detail: shortened(format), allowed }
    : { code: "format_not_for_token_name", detail: `${format} with ${tokenName}`, allowed };
}

function shortened(name: string): string {
  const isLong = name.length > MAX_ECHOED_NAME_LENGTH;
  return isLong ? `${name.slice(0, MAX_ECHOED_NAME_LENGTH).toWellFormed()}…` : name;
}
