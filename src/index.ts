// The Worker's entry: the HTTP application, the watchdog's tick, and the two object classes.
import { createApp } from "./app.ts";
import { type RawEnv, registryStub } from "./platform/objects.ts";
import { wakeEverywhere } from "./registry/everywhere.ts";
import type { RegistryRpc } from "./registry/rpc.ts";

export { Registry } from "./registry/registry.ts";
export { Vault } from "./vault/vault.ts";

const app = createApp();

export default {
  fetch: app.fetch,
  async scheduled(_event, env): Promise<void> {
    await wakeEverywhere((number) => registryStub<RegistryRpc>(env, number));
  },
} satisfies ExportedHandler<RawEnv>;
