// Deploying keys of language model providers to Cloudflare: from the environment, else prompted for, never replacing an
// existing one.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { providerKeys, withSecretsFile } from "../../../scripts/run/deploy-secrets.ts";

const BOTH = `[vars]
LLM_PATIENCE_SECONDS = "600"
LLM_OPENAI_URL = "https://api.openai.com/v1"
  # LLM_OPENAI_URL = "https://other.example"
LLM_ANTHROPIC_URL = 'https://api.anthropic.com/v1'
`;

/** What becomes of it, and what the person was asked for. */
async function keysOf(
  toml: string,
  remote: readonly string[],
  env: Record<string, string>,
  answers: Record<string, string> = {},
) {
  const asked: string[] = [];
  const keys = await providerKeys(toml, remote, env, async (name) => {
    asked.push(name);
    return answers[name] ?? "";
  });
  return { keys, asked };
}

describe("keys for the providers that wrangler.toml names", () => {
  it("come from the environment, and the person is asked for the others", async () => {
    const found = await keysOf(
      BOTH,
      ["VAULT_ROOT_KEY"],
      { LLM_OPENAI_KEY: "sk-env " },
      { LLM_ANTHROPIC_KEY: "sk-typed" },
    );
    expect(found).toEqual({
      keys: { LLM_OPENAI_KEY: "sk-env", LLM_ANTHROPIC_KEY: "sk-typed" },
      asked: ["LLM_ANTHROPIC_KEY"],
    });
  });

  it("are left as they are where Cloudflare has them, and may be none", async () => {
    const env = { LLM_OPENAI_KEY: "sk-env" };
    expect(await keysOf(BOTH, ["LLM_OPENAI_KEY"], env)).toEqual({
      keys: {},
      asked: ["LLM_ANTHROPIC_KEY"],
    });
  });

  it("are nobody's business when no provider is named", async () => {
    const wrangler = readFileSync("wrangler.toml", "utf8");
    expect(await keysOf(wrangler, [], { LLM_OPENAI_KEY: "sk-env" })).toEqual({
      keys: {},
      asked: [],
    });
  });

  it("stop the deployment when they cannot be one", async () => {
    const wrong = keysOf(BOTH, [], { LLM_OPENAI_KEY: "sk with blanks" });
    await expect(wrong).rejects.toThrow("LLM_OPENAI_KEY must be plain ASCII");
    const http = keysOf('LLM_OPENAI_URL = "http://api.openai.com/v1"', [], {});
    await expect(http).rejects.toThrow("needs https");
  });

  it("go in a file with the others, which is gone afterwards", async () => {
    let path = "";
    const content = await withSecretsFile({ LLM_OPENAI_KEY: "sk-1" }, async (file) => {
      path = file;
      return readFileSync(file, "utf8");
    });
    expect(JSON.parse(content)).toEqual({ LLM_OPENAI_KEY: "sk-1" });
    expect(() => readFileSync(path)).toThrow();
  });
});
