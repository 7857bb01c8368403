// The floor of a deletion: the schema of the product and nothing else, deleted in batches.
import { DurableObject } from "cloudflare:workers";

export class Bare extends DurableObject {
  async fill(statements, from, to) {
    const { sql } = this.ctx.storage;
    for (const statement of statements) sql.exec(statement);
    // As large as a mapping of a short text: a nonce, a tag and twenty bytes.
    sql.exec(
      `WITH RECURSIVE c(id) AS (SELECT ?1 UNION ALL SELECT id + 1 FROM c WHERE id < ?2)
       INSERT INTO mapping (id, digest, kind, created, key_version, sealed)
       SELECT id, randomblob(16), 512, 1790000000000, 1, randomblob(48) FROM c`,
      from + 1,
      to,
    );
    sql.exec(
      "INSERT INTO mapping_by_digest (digest, kind, id) SELECT digest, kind, id FROM mapping WHERE id > ?",
      from,
    );
  }

  async delete(rows, batch) {
    const { sql } = this.ctx.storage;
    for (let upTo = batch; upTo < rows + batch; upTo += batch) {
      sql.exec("DELETE FROM mapping WHERE id <= ?", upTo);
      await scheduler.wait(0);
    }
    for (let left = rows; left > 0; left -= batch) {
      sql.exec(
        "DELETE FROM mapping_by_digest WHERE digest <= (SELECT max(digest) FROM (SELECT digest FROM mapping_by_digest ORDER BY digest LIMIT ?)) AND id <= ?",
        batch,
        rows,
      );
      await scheduler.wait(0);
    }
  }
}

export default {
  async fetch(request, env) {
    const { call, args } = await request.json();
    const bare = env.BARE.getByName("bare");
    if (call === "fill") await bare.fill(...args);
    else await bare.delete(...args);
    return new Response("done");
  },
};
