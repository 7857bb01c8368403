// Facts that must be stated in two places and that no type connects: code and documents, code and configuration.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import lock from "../../package-lock.json" with { type: "json" };
import { PROJECT_ROOT } from "../../scripts/run/cli/tool.ts";
import { readServiceSettings } from "../../scripts/run/serve/options.ts";
import { maskItem, requestOptions, unmaskItem, unmaskOptions } from "../../src/contract/mask.ts";
import { ENTITIES } from "../../src/core/entities.ts";
import { FAILURES } from "../../src/core/errors.ts";
import { PERMISSIONS } from "../../src/core/permissions.ts";
import { receiptText } from "../../src/erasure/receipt.ts";
import { exampleOfFormat, exampleOfTokenName } from "../../src/tokens/examples.ts";
import {
  DEFAULT_POLICY,
  FORMAT,
  FORMATS,
  kindOf,
  TOKEN,
  TOKEN_NAMES,
} from "../../src/tokens/kinds.ts";
import { makerOf } from "../../src/tokens/makers.ts";
import registrySchema from "../registry/schema.json" with { type: "json" };
import { filesBelow } from "../support/node/imports.ts";
import vaultSchema from "../vault/schema/schema.json" with { type: "json" };

interface Table {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly isBlob: boolean }[];
}

/** The tables of a schema's snapshot. */
const tablesOf = (schema: readonly { type: string; name: string; sql: string }[]): Table[] =>
  schema
    .filter(({ type }) => type === "table")
    .map(({ name, sql }) => {
      const columns = [...sql.matchAll(/[(,] ?(\w+) (INTEGER|BLOB|TEXT)/g)];
      return {
        name,
        columns: columns.map(([, column = "", type]) => ({
          name: column,
          isBlob: type === "BLOB",
        })),
      };
    });

const textOf = (path: string) => readFileSync(join(PROJECT_ROOT, path), "utf8");
const hasWord = (text: string, word: string) => new RegExp(`(?<!\\w)${word}(?!\\w)`).test(text);
/** Which of these names a page does not have. */
const missingIn = (page: string, names: readonly string[]) =>
  names.filter((name) => !hasWord(textOf(page), name));

describe("what stands in two places", () => {
  it("countries: a file of numbers is in the list of all", () => {
    const folder = "src/detect/recognizers/identity/countries";
    const list = textOf(`${folder}/countries.ts`);
    const files = filesBelow(folder).map((path) => path.slice(path.indexOf(folder)));
    const countries = files.filter((path) => path.split("/").length > folder.split("/").length + 1);
    expect(countries.length).toBeGreaterThan(20);
    const names = countries.map((path) => {
      const name = /export const (\w+): Country/.exec(textOf(path))?.[1];
      return name !== undefined && list.includes(path.slice(folder.length)) ? name : path;
    });
    const listed = list.slice(list.indexOf("COUNTRIES")).match(/\w+/g) ?? [];
    expect(names.filter((name) => listed.filter((word) => word === name).length !== 1)).toEqual([]);
  });

  it("permissions: docs/api.md tells them, and an operation asks for each", () => {
    expect(missingIn("docs/api.md", PERMISSIONS)).toEqual([]);
    const routes = filesBelow("src/http").map(textOf).join("\n");
    expect(PERMISSIONS.filter((name) => !routes.includes(`namespaceCaller("${name}")`))).toEqual(
      [],
    );
  });

  it("members of mask and unmask requests: docs/api.md tells them", () => {
    const schemas = [maskItem, unmaskItem, requestOptions, unmaskOptions];
    const names = schemas.flatMap((schema) => Object.keys(schema.shape));
    expect(missingIn("docs/api.md", names)).toEqual([]);
  });

  it("error codes: docs/api.md has the status of each", () => {
    expect(missingIn("docs/api.md", Object.keys(FAILURES))).toEqual([]);
  });

  it("entity types: docs/auto-detect.md tells them", () => {
    expect(missingIn("docs/auto-detect.md", Object.keys(ENTITIES))).toEqual([]);
  });

  it("token names and formats: docs/tokens.md tells them, and each has an example", () => {
    const names = [...TOKEN_NAMES, ...FORMATS].map(({ name }) => name);
    expect(missingIn("docs/tokens.md", names)).toEqual([]);
    expect(FORMATS.filter(({ code }) => exampleOfFormat(code).value === "")).toEqual([]);
    expect(TOKEN_NAMES.filter(({ code }) => exampleOfTokenName(code).value === "")).toEqual([]);
  });

  it("formats: each has a form of its own, or is known to have none", () => {
    const formless: readonly number[] = [FORMAT.personName, FORMAT.address, FORMAT.default];
    const without = FORMATS.filter(({ code }) => {
      const { value } = exampleOfFormat(code);
      const [formed, plain] = [code, FORMAT.none].map((format) => {
        const maker = makerOf(kindOf(DEFAULT_POLICY, TOKEN.text, format), value);
        return maker.family === "free" ? maker.form : maker.family;
      });
      return formed === plain;
    });
    expect(without.map(({ code }) => code)).toEqual(formless);
  });

  it("tables: docs/storage.md tells them, what is sealed in each, and all columns of a mapping", () => {
    const page = textOf("docs/storage.md");
    const tables = [...tablesOf(vaultSchema), ...tablesOf(registrySchema)];
    const missing = tables.flatMap(({ name: table, columns }) => {
      const row = page.match(new RegExp(`^\\| \`${table}\` .*$`, "m"))?.[0];
      if (row === undefined) return [table];
      const told = columns.filter(({ isBlob }) => isBlob || table === "mapping");
      return told.flatMap(({ name }) => (hasWord(row, name) ? [] : [`${table}.${name}`]));
    });
    expect(tables.length).toBeGreaterThan(20);
    expect(missing).toEqual([]);
  });

  it("settings of a namespace: their names are those in people's databases, and docs/storage.md tells them", () => {
    const union =
      /type SettingName =([^;]*);/.exec(textOf("src/vault/store/settings.ts"))?.[1] ?? "";
    const names = [...union.matchAll(/["`](\w+?)(?:_\$\{\w+\})?["`]/g)].map(
      ([, name = ""]) => name,
    );
    // Append only.
    expect(names).toEqual(
      expect.arrayContaining([
        ...["nid", "next_mapping_id", "watermark", "erased_before", "ledger_position", "held"],
        ...["retention_days", "retention_due", "closed", "storage_warned", "formed_tokens_since"],
        ...["book_version", "token_ceiling"],
      ]),
    );
    expect(missingIn("docs/storage.md", names)).toEqual([]);
  });

  it("what is sealed of a mapping: every way of its row to its end writes it over", () => {
    const mapping = tablesOf(vaultSchema).find(({ name }) => name === "mapping");
    const sealed = mapping?.columns.filter(({ name, isBlob }) => isBlob && name !== "digest") ?? [];
    expect(sealed.map(({ name }) => name)).toContain("sealed");
    const forgotten = ["erasure", "mappings", "matches"].flatMap((store) => {
      const text = textOf(`src/vault/store/${store}.ts`);
      const [, statement = ""] = /UPDATE mapping SET (sealed = \w+blob[^`"]*)/.exec(text) ?? [];
      return sealed
        .filter(
          ({ name }) => !new RegExp(`${name} = \\w+blob\\(length\\(${name}\\)\\)`).test(statement),
        )
        .map(({ name }) => `${store}: ${name}`);
    });
    expect(forgotten).toEqual([]);
  });

  it("settings: wrangler.toml has the defaults of serve, and docs/operations.md tells them", () => {
    const vars = /^\[vars\]\n([^[]*)/m.exec(textOf("wrangler.toml"))?.[1] ?? "";
    const pairs = [...vars.matchAll(/^(\w+) = "(.*)"$/gm)].map(([, name, value]) => [name, value]);
    expect(Object.fromEntries(pairs)).toEqual(readServiceSettings({}));
    const names = Object.keys(readServiceSettings({}));
    const page = textOf("docs/operations.md");
    const shown = (value = "") =>
      /^\d+$/.test(value) ? Number(value).toLocaleString("en") : value;
    const wrong = pairs.filter(
      ([name, value]) => !page.includes(`| \`${name}\` | ${shown(value)} |`),
    );
    expect(wrong).toEqual([]);
    expect(missingIn("src/platform/objects.ts", names)).toEqual([]);
  });

  it("workerd and esbuild: package.json names those that wrangler brings", () => {
    const { packages } = lock;
    const { dependencies, devDependencies } = packages[""];
    const { workerd, esbuild } = packages["node_modules/wrangler"].dependencies;
    expect([dependencies.workerd, devDependencies.esbuild]).toEqual([workerd, esbuild]);
  });

  it("claims of a receipt: the verifier knows them, and tells them to people", () => {
    const details = {
      accepted: 0,
      effective: 0,
      mappings: 0,
      destroyedKeys: [{ day: 0, version: 1 }],
    };
    const matches = Object.fromEntries(
      ["exact", "normalised", "contained", "keptShared", "pairs", "jobs", "openJobs"].map((n) => [
        n,
        0,
      ]),
    );
    const claims = (["age", "value"] as const).flatMap((target) => {
      const entry = {
        trackingId: "job",
        phase: "finished",
        target,
        at: 0,
        watermark: 0,
        cutoff: 0,
        details: JSON.stringify(target === "value" ? { ...details, matches } : details),
        position: 1,
        previousHash: "",
        hash: "",
      } as const;
      return Object.keys(JSON.parse(receiptText("nid", entry, 0)));
    });
    expect(claims).toContain("exact_unreadable_since");
    expect(missingIn("scripts/run/receipt/verify.ts", claims)).toEqual([]);
    // Told to people as well, but for what says that it is a receipt of ours.
    const untold = ["iss", "version"];
    const told = claims.filter((name) => !untold.includes(name));
    expect(missingIn("scripts/run/receipt/words.ts", told)).toEqual([]);
  });

  it("states of a job: purge and erasure know every ended one, and docs/api.md tells all that are shown", () => {
    const line = /type JobState = (.*);/.exec(textOf("src/jobs/job.ts"))?.[1] ?? "";
    const shown = [...line.matchAll(/"([A-Z-]+)"/g)].map(([, state = ""]) => state).slice(1);
    const nextExpired =
      /const NEXT_EXPIRED = `([^`]*)`/.exec(textOf("src/vault/store/jobs.ts"))?.[1] ?? "";
    const ended = shown.filter((state) => !["PENDING", "IN-PROGRESS"].includes(state));
    expect(ended.length).toBeGreaterThanOrEqual(3);
    expect(ended.filter((state) => !nextExpired.includes(`'${state}'`))).toEqual([]);
    // Statements over ended jobs that still hold something, which an erasure has to find, and over open ones.
    const holding = ended.filter((state) => state !== "PURGED");
    const lists = ["jobs", "policies"].flatMap((store) =>
      [...textOf(`src/vault/store/${store}.ts`).matchAll(/state IN \(([^)]*)\)/g)].map(
        ([, list = ""]) => list,
      ),
    );
    expect(lists.length).toBeGreaterThan(4);
    const incomplete = lists.flatMap((list) => {
      const wanted = [
        ...(list.includes("'SUCCESS'") ? holding : []),
        ...(list.includes("'PENDING'") ? ["PENDING", "IN-PROGRESS"] : []),
      ];
      return wanted.some((state) => !list.includes(`'${state}'`)) ? [list] : [];
    });
    expect(incomplete).toEqual([]);
    expect(missingIn("docs/api.md", shown)).toEqual([]);
  });
});
