// The product with an extra entrance for the benchmark: the same Worker and objects, and beside the API PUT
// /bench/<nid>/<call>, which counts written rows, fills a namespace with the product's own statements, and
// runs only the detector. Only ever on 127.0.0.1.

import { DIGEST_BYTES } from "../../src/core/byte-slices.ts";
import { PRECISE_TYPES } from "../../src/core/entities.ts";
import { runToEnd } from "../../src/core/steps.ts";
import { SIV_OVERHEAD_BYTES } from "../../src/crypto/siv.ts";
import { shippedTagger } from "../../src/detect/tagger/shipped-taggers.ts";
import app, { Vault as ProductVault, Registry } from "../../src/index.ts";
import { detectedIn } from "../../src/masking/mask/detect-text.ts";
import { compileRules } from "../../src/masking/policy/rules.ts";
import { systemClock } from "../../src/platform/clock.ts";
import { type RawEnv, vaultStub } from "../../src/platform/objects.ts";
import { systemRandom } from "../../src/platform/random.ts";
import { inStretches } from "../../src/platform/yield-to-callers.ts";
import { DEFAULT_POLICY, FORMAT, kindOf, TOKEN } from "../../src/tokens/kinds.ts";
import { MappingStore } from "../../src/vault/store/mappings.ts";
import { SettingStore } from "../../src/vault/store/settings.ts";

export { Registry };

/** Bytes of a filled row's value; the benchmark masks values of the same size. */
const VALUE_BYTES = 24;
const SEALED_BYTES = VALUE_BYTES + SIV_OVERHEAD_BYTES;
const ROWS_PER_STATEMENT = 500;

/** The Vault, counting all rows that it writes. */
export class Vault extends ProductVault {
  readonly #sql: SqlStorage;
  readonly #written: { rows: number };

  constructor(ctx: DurableObjectState, env: RawEnv) {
    const { sql } = ctx.storage;
    const written = { rows: 0 };
    const exec = sql.exec.bind(sql);
    // Before the product binds or calls it.
    Object.defineProperty(sql, "exec", {
      value: (query: string, ...bound: SqlStorageValue[]) => {
        const cursor = exec(query, ...bound);
        written.rows += cursor.rowsWritten;
        return cursor;
      },
    });
    super(ctx, env);
    this.#sql = sql;
    this.#written = written;
  }

  /** Rows written since the last call. */
  benchWritten(): number {
    const { rows } = this.#written;
    this.#written.rows = 0;
    return rows;
  }

  /**
   * Store `rows` mappings with random digests and sealed values (Text Token, today's key), with the product's own
   * statements. The object must be restarted before it masks again, because it caches its next id.
   */
  benchFill({ rows, from, of }: Fill): void {
    const store = new MappingStore(this.#sql);
    const settings = new SettingStore(this.#sql);
    let id = settings.number("next_mapping_id") ?? 1;
    const kind = kindOf(DEFAULT_POLICY, TOKEN.text, FORMAT.none);
    const common = { kind, created: systemClock(), keyVersion: 1 };
    this.ctx.storage.transactionSync(() => {
      for (let done = 0; done < rows; done += ROWS_PER_STATEMENT) {
        const count = Math.min(rows - done, ROWS_PER_STATEMENT);
        const mappings = randomMappings(id, count, from + done, of);
        if (!store.insertAll([{ ...common, ...mappings }], 0))
          throw new Error("a digest was there");
        id += count;
      }
      settings.put("next_mapping_id", id);
    });
  }
}

/** Rows to store; with `of` above 0, digests are in index order (see scripts/quality/bench/measures/filled.ts). */
interface Fill {
  readonly rows: number;
  readonly from: number;
  readonly of: number;
}

function randomMappings(first: number, count: number, from: number, of: number) {
  const digests = systemRandom(count * DIGEST_BYTES);
  const view = new DataView(digests.buffer);
  for (let i = 0; of > 0 && i < count; i++) {
    const share = (from + i + view.getUint32(DIGEST_BYTES * i) / 2 ** 32) / of;
    view.setUint32(DIGEST_BYTES * i, Math.floor(share * 2 ** 32));
  }
  const sealed = {
    bytes: systemRandom(count * SEALED_BYTES),
    starts: Array.from({ length: count + 1 }, (_, i) => SEALED_BYTES * i),
  };
  const rows = Array.from({ length: count }, (_, i) => ({ id: first + i, token: null }));
  return { rows, digests, sealed };
}

let texts: readonly string[] = [];
/** The policy set of a new namespace. */
const policySet = { version: 0, wrappers: [], alsoOn: PRECISE_TYPES };
const rules = runToEnd(compileRules(null, policySet, shippedTagger));

/** Run only the detector on the texts sent before; returns the number of findings. */
async function detectAll(): Promise<number> {
  // The first search loads the model.
  await inStretches(detectedIn(texts[0] ?? "", rules));
  return texts.reduce((sum, text) => sum + runToEnd(detectedIn(text, rules)).length, 0);
}

async function answer(request: Request, env: RawEnv, nid: string, call: string): Promise<unknown> {
  const body = await request.json<never>();
  const vault = vaultStub<Vault>(env, nid, null);
  switch (call) {
    case "written":
      return vault.benchWritten();
    case "fill":
      return (await vault.benchFill(body)) ?? null;
    case "texts":
      texts = body;
      return null;
    case "detect":
      return detectAll();
    default:
      return null;
  }
}

export default {
  ...app,
  async fetch(request, env, ctx): Promise<Response> {
    const [, room, nid = "", call = ""] = new URL(request.url).pathname.split("/");
    if (room !== "bench") return app.fetch(request, env, ctx);
    return Response.json(await answer(request, env, nid, call));
  },
} satisfies ExportedHandler<RawEnv>;
