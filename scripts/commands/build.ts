// npm run build: bundles the Worker when its inputs have changed, and checks its size.

import { type BuildKind, buildWorker, formatSize, MAX_GZIP_BYTES } from "../run/build/bundle.ts";
import { parseOptions, runCommand, usageFailure } from "../run/cli/command.ts";

const HELP = `Bundle the Worker into dist/release (no network, no login).

  npm run build                   skips the work when nothing changed since the last build
  npm run build -- --core         into dist/core: finds names in English only
  npm run build -- --test-build   the variant with failpoints, into dist/test; never deploy it

Fails when the Worker is over ${formatSize(MAX_GZIP_BYTES.release)} compressed, what the platform's paid plans accept; the core over
${formatSize(MAX_GZIP_BYTES.core)}, what its free plan accepts.
Exit codes: 0 built or up to date, 1 could not be bundled or too large, 64 wrong usage.`;

await runCommand(async () => {
  const options = parseOptions(HELP, {
    core: { type: "boolean", default: false },
    "test-build": { type: "boolean", default: false },
  });
  if (options.core && options["test-build"])
    throw usageFailure("--core or --test-build, not both.");
  const kind: BuildKind = options.core ? "core" : options["test-build"] ? "test" : "release";
  const started = Date.now();
  const bundle = await buildWorker(kind);
  const how = bundle.fresh
    ? `built in ${((Date.now() - started) / 1000).toFixed(1)} s`
    : "up to date";
  console.log(
    `dist/${kind}: ${how}, ${formatSize(bundle.gzipBytes)} gzip (ceiling ${formatSize(MAX_GZIP_BYTES[kind])})`,
  );
});
