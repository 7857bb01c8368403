// The command line as plain JavaScript that needs nothing but Node.

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { OLDEST_NODE } from "../cli/command.ts";
import { PROJECT_ROOT } from "../cli/tool.ts";

const ENTRY = "scripts/commands/masking-vault.ts";
/** How sources tell what to type in a clone; a package has no npm scripts. */
const IN_A_CLONE = /npm run (?:-s )?(?:cli -- )?([a-z][a-z-]*)(?: --(?= ))?/g;

/** Bundle it into a folder, a file for what each command has of its own. Gives the npm packages that are in it. */
export async function bundleCommands(folder: string): Promise<string[]> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: PROJECT_ROOT,
    entryPoints: [ENTRY],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: `node${OLDEST_NODE}`,
    legalComments: "none",
    write: false,
    metafile: true,
    logLevel: "warning",
  });
  for (const { path, text } of outputFiles) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text.replace(IN_A_CLONE, "masking-vault $1"));
  }
  chmodSync(join(folder, "masking-vault.js"), 0o755);
  const packages = Object.keys(metafile.inputs).map(
    (path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1],
  );
  return [...new Set(packages)].filter((name) => name !== undefined);
}
