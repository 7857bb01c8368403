// Policies over HTTP, for tests: a namespace with a policy, and changes to it.
import type { MaskedItem } from "../../src/masking/item.ts";
import { newNamespace } from "./namespaces.ts";
import { type Answer, accepted, call, mask, PATHS, pollJob, submit } from "./requests.ts";

/** A namespace with the policy "P" and a token with all permissions. */
export async function newPolicyVault(): Promise<{ nid: string; name: string; token: string }> {
  const { nid, name, tokens } = await newNamespace({ all: ["mask", "unmask", "metadata_change"] });
  await change(tokens.all, PATHS.createPolicy, {});
  return { nid, name, token: tokens.all };
}

/** Change the policy "P", or the one that `data` names; throws when refused. Returns the message. */
export async function change(token: string, path: string, data: object): Promise<string> {
  return accepted(await tryChange(token, path, data)).message;
}

/** The same; returns the answer, also a refusal. */
export function tryChange(
  token: string,
  path: string,
  data: object,
): Promise<Answer<{ message: string }>> {
  return call("PUT", path, { token, body: { data: { policy_name: "P", ...data } } });
}

/** Move entity types of "P" to groups. */
export function move(
  token: string,
  metadata: Partial<
    Record<
      "anonymizable_entities" | "pseudonymizable_entities" | "excluded_entities",
      readonly string[]
    >
  >,
): Promise<string> {
  return change(token, PATHS.moveEntities, { metadata });
}

/** Options of a request under "P". */
export const UNDER_P = { policy_name: "P" } as const;

/** What both ways of masking give: at once, and as a job's result. */
export async function bothWays(
  token: string,
  body: { mask: readonly object[] },
): Promise<MaskedItem[][]> {
  const record = await pollJob(token, await submit(token, "mask", body));
  const { mask: items, ...options } = body;
  return [await mask(token, items as { value: string }[], options), record.result ?? []];
}
