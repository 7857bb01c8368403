// The two sizes of the Worker: which models they have, and that each is within the limit where it is deployed.
import { expect, it } from "vitest";
import { buildWorker, listModules } from "../../../scripts/run/build/bundle.ts";

/** Models in a build. Making it fails when it is over the ceiling of its kind. */
async function modelsOf(kind: "core" | "release"): Promise<string[]> {
  const { folder } = await buildWorker(kind);
  const models = listModules(folder).filter((name) => name.endsWith(".bin"));
  // wrangler puts a digest before the name.
  return models.map((name) => name.replace(/^[0-9a-f]+-/, "")).sort();
}

it("the core has the English model alone, the release those of all languages", async () => {
  expect(await modelsOf("core")).toEqual(["tagger.bin"]);
  expect(await modelsOf("release")).toEqual([
    "tagger-hi.bin",
    "tagger-ja-zh.bin",
    "tagger-pl-tr.bin",
    "tagger-west.bin",
    "tagger.bin",
  ]);
});
