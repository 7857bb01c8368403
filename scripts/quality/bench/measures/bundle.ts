// Size of the bundle.

import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { listModules } from "../../../run/build/bundle.ts";
import type { Bench, Finding } from "../measure.ts";

const MB = 1_000_000;
const MODEL = ".bin";

/** Compressed megabytes of the bundle, with or without the tagger's model. */
export async function bundleSize({ stage }: Bench, withModel: boolean): Promise<Finding> {
  const folder = await stage.release();
  const modules = listModules(folder).filter((name) => withModel || extname(name) !== MODEL);
  const sizes = modules.map((name) => gzipSync(readFileSync(join(folder, name))).length);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return {
    runs: [bytes / MB],
    detail: modules.length === 1 ? "1 module" : `${modules.length} modules`,
  };
}
