// npm run openapi: writes the OpenAPI document and the reference page, or checks them.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { REPEATABLE } from "../../clients/typescript/src/transport.ts";
import { clientTypes } from "../openapi/client-types.ts";
import { openapiDocument } from "../openapi/document.ts";
import { OPERATIONS } from "../openapi/operations.ts";
import { referencePage } from "../openapi/page.ts";
import { pythonApi, pythonOperations, synchronous } from "../openapi/python/client.ts";
import type { ApiDocument } from "../openapi/read-document.ts";
import { answersIn } from "../openapi/shown-examples.ts";
import { CommandFailure, parseOptions, runCommand } from "../run/cli/command.ts";
import { readOptional } from "../run/cli/files.ts";
import { PROJECT_ROOT, runTool } from "../run/cli/tool.ts";

const HELP = `Write docs/openapi.json, docs/reference.html and the operations of both clients (clients/typescript/src/operations.ts;
operations.py and api.py of clients/python) from the table of operations in scripts/openapi, and the synchronous half of
the Python client from its asynchronous one.

  npm run openapi          write them
  npm run openapi:check    fail where they are not what the table gives, or the linter has something against it

Exit codes: 0 written or good, 1 out of date or not good, 64 wrong usage.`;

const DOCUMENT = "docs/openapi.json";
const PAGE = "docs/reference.html";
const CLIENT_TYPES = "clients/typescript/src/operations.ts";
const PYTHON = "clients/python/src/masking_vault";
const PYTHON_API = `${PYTHON}/_async/api.py`;
const LINTER = fileURLToPath(import.meta.resolve("@redocly/cli/bin/cli.js"));

await runCommand(async () => {
  const { check } = parseOptions(HELP, { check: { type: "boolean", default: false } });
  const manifest = readFileSync(join(PROJECT_ROOT, "package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  const last = JSON.parse(readFileSync(join(PROJECT_ROOT, DOCUMENT), "utf8")) as ApiDocument;
  const document = openapiDocument(OPERATIONS, version, answersIn(last)) as unknown as ApiDocument;
  const texts = [
    [DOCUMENT, `${JSON.stringify(document, null, 1)}\n`],
    [PAGE, referencePage(document)],
    [CLIENT_TYPES, clientTypes(document)],
    [`${PYTHON}/operations.py`, pythonOperations(document, REPEATABLE)],
    ...pythonClient(document),
  ] as const;
  for (const [file, text] of texts) {
    const path = join(PROJECT_ROOT, file);
    if (!check) writeFileSync(path, text);
    else if (readOptional(path)?.toString() !== text) {
      throw new CommandFailure(`${file} is not what the operations say: npm run openapi`);
    }
  }
  if (check) await lint();
});

/** Paths and contents of the generated files of the Python client's two halves. */
function pythonClient(document: ApiDocument): [string, string][] {
  const api = pythonApi(document);
  const modules = readdirSync(join(PROJECT_ROOT, PYTHON, "_async")).filter(
    (name) => name.endsWith(".py") && name !== "api.py",
  );
  const sources = modules.map((name): [string, string] => [
    name,
    readFileSync(join(PROJECT_ROOT, PYTHON, "_async", name), "utf8"),
  ]);
  return [
    [PYTHON_API, api],
    ...[...sources, ["api.py", api] as const].map(([name, text]): [string, string] => [
      `${PYTHON}/_sync/${name}`,
      synchronous(text),
    ]),
  ];
}

/** Run the linter without usage reports and without checks for newer versions. */
async function lint(): Promise<void> {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: "off",
    REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
  };
  const result = await runTool([process.execPath, LINTER, "lint", DOCUMENT], {
    output: "capture",
    env,
  });
  if (result.code === 0) return;
  throw new CommandFailure(`${result.stdout}${result.stderr}`.trim());
}
