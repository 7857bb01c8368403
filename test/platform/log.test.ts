// What the log has of an error: its class, or SQLite's code, never its message.
import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { errorName } from "../../src/platform/log.ts";
import { isLocked } from "../../src/vault/verbs.ts";
import { freshVault } from "../support/vault/fresh-vault.ts";

it("an error of SQLite is logged with its code, also the extended one", async () => {
  const { object } = await freshVault();
  const names = await runInDurableObject(object, (_, { storage: { sql } }) => {
    sql.exec("CREATE TABLE once (a INTEGER PRIMARY KEY, b UNIQUE); INSERT INTO once VALUES (1, 2)");
    return [
      "INSERT INTO once VALUES (3, 2)",
      "SELECT nothing",
      "SELECT abs(-9223372036854775808)",
    ].map((statement) => {
      try {
        sql.exec(statement).toArray();
      } catch (error) {
        return errorName(error);
      }
      return null;
    });
  });
  expect(names).toEqual(["SQLITE_CONSTRAINT_UNIQUE", "SQLITE_ERROR", "SQLITE_ERROR"]);
  expect(errorName(new TypeError("of Ann Lee"))).toBe("TypeError");
});

it("a database is locked whatever the reason", () => {
  // Another process has written since this one began to read.
  const words = "database is locked: SQLITE_BUSY (extended: SQLITE_BUSY_SNAPSHOT)";
  expect(
    ["database is locked: SQLITE_BUSY", words].map((text) => isLocked(new Error(text))),
  ).toEqual([true, true]);
  expect(isLocked(new Error("database or disk is full: SQLITE_FULL"))).toBe(false);
});
