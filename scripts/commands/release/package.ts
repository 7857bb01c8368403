// npm run package: makes the package that an operator installs, as one file for npm.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { formatSize } from "../../run/build/bundle.ts";
import { CommandFailure, parseOptions, runCommand } from "../../run/cli/command.ts";
import { PROJECT_ROOT, runTool } from "../../run/cli/tool.ts";
import { writePackage } from "../../run/package/contents.ts";

const HELP = `Build the package for production, as a file for npm (no network).

  npm run package                 writes dist/masking-vault-VERSION.tgz
  npm run package -- --to DIR     writes it into DIR

It contains the bundled Worker, the commands as plain JavaScript and SHA256SUMS, which every command checks at its start;
its only dependency is workerd. Install it with npm install FILE; then masking-vault --help.
Exit codes: 0 written, 1 failed, 64 wrong usage.`;

await runCommand(async () => {
  const options = parseOptions(HELP, {
    to: { type: "string", default: join(PROJECT_ROOT, "dist") },
  });
  const to = resolve(options.to);
  mkdirSync(to, { recursive: true });
  const staging = mkdtempSync(join(to, "package."));
  try {
    await writePackage(staging);
    const command = ["npm", "pack", staging, "--pack-destination", to, "--json"] as const;
    const { code, stdout, stderr } = await runTool([...command], { output: "capture" });
    if (code !== 0) throw new CommandFailure(`npm pack failed. It said:\n\n${stderr}`);
    const [packed] = JSON.parse(stdout) as { filename: string; size: number }[];
    console.log(`${join(to, packed?.filename ?? "")}: ${formatSize(packed?.size ?? 0)}`);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
});
