// Which cell a namespace is in: the one whose Registry knows it. It is read from the Registries' own databases, for
// nowhere else it is written down; so there is nothing that could say otherwise after a crash, a restore or a move, and a
// cell that is down is asked as well as any. What a token leads to is kept until a namespace moves.

import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { BoundedCache } from "../../../src/core/bounded-cache.ts";
import { FIRST_REGISTRY, registryOfName, registryOfNid } from "../../../src/core/registries.ts";
import {
  classFolder,
  hasTable,
  type Places,
  REGISTRY_FILES,
  readDatabase,
} from "../serve/object-files.ts";

const MOST_TOKENS = 10_000;

/** Tables that know a namespace by its nid: also one that is no more, for its cell says so. */
const BY_NID = { namespace: "nid", namespace_deletion: "nid" };
/** A name may lead to a namespace that another Registry of the cell keeps. */
const BY_NAME = { namespace: "name", name_elsewhere: "name" };

/** Finds cells. */
export class CellDirectory {
  readonly #cells: readonly Places[];
  readonly #secret: string;
  #byToken = new BoundedCache<number>(MOST_TOKENS);

  /** Of these cells, for tokens signed under this root key. */
  constructor(cells: readonly Places[], rootKeyText: string) {
    this.#cells = cells;
    // As src/crypto/keys.ts derives it.
    const info = "masking-vault/namespace-token/v1";
    const root = Buffer.from(rootKeyText.trim(), "base64");
    this.#secret = Buffer.from(hkdfSync("sha256", root, "", info, 32)).toString("hex");
  }

  /** The cell for whoever sends this token; the first for those that no cell knows, which refuses them as any would. */
  ofToken(text: string): number {
    const known = this.#byToken.get(text);
    if (known !== undefined) return known;
    const nid = this.#nidIn(text);
    const cell = nid === null ? null : this.ofNid(nid);
    if (cell !== null) this.#byToken.set(text, cell);
    return cell ?? 0;
  }

  /** The cell of a namespace by its nid, null where there is none. */
  ofNid(nid: string): number | null {
    return this.#find(registryOfNid(nid), BY_NID, nid);
  }

  /** The cell that has a namespace of this name, null where there is none. */
  ofName(name: string): number | null {
    return this.#find(registryOfName(name), BY_NAME, name);
  }

  /** A namespace has moved. */
  forget(): void {
    this.#byToken = new BoundedCache(MOST_TOKENS);
  }

  /** The nid that a token names, if its signature is good: for others no files are opened. */
  #nidIn(text: string): string | null {
    const [head = "", payload = "", signature = ""] = text.split(".");
    const expected = createHmac("sha256", this.#secret).update(`${head}.${payload}`).digest();
    const given = Buffer.from(signature, "base64url");
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as { nid: string };
    return claims.nid;
  }

  #find(registry: number, columns: Readonly<Record<string, string>>, value: string): number | null {
    // In a folder of a version with one Registry the first may still have what is another's.
    const numbers = new Set([registry, FIRST_REGISTRY]);
    const files = [...numbers].map((number) => REGISTRY_FILES[number] ?? "");
    const cell = this.#cells.findIndex(({ Registry }) =>
      files.some((file) => holds(join(classFolder(Registry, "Registry"), file), columns, value)),
    );
    return cell === -1 ? null : cell;
  }
}

/** Whether a Registry's database has this value in one of these columns of its tables. */
function holds(path: string, columns: Readonly<Record<string, string>>, value: string): boolean {
  if (!existsSync(path)) return false;
  return readDatabase(path, (database) =>
    Object.entries(columns).some(
      ([table, column]) =>
        hasTable(database, table) &&
        database.prepare(`SELECT 1 FROM ${table} WHERE ${column} = ?`).get(value) !== undefined,
    ),
  );
}
