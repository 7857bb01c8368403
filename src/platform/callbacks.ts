// Where the operator lets callbacks go (`serve --callback`, CALLBACKS), and the one way to each. Nothing goes anywhere else: a
// caller names an address, and never brings one.
import type { RawEnv } from "./objects.ts";

/** Until an address has to have answered, in milliseconds. */
const PATIENCE_MS = 15_000;

/** The addresses of a service. */
export interface Callbacks {
  readonly names: readonly string[];
  /** What messages are signed with: base64, `whsec_` before it. */
  readonly secret: string;
  /** The status a message was answered with. Throws when it was not, or there is no such address any more. */
  post(name: string, headers: Readonly<Record<string, string>>, body: string): Promise<number>;
}

/** What the environment names: `CALLBACKS` has a NAME=URL for each, blanks between them. */
export function callbacksOf(env: RawEnv): Callbacks {
  const urls = namedAddresses(env.CALLBACKS);
  return {
    names: [...urls.keys()],
    secret: env.CALLBACKS_SECRET ?? "",
    async post(name, headers, body) {
      const url = urls.get(name);
      if (url === undefined) throw new Error("no such address");
      // On the platform there is no such binding, and the network is open.
      const way = env[`CALLBACK_${name}`] ?? globalThis;
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await way.fetch(url, {
        ...{ method: "POST", headers, body, signal },
        // Nothing goes where nobody said.
        redirect: "manual",
      });
      await answer.body?.cancel();
      return answer.status;
    },
  };
}

/** What a setting with a NAME=URL for each address names, by name. */
export function namedAddresses(setting: string | null | undefined): Map<string, string> {
  const pairs = (setting ?? "").split(/\s+/).filter((text) => text.includes("="));
  return new Map(pairs.map((text) => [nameIn(text), text.slice(nameIn(text).length + 1)]));
}

function nameIn(pair: string): string {
  return pair.slice(0, pair.indexOf("="));
}
