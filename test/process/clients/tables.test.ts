// masking-vault mask and unmask: tables through a real service, and errors that stop them.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newToken } from "../../support/node/api-client.ts";
import { IS_LONG } from "../../support/node/long/settings.ts";
import { runHere } from "../../support/node/run-here.ts";
import { cleanUp, temporaryFolder } from "../../support/node/run-script.ts";
import { type SharedService, sharedService } from "../../support/node/service.ts";

const PROGRAM = join(import.meta.dirname, "../../../scripts/commands/masking-vault.ts");

let service: SharedService;
let token: string;
let folder: string;

beforeAll(async () => {
  service = await sharedService();
  token = await newToken(service, "tables", "me", ["mask", "unmask"]);
});
afterAll(cleanUp);
beforeEach(() => {
  folder = temporaryFolder();
});

/** Run a command. `MASKING_VAULT_TOKEN` is the token, unless `env` says otherwise. */
async function run([verb = "", ...args]: string[], env: NodeJS.ProcessEnv = {}) {
  const { code, out, err } = await runHere(`tables/${verb}.ts`, args, {
    ...{ MASKING_VAULT_URL: service.url, MASKING_VAULT_TOKEN: token },
    ...env,
  });
  return { code, stdout: out, stderr: err };
}

/** A file with this text, by its path. */
function written(name: string, text: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** Mask a file, and turn it back: the table between, and the one in the end. */
async function thereAndBack(path: string, columns: string, names: string, more: string[] = []) {
  const [between, end] = [`${path}.masked.${path.split(".").pop()}`, `${path}.end`];
  const masked = await run(["mask", path, "--columns", columns, "--output", between, ...more]);
  expect(masked).toMatchObject({ code: 0, stdout: "" });
  const format = ["--format", path.endsWith(".csv") ? "csv" : "ndjson"];
  const back = await run([
    "unmask",
    between,
    "--columns",
    names,
    "--output",
    end,
    ...format,
    ...more,
  ]);
  expect(back).toMatchObject({ code: 0, stdout: "" });
  return {
    masked: readFileSync(between, "utf8"),
    end: readFileSync(end, "utf8"),
    told: masked.stderr,
    mode: statSync(between).mode & 0o777,
  };
}

describe("a CSV file", () => {
  it("keeps header, BOM, line ends, quotes and empty fields, and comes back as it was", async () => {
    const text =
      '\uFEFFid,Full Name,mail,note\r\n1,"Lane, Ada",ada@x.org,"He said ""call ada@x.org"",\nthen left"\r\n2,,,\r\n3,Bo,bo@x.org,nothing\r\n';
    const columns = "Full Name:Person Token,mail:Email Address,note:auto";
    const path = written("customers.csv", text);
    const { masked, end, told, mode } = await thereAndBack(path, columns, "Full Name,mail,note");
    expect(end).toBe(text);
    const [header, first, second] = parse(masked, { bom: true }) as string[][];
    expect(masked.startsWith("\uFEFFid,Full Name,mail,note\r\n")).toBe(true);
    expect(header).toEqual(["id", "Full Name", "mail", "note"]);
    expect(second).toEqual(["2", "", "", ""]);
    expect(first?.[2]).toMatch(/^[^@]+@[^@]+$/);
    for (const value of ["Ada", "ada@x.org"]) expect(masked).not.toContain(value);
    expect(told).toMatch(/^3 rows, 6 values masked in \d+\.\d s\n$/);
    expect(mode).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.endsWith(".partial"))).toEqual([]);
  });

  it("comes back as far as the token may see, and with a reason where it has to give one", async () => {
    const path = written("held.csv", "name,mail\nAda Lane,ada.lane@x.org\n");
    const masked = await run(["mask", path, "--columns", "name:Person Token,mail:Email Address"]);
    writeFileSync(`${path}.masked`, masked.stdout);
    const unmask = { entity_types: ["EMAIL_ADDRESS"], reveal: "partial", reason_required: true };
    const held = await newToken(service, "tables", "me", ["unmask"], { unmask });
    const args = ["unmask", `${path}.masked`, "--columns", "mail", "--format", "csv"];
    const refused = await run(args, { MASKING_VAULT_TOKEN: held });
    expect([refused.code, refused.stdout]).toEqual([77, "name,mail\n"]);
    expect(refused.stderr).toContain("X-Audit-Reason");
    const env = { MASKING_VAULT_TOKEN: held, MASKING_VAULT_REASON: "ticket 4711" };
    expect((await run(args, env)).stdout).toContain(",a***@***.org");
    const names = ["unmask", `${path}.masked`, "--columns", "name", "--format", "csv"];
    expect((await run(names, env)).code).not.toBe(0);
  });

  it.runIf(IS_LONG)("of more than one job is written in its order", async () => {
    const rows = Array.from({ length: 21_000 }, (_, n) => `${n};Person ${n % 7_000}`);
    const text = `id;name\n${rows.join("\n")}\n`;
    const path = written("many.csv", text);
    const { masked, end } = await thereAndBack(path, "name:Text Token", "name", [
      "--delimiter",
      ";",
    ]);
    expect(end).toBe(text);
    expect(masked).not.toContain("Person 1\n");
  });

  // `script` of util-linux gives it a terminal.
  const hasTerminal = spawnSync("script", ["--version"]).status === 0;
  it.runIf(IS_LONG && hasTerminal)(
    "tells on a terminal how much is done, not how much is read",
    () => {
      const path = written("read-at-once.csv", `name\n${"Ada\n".repeat(40_000)}`);
      const command = `"${process.execPath}" "${PROGRAM}" mask "${path}" --columns name:"Person Token" --output "${path}.out"`;
      const env = { ...process.env, MASKING_VAULT_URL: service.url, MASKING_VAULT_TOKEN: token };
      const { stdout } = spawnSync("script", ["-qec", command, "/dev/null"], { env });
      expect(String(stdout)).toMatch(/\r\S*?50 % {2}20,000 rows, [\d,]+ rows\/s, /);
    },
  );

  it.runIf(IS_LONG)("goes from standard input to standard output", () => {
    const script = `printf 'mail\\nada@x.org\\n' | "$0" "$1" mask - --columns mail:auto`;
    const env = { MASKING_VAULT_URL: service.url, MASKING_VAULT_TOKEN: token };
    const args = ["-c", script, process.execPath, PROGRAM];
    const stdout = execFileSync("sh", args, { env, stdio: ["ignore", "pipe", "ignore"] });
    expect(String(stdout)).toMatch(/^mail\n<EMAIL>\S+<\/EMAIL>\n$/);
  });
});

describe("an NDJSON file", () => {
  it("keeps members, their order and the digits of numbers, and comes back as it was", async () => {
    const text =
      '{"id":12345678901234567890,"rate":1.50,"mail":"ada@x.org","tags":["a",{"b":null}]}\n\n{"mail":null,"id":2}\n{"id":3,"mail":""}\n';
    const path = written("people.ndjson", text);
    const { masked, end } = await thereAndBack(path, "mail:Text Token/Email Address", "mail");
    expect(end).toBe(text);
    expect(masked).toContain('{"id":12345678901234567890,"rate":1.50,"mail":"');
    expect(masked).not.toContain("ada@x.org");
  });

  it("is masked within its objects, as logs have them", async () => {
    const text =
      '{"n":1.50,"user":{"mail":"ada@x.org","id":7}}\n{"user.mail":"bo@x.org"}\n{"user":2}\n';
    const path = written("logs.ndjson", text);
    const { masked, end } = await thereAndBack(path, "user.mail:Email Address", "user.mail");
    expect(end).toBe(text);
    expect(masked).not.toMatch(/ada@|bo@/);
  });
});

describe("what is refused", () => {
  const GOOD = "name,mail\nAda,ada@x.org\n";
  it.runIf(IS_LONG).each([
    ["ragged rows", "name,mail\nAda\n", "mail:auto", "no proper CSV: .* line 2"],
    ["other delimiters", 'n;mail\n1;"Ada"\n', "mail:auto", 'line 2, value is "…". .*--delimiter'],
    ["UTF-16", Buffer.from("\ufeffname\nAda\n", "utf16le"), "name:auto", "iconv -f UTF-16"],
    ["a quote that is not closed", 'name,mail\n"Ada,x\n', "mail:auto", "no proper CSV"],
    ["another encoding", Buffer.from("name\nJ\xfcrgen\n", "latin1"), "name:auto", "iconv"],
    ["no header", "", "name:auto", "empty"],
    ["a column that is not there", GOOD, "note:auto", 'no column "note"; .*"name", "mail"'],
    ["a column that is there twice", "a,mail,mail\n1,2,3\n", "mail:auto", 'called "mail"'],
    ["a value that is too long", `name\nAda\n${"x".repeat(5_000)}\n`, "name:Text Token", "row 2, "],
  ])("of the input: %s, with exit code 65", async (_, text, columns, message) => {
    const output = join(folder, "out.csv");
    const input = written("in.csv", text);
    const result = await run(["mask", input, "--columns", columns, "--output", output]);
    expect(result.stderr).toMatch(new RegExp(message));
    expect(result).toMatchObject({ code: 65, stdout: "" });
    expect(result.stderr).not.toMatch(/ {4}at |Ada|Jürgen/);
    expect(readdirSync(folder)).toEqual(["in.csv"]);
  });

  it.runIf(IS_LONG).each([
    ["a member that no object has", '{"mail":"ada@x.org"}\n', "emial:auto", 'member "emial"'],
    [
      "a member that is no text",
      '{"mail":"x"}\n{"mail":7}\n',
      "mail:auto",
      '"mail" is no text in line 2',
    ],
    ["a column with two members", '{"a.b":"x","a":{"b":"y"}}\n', "a.b:auto", '"a.b" leads to two'],
    ["a line that is no JSON", '{"mail":"x"}\n{"mail":\n', "mail:auto", "no JSON in line 2"],
    ["a line that is no object", '["mail"]\n', "mail:auto", "no object in line 1"],
  ])("of NDJSON: %s, with exit code 65", async (_, text, columns, message) => {
    const output = join(folder, "out.ndjson");
    const input = written("in.ndjson", text);
    const result = await run(["mask", input, "--columns", columns, "--output", output]);
    expect(result).toMatchObject({ code: 65, stdout: "" });
    expect(result.stderr).toContain(message);
    expect(readdirSync(folder)).toEqual(["in.ndjson"]);
  });

  it.runIf(IS_LONG).each([
    ["no columns", [], "Name the columns"],
    ["a column without how", ["--columns", "mail"], 'as in "mail:auto"'],
    ["a column twice", ["--columns", "mail:auto,mail:auto"], "named twice"],
    ["a format nobody knows", ["--columns", "mail:E-Mail"], "Email Address"],
    ["an address that is none", ["--columns", "mail:auto", "--url", "here"], "no address"],
    [
      "a file that is not there",
      ["--columns", "mail:auto", "--token-file", "/none"],
      "Cannot read",
    ],
  ])("of the command: %s, with exit code 64", async (_, args, message) => {
    const result = await run(["mask", written("in.csv", GOOD), ...args]);
    expect(result.stderr).toContain(message);
    expect(result).toMatchObject({ code: 64, stdout: "" });
  });

  it("an output that exists, unless it may be replaced; and no output is half there", async () => {
    const [input, output] = [written("in.csv", GOOD), written("out.csv", "precious")];
    const args = ["mask", input, "--columns", "mail:auto", "--output", output];
    expect(await run(args)).toMatchObject({ code: 64 });
    expect(readFileSync(output, "utf8")).toBe("precious");
    expect(await run([...args, "--force"])).toMatchObject({ code: 0 });
    expect(readFileSync(output, "utf8")).toContain("<EMAIL>");
    mkdirSync(join(folder, "sub"));
    expect(await run([...args.slice(0, -1), join(folder, "sub")])).toMatchObject({ code: 64 });
  });

  it("a wrong token, one that may not, and a service that is not there", async () => {
    const args = ["mask", written("in.csv", GOOD), "--columns", "mail:auto"];
    const MASKING_VAULT_TOKEN = "not-a-token";
    const wrong = await run(args, { MASKING_VAULT_TOKEN });
    expect(wrong).toMatchObject({ code: 77, stdout: "" });
    expect(wrong.stderr).not.toContain(MASKING_VAULT_TOKEN);
    expect(wrong.stderr).toContain("--token-file");
    const maskOnly = await newToken(service, "tables", "other", ["mask"]);
    const tokens = written("token", `${maskOnly}\n`);
    const unmask = ["unmask", args[1] ?? "", "--columns", "mail", "--token-file", tokens];
    expect(await run(unmask)).toMatchObject({ code: 77 });
    const alone = [...args, "--retries", "0"];
    const nobody = await run(alone, { MASKING_VAULT_URL: "http://127.0.0.1:9" });
    expect(nobody).toMatchObject({ code: 69, stdout: "" });
    expect(nobody.stderr).toContain("is not reached");
  });
});

describe("--on-error continue", () => {
  const more = ["--on-error", "continue", "--json"];

  it("makes what cannot be masked empty, tells where it was, and masks the rest", async () => {
    const long = "x".repeat(5_000);
    const input = written("in.csv", `name,id\nAda,1\n${long},2\nBo,3\n`);
    const output = join(folder, "out.csv");
    const args = ["mask", input, "--columns", "name:Text Token", "--output", output, ...more];
    const result = await run(args);
    expect(result.code).toBe(0);
    expect(result.stderr).toMatch(/^row 2, column "name": .*\n$/);
    expect(result.stderr).not.toContain("xxx");
    expect(JSON.parse(result.stdout)).toMatchObject({ output, rows: 3, values: 3, errors: 1 });
    const [, first, second, third] = readFileSync(output, "utf8").split("\n");
    expect(first).toMatch(/^[^,]+,1$/);
    expect(second).toBe(",2");
    expect(third).toMatch(/^[^,]+,3$/);
  });

  it.runIf(IS_LONG)("leaves what stands for nothing as it is", async () => {
    const input = written("in.ndjson", '{"a":"<EMAIL>x@y.org</EMAIL>"}\n');
    const result = await run(["unmask", input, "--columns", "a", ...more.slice(0, 2)]);
    expect(result).toMatchObject({ code: 0, stdout: '{"a":"<EMAIL>x@y.org</EMAIL>"}\n' });
    expect(result.stderr).toMatch(/^line 1, column "a": .*\n1 row, 1 value unmasked, 1 of them/);
    expect(await run(["unmask", input, "--columns", "a"])).toMatchObject({ code: 65, stdout: "" });
  });
});
