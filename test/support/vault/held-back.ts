// Tokens with unmask brakes, for tests.
import { generate, newNamespace } from "../namespaces.ts";

export const ALL = ["mask", "unmask", "metadata_change"] as const;
export const MAIL = "ada.kovacs@example.org";
export const PHONE = "+1 415 555 0132";
/** A text with both values. */
export const TEXT = `Mail ${MAIL} or call ${PHONE}.`;

/** A namespace whose token `all` has no brakes, and a function that makes tokens with brakes for the same user. */
export async function people() {
  const { name, tokens } = await newNamespace({ all: ALL, other: ["mask"] });
  const held = async (unmask: object, user = "all") =>
    (await generate(name, user, ALL, { unmask })).auth_key;
  return { name, ...tokens, held };
}
