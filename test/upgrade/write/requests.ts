// Requests of the program that writes a folder: each must succeed.

import { ask, send } from "../../support/node/api-client.ts";
import type { Service } from "../../support/node/service.ts";
import type { Exchange, Item, Told } from "../expected.ts";

/** A service that is being written to. */
export type Writable = Pick<Service, "url" | "secrets">;

/** Whoever may do anything. */
export const EVERYTHING = ["mask", "unmask", "metadata_change"] as const;

/** `data` of the answer to a PUT. */
export async function put(
  service: Writable,
  token: string,
  path: string,
  body: object,
): Promise<Told> {
  const answer = await send(service, token, path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

/** `data` of the answer to a GET. */
export async function get(service: Writable, token: string, path: string): Promise<Told> {
  const answer = await ask(service, token, path);
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}

/** `data` of the answer to an operator's PUT. */
export function operate(service: Writable, path: string, data: object): Promise<Told> {
  return put(service, service.secrets.VAULT_MASTER_KEY, `super-admin/${path}`, { data });
}

/** A namespace token that is valid whenever the folder is served. */
export async function issue(
  service: Writable,
  namespace_name: string,
  _id = "everything",
  permissions: readonly string[] = EVERYTHING,
): Promise<string> {
  const validity = { start_date: "2000-01-01", end_date: "9999-12-31" };
  const data = { namespace_name, _id, permissions, ...validity };
  const { auth_key } = await operate(service, "namespace/auth-token/generate", data);
  return auth_key;
}

/** Mask items, and unmask what came of them. Only anonymized values may fail to come back. */
export async function exchange(
  service: Writable,
  token: string,
  items: readonly Item[],
  policy_name?: string,
): Promise<Exchange[]> {
  const policy = policy_name === undefined ? {} : { policy_name };
  const masked: Told[] = await put(service, token, "mask", { mask: items, ...policy });
  const unmask = masked.map(({ token_value }, i) => {
    const { json, numbers } = items[i] ?? {};
    return { token_value, ...(json ? { json } : {}), ...(numbers ? { numbers } : {}) };
  });
  const backs: Told[] = await put(service, token, "unmask", { unmask });
  return items.map((item, i) => {
    const { token_value } = masked[i];
    const { value: back } = backs[i];
    if (JSON.stringify(back) === JSON.stringify(item.value))
      return { item, ...policy, token_value };
    if (!JSON.stringify(back).includes("⟦"))
      throw new Error(`not reversed: ${JSON.stringify(item)}`);
    return { item, ...policy, token_value, back };
  });
}

/** Items of plain texts. */
export function named(token_name: string, values: readonly string[]): Item[] {
  return values.map((value) => ({ value, token_name }));
}
