// Callback addresses that the operator has named (`serve --callback`, CALLBACKS), and the only way to send to them. A caller
// chooses one by name and never supplies an address.
import type { RawEnv } from "./objects.ts";

/** How long an address may take to answer, in milliseconds. */
const PATIENCE_MS = 15_000;

/** The callback addresses of a service. */
export interface Callbacks {
  readonly names: readonly string[];
  /** The key that messages are signed with: base64 after `whsec_`. */
  readonly secret: string;
  /** Send a message; resolves to the answer's status. Throws when no answer comes, or the name is no longer configured. */
  post(name: string, headers: Readonly<Record<string, string>>, body: string): Promise<number>;
}

/** The addresses in the environment: `CALLBACKS` has a NAME=URL for each, separated by blanks. */
export function callbacksOf(env: RawEnv): Callbacks {
  const urls = namedAddresses(env.CALLBACKS);
  return {
    names: [...urls.keys()],
    secret: env.CALLBACKS_SECRET ?? "",
    async post(name, headers, body) {
      const url = urls.get(name);
      if (url === undefined) throw new Error("no such address");
      // On the platform there is no such binding: callbacks go out through the global fetch.
      const way = env[`CALLBACK_${name}`] ?? globalThis;
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await way.fetch(url, {
        ...{ method: "POST", headers, body, signal },
        // Send only to the address that the operator has named.
        redirect: "manual",
      });
      await answer.body?.cancel();
      return answer.status;
    },
  };
}

/** Addresses by name, from a setting with a NAME=URL for each. */
export function namedAddresses(setting: string | null | undefined): Map<string, string> {
  const pairs = (setting ?? "").split(/\s+/).filter((text) => text.includes("="));
  return new Map(pairs.map((text) => [nameIn(text), text.slice(nameIn(text).length + 1)]));
}

function nameIn(pair: string): string {
  return pair.slice(0, pair.indexOf("="));
}
