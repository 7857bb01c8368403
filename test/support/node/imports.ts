// Reads from the sources which file of the project imports which.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";

/** An import in a file. Paths are relative to the project's top folder, with slashes. */
export type Import = {
  readonly from: string;
  /** The imported file, or `npm:` and the package's module. */
  readonly to: string;
};

const SPECIFIER =
  /^(?:import|export) [^"=();]*? from "([^"]+)"|^import "([^"]+)"|import\("([^"]+)"\)/gm;

/** All files below a folder of the project, by path from its top. */
export function filesBelow(folder: string): string[] {
  return readdirSync(join(PROJECT_ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(posix.normalize(entry.parentPath), entry.name))
    .map((path) => path.slice(PROJECT_ROOT.length))
    .sort();
}

/** Imports of the TypeScript files among `files`, including types. */
export function importsOf(files: readonly string[]): Import[] {
  return files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((from) => {
      const text = readFileSync(join(PROJECT_ROOT, from), "utf8");
      return [...text.matchAll(SPECIFIER)].map((found) => {
        const specifier = found[1] ?? found[2] ?? found[3] ?? "";
        const isFile = specifier.startsWith(".");
        const to = isFile ? posix.join(dirname(from), specifier) : `npm:${specifier}`;
        return { from, to };
      });
    });
}

/** Every import circle, as the list of its files. */
export function circlesOf(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set<string>();
  const circles: string[][] = [];
  const walk = (file: string, way: readonly string[]) => {
    const before = way.indexOf(file);
    if (before >= 0) circles.push([...way.slice(before), file]);
    if (before >= 0 || done.has(file)) return;
    for (const next of targets.get(file) ?? []) walk(next, [...way, file]);
    done.add(file);
  };
  for (const file of targets.keys()) walk(file, []);
  return circles;
}
