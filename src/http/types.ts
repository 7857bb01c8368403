// What every handler finds in its context.

import type { Permission } from "../core/permissions.ts";
import type { RawEnv } from "../platform/objects.ts";

/** The checked configuration, as far as handlers need it. */
export interface HttpConfig {
  /** Secret that signs namespace tokens. */
  readonly tokenSecret: string;
  /** The operator's bearer credential. */
  readonly masterKey: string;
}

/** What a namespace token says, once its signature and dates are checked. */
export interface Claims {
  readonly nid: string;
  readonly jurisdiction: string | null;
  readonly tokenId: string;
  readonly userId: string;
  readonly permissions: readonly Permission[];
}

/** Hono's type of our contexts. */
export interface HttpEnv {
  Bindings: RawEnv;
  Variables: { config: HttpConfig; claims: Claims; requestId: string };
}
