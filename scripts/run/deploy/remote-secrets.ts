// Which secrets the platform already has, read from what wrangler printed. Pure.

import type { ToolResult } from "../cli/tool.ts";

/** The answer of `wrangler secret list`, understood. */
export type RemoteSecrets = { ok: true; names: string[] } | { ok: false; reason: string };

// wrangler's sentence for "this Worker does not exist", and the platform's codes for it. Nothing looser:
// an answer mistaken for this would replace the secrets of a service that has some, and its data with them.
const NO_WORKER_YET = /Worker "[^"]+"( \(env: [^)]*\))? not found\.|\[code: (10007|10090)\]/;

/** Understand the output of `wrangler secret list --format json`. */
export function readRemoteSecrets(result: ToolResult): RemoteSecrets {
  const said = `${result.stdout}\n${result.stderr}`.trim();
  if (result.code !== 0) {
    // The first deployment: no Worker, so no secrets.
    return NO_WORKER_YET.test(said) ? { ok: true, names: [] } : { ok: false, reason: said };
  }
  const json = result.stdout.slice(result.stdout.indexOf("["));
  try {
    const list = JSON.parse(json) as { name: string }[];
    return { ok: true, names: list.map((entry) => entry.name) };
  } catch {
    return { ok: false, reason: said };
  }
}

/** Whether `wrangler whoami --json` says that somebody is logged in. */
export function isLoggedIn(result: ToolResult): boolean {
  return result.code === 0 && !/"loggedIn":\s*false/.test(result.stdout);
}
