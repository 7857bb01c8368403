// The command line as plain JavaScript that needs nothing but Node.

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { OLDEST_NODE } from "../cli/command.ts";
import { PROJECT_ROOT } from "../cli/tool.ts";

/** What is run; and what that imports once it has compared the sums. */
const [FIRST, OTHERS] = ["masking-vault", "dispatch"];
/** How sources tell what to type in a clone; a package has no npm scripts. */
const IN_A_CLONE = /npm run (?:-s )?(?:cli -- )?([a-z][a-z-]*)(?: --(?= ))?/g;

/** Leaves the import of the others where it is: what the first file needs of its own before it is all in it. */
const OTHERS_APART: Plugin = {
  name: "others-apart",
  setup({ onResolve }) {
    const filter = new RegExp(`^\\./${OTHERS}\\.ts$`);
    onResolve({ filter }, () => ({ path: `./${OTHERS}.js`, external: true }));
  },
};

/**
 * Bundle it into a folder: the first file, which imports no other at its start, and for the others one for what each
 * command has of its own. Gives the npm packages that are in it.
 */
export async function bundleCommands(folder: string): Promise<string[]> {
  const packages = [
    ...(await bundle(FIRST, folder, { plugins: [OTHERS_APART] })),
    ...(await bundle(OTHERS, folder, { splitting: true })),
  ];
  chmodSync(join(folder, `${FIRST}.js`), 0o755);
  return packages;
}

async function bundle(command: string, folder: string, options: BuildOptions): Promise<string[]> {
  const { outputFiles, metafile } = await build({
    ...options,
    absWorkingDir: PROJECT_ROOT,
    entryPoints: [`scripts/commands/${command}.ts`],
    outdir: folder,
    bundle: true,
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
  const packages = Object.keys(metafile.inputs).map(
    (path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1],
  );
  return packages.filter((name) => name !== undefined);
}
