// Bindings of the test runtime: the objects of wrangler.toml and the secrets of vitest.config.ts.
declare namespace Cloudflare {
  interface Env {
    readonly VAULT: DurableObjectNamespace<import("../../src/vault/vault.ts").Vault>;
    readonly REGISTRY: DurableObjectNamespace<import("../../src/registry/registry.ts").Registry>;
    readonly VAULT_ROOT_KEY: string;
    readonly VAULT_MASTER_KEY: string;
    /** "1": also run tests of full spaces, which take millions of values, and minutes. */
    readonly FULL_SPACES: string;
  }
  interface GlobalProps {
    mainModule: typeof import("../../src/index.ts");
    durableNamespaces: "Vault" | "Registry";
  }
}

/** A document's text. */
declare module "*.md?raw" {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: it is how the bundler gives it.
  export default text;
}
