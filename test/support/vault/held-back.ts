// Tokens that something holds back when they unmask, for tests.
import { generate, newNamespace } from "../namespaces.ts";

export const ALL = ["mask", "unmask", "metadata_change"] as const;
export const MAIL = "ada.kovacs@example.org";
export const PHONE = "+1 415 555 0132";
/** A text with both. */
export const TEXT = `Mail ${MAIL} or call ${PHONE}.`;

/** A namespace whose `all` nothing holds back, and a maker of tokens of the same user that something does. */
export async function people() {
  const { name, tokens } = await newNamespace({ all: ALL, other: ["mask"] });
  const held = async (unmask: object, user = "all") =>
    (await generate(name, user, ALL, { unmask })).auth_key;
  return { name, ...tokens, held };
}
