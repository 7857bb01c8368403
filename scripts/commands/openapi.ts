// npm run openapi: writes the OpenAPI document, or checks it.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openapiDocument } from "../openapi/document.ts";
import { OPERATIONS } from "../openapi/operations.ts";
import { CommandFailure, EXIT, parseOptions, runCommand } from "../run/cli/command.ts";
import { PROJECT_ROOT, readOptional, runTool } from "../run/cli/tool.ts";

const HELP = `Write docs/openapi.json from the table of operations in scripts/openapi.

  npm run openapi          write it
  npm run openapi:check    fail where it is not what the table gives, or the linter has something against it

Exit codes: 0 written or good, 1 out of date or not good, 64 wrong usage.`;

const FILE = "docs/openapi.json";
const LINTER = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));

await runCommand(async () => {
  const { check } = parseOptions(HELP, { check: { type: "boolean", default: false } });
  const manifest = readFileSync(join(PROJECT_ROOT, "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  const text = `${JSON.stringify(openapiDocument(OPERATIONS, version), null, 1)}\n`;
  const path = join(PROJECT_ROOT, FILE);
  if (!check) writeFileSync(path, text);
  else if (readOptional(path)?.toString() !== text) {
    throw new CommandFailure(`${FILE} is not what its operations say: npm run openapi`);
  } else await lint();
  return EXIT.ok;
});

/** The linter, which must neither report its use nor ask for newer versions of itself. */
async function lint(): Promise<void> {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  };
  const result = await runTool([process.execPath, LINTER, "lint", FILE], {
    output: "capture",
    env,
  });
  if (result.code === 0) return;
  throw new CommandFailure(`${result.stdout}${result.stderr}`.trim());
}
