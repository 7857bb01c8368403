// The Python client against a real service: every operation of the document is called through both of its halves. In CI and
// with LONG_TESTS=1, where Python and its packages are to be had.
import { execFile } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it, type TestContext } from "vitest";
import { OPERATIONS } from "../../../clients/typescript/src/operations.ts";
import { MAX_PART_BYTES, MAX_PART_ITEMS } from "../../../clients/typescript/src/parts.ts";
import project from "../../../package.json" with { type: "json" };
import { synchronous } from "../../../scripts/openapi/python/client.ts";
import { PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";
import { newToken } from "../../support/node/api-client.ts";
import { type FailingProxy, startFailingProxy } from "../../support/node/failing-proxy.ts";
import { type ForeignPackage, pythonPackage } from "../../support/node/foreign-program.ts";
import { cleanUp, temporaryFolder } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

const FOLDER = join(PROJECT_ROOT, "clients/python");
const SCRIPT = join(PROJECT_ROOT, "test/process/clients/every-operation.py");
const PATIENCE = { timeout: 120_000 };

let httpx: ForeignPackage;
let service: Service;
let proxy: FailingProxy;
let token: string;

beforeAll(async () => {
  httpx = await pythonPackage("httpx", "0.28.1");
  if (httpx.missing !== "") return;
  service = await startService();
  proxy = await startFailingProxy(service.url);
  token = await newToken(service, "demo", "me", ["mask", "unmask", "metadata_change"]);
}, 300_000);
beforeEach(() => {
  if (proxy !== undefined) [proxy.faults, proxy.came] = [[], []];
});
afterAll(async () => {
  proxy?.stop();
  await cleanUp();
});

const needsPython = (context: TestContext) => context.skip(httpx.missing !== "", httpx.missing);

/** What a program of the environment with httpx says, with the client at hand. */
async function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const PYTHONPATH = join(FOLDER, "src");
  const options = {
    cwd: temporaryFolder(),
    env: { ...process.env, PYTHONPATH, PYTHONDONTWRITEBYTECODE: "1", ...env },
  };
  return (await promisify(execFile)(join(httpx.bin, program), args, options)).stdout;
}

/** What a few lines print, which have `vault` and `failure` beside the client's names; through the proxy. */
function play(lines: string, bearer = token): Promise<string> {
  const begin = `
from masking_vault import Client, VaultError
vault = Client("${proxy.url}", "${bearer}")
ITEMS = [{"value": "Ada Lane", "token_name": "Person Token"}]
def failure(call, *args, **options):
    try:
        call(*args, **options)
    except VaultError as error:
        return f"{error.code} {error.status}"
`;
  return run("python", ["-W", "error", "-c", `${begin}${lines}`]);
}

describe.each([
  ["asynchronous", (script: string) => script],
  ["synchronous", synchronous],
])("the %s client", (_, made) => {
  it("calls every operation", PATIENCE, async (context) => {
    needsPython(context);
    const path = join(temporaryFolder(), "every.py");
    writeFileSync(path, made(readFileSync(SCRIPT, "utf8")));
    const args = ["-W", "error", path, service.url, service.secrets.VAULT_MASTER_KEY];
    const asked: string[] = JSON.parse(await run("python", args));
    const called = Object.entries(OPERATIONS).filter(([, route]) => {
      const pattern = new RegExp(`^${route.replace(/\{\w+\}/g, "[^/]+")}$`);
      return asked.some((one) => pattern.test(one));
    });
    expect(called.map(([id]) => id)).toEqual(Object.keys(OPERATIONS));
  });
});

describe("a request", () => {
  it("that may be repeated is sent again after broken connections and 502, 503 and 504", async (context) => {
    needsPython(context);
    proxy.faults = ["cut", "cut late", { status: 503 }, { status: 502 }, { status: 504 }];
    await play("vault.mask(ITEMS, retries=5)");
    expect(proxy.came).toEqual(Array(6).fill("PUT mask"));
  });

  it("is sent again no sooner than Retry-After says, and never when that is far", async (context) => {
    needsPython(context);
    const later = new Date(Date.now() + 3_600_000).toUTCString();
    proxy.faults = [{ status: 429, retryAfter: "1" }];
    const began = performance.now();
    await play("vault.mask(ITEMS)");
    expect(performance.now() - began).toBeGreaterThanOrEqual(1_000);
    proxy.faults = [{ status: 503, retryAfter: later }];
    expect(await play("print(failure(vault.mask, ITEMS))")).toBe("http_error 503\n");
    expect(proxy.came).toHaveLength(3);
  });

  it("is given up after so many times, and in time", async (context) => {
    needsPython(context);
    proxy.faults = ["cut", "cut", "silent"];
    const said = await play(`
print(failure(vault.mask, ITEMS, retries=1))
print(failure(vault.mask, ITEMS, retries=0, timeout=0.2))`);
    expect(said).toBe("network 0\ntimeout 0\n");
    expect(proxy.came).toHaveLength(3);
  });

  it("is sent once when it makes something new each time, is refused, or comes piece by piece", async (context) => {
    needsPython(context);
    proxy.faults = ["cut late"];
    const user = `{"namespace_name": "demo", "_id": "you", "permissions": ["mask"]}`;
    const master = service.secrets.VAULT_MASTER_KEY;
    const made = `print(failure(vault.api.generate_token, {"data": ${user}}))`;
    expect(await play(made, master)).toBe("network 0\n");
    proxy.faults = [{ status: 500, code: "internal" }, { status: 429 }];
    const said = await play(`
print(failure(vault.mask, ITEMS))
print(failure(vault.api.mask_stream, iter([b"Hello"]), "text/plain"))
print(failure(vault.mask, [{"value": ""}]))`);
    expect(said).toMatch(/^internal 500\nhttp_error 429\n\w+ 400\n$/);
    expect(proxy.came).toHaveLength(4);
  });

  it("to submit a job is sent again with its key, and stays one job", async (context) => {
    needsPython(context);
    proxy.faults = ["cut late", { status: 409, code: "submission_under_way" }, { status: 502 }];
    const said = await play(`
ids = vault.jobs.submit("mask", iter(ITEMS))
keyed = [vault.jobs.submit("mask", ITEMS, idempotency_key="Monday") for _ in range(2)]
print(len(ids), keyed[0] == keyed[1], len(list(vault.jobs.list())))
print(failure(vault.jobs.submit, "mask", ITEMS * 2, idempotency_key="Monday"))`);
    expect(said).toBe("1 True 2\nidempotency_key_reused 422\n");
  });
});

describe("the package", () => {
  const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");

  /** The programs of its page. */
  const examples = () =>
    [...read("README.md").matchAll(/```python\n([\s\S]*?)```/g)].map(([, code = ""]) => code);

  it("has the project's version, and the limits of the other client", () => {
    expect(read("pyproject.toml")).toContain(`\nversion = "${project.version}"\n`);
    const parts = read("src/masking_vault/_parts.py");
    const [, items = "", bytes = ""] =
      /MAX_PART_ITEMS = ([\d_]+)[\s\S]*MAX_PART_BYTES = (\d+) \* 1024 \* 1024/.exec(parts) ?? [];
    const limits = [Number(items.replaceAll("_", "")), Number(bytes) * 1024 * 1024];
    expect(limits).toEqual([MAX_PART_ITEMS, MAX_PART_BYTES]);
  });

  it("cuts lists of many and of large items", async (context) => {
    needsPython(context);
    const said = await run("python", [
      "-c",
      `
from masking_vault._parts import Parts, MAX_PART_BYTES
def cut(items):
    parts = Parts("mask", {"json": True})
    made = [part for part in map(parts.add, items) if part] + [parts.close()]
    assert all(len(part.body) <= MAX_PART_BYTES and part.body.endswith(b'],"json":true}') for part in made)
    print([part.items for part in made])
cut(range(200_001))
cut(["\\u3042" * (1024 * 1024 // 3)] * 33)`,
    ]);
    expect(said).toBe("[100000, 100000, 1]\n[15, 15, 3]\n");
  });

  it("is typed: mypy has nothing against it in strict mode", PATIENCE, async (context) => {
    needsPython(context);
    const mypy = await pythonPackage("mypy", "2.4.1");
    context.skip(mypy.missing !== "", mypy.missing);
    const pages = examples().map((example, index) => {
      const path = join(temporaryFolder(), `example${index}.py`);
      writeFileSync(path, example);
      return path;
    });
    const args = ["--python-executable", join(httpx.bin, "python"), "--cache-dir", "/dev/null"];
    const env = { ...process.env, MYPYPATH: join(FOLDER, "src") };
    const options = { cwd: FOLDER, encoding: "utf8", env } as const;
    const checked = promisify(execFile)(
      join(mypy.bin, "mypy"),
      [...args, "src", ...pages],
      options,
    );
    expect((await checked.catch((error) => error)).stdout).toContain("Success");
  });

  it(
    "needs no newer Python than it says, by its syntax and what it takes of the library",
    PATIENCE,
    async (context) => {
      needsPython(context);
      const vermin = await pythonPackage("vermin", "1.6.0");
      context.skip(vermin.missing !== "", vermin.missing);
      const [says, page] = ["pyproject.toml", "README.md"].map((name) =>
        readFileSync(join(FOLDER, name), "utf8"),
      );
      const oldest = /^requires-python = ">=(3\.\d+)"$/m.exec(says ?? "")?.[1];
      // What mypy takes it for, and what people read.
      expect(says).toContain(`\npython_version = "${oldest}"\n`);
      expect(page).toContain(`for Python ${oldest} and newer`);
      const args = ["--eval-annotations", "--no-tips", `-t=${oldest}-`, "src"];
      const looked = promisify(execFile)(join(vermin.bin, "vermin"), args, { cwd: FOLDER });
      const { stdout } = await looked.catch((error) => error);
      expect(stdout).toContain("Minimum required versions: 3.");
      expect(stdout).not.toContain("not met");
    },
  );

  it("can be built, with its types", PATIENCE, async (context) => {
    needsPython(context);
    const [source, made] = [temporaryFolder(), temporaryFolder()];
    cpSync(FOLDER, source, { recursive: true });
    await run("pip", ["install", "--quiet", "--no-deps", "--target", made, source]);
    const where = "import masking_vault as m; print(m.__file__)";
    const file = await run("python", ["-c", where], { PYTHONPATH: made });
    expect(file.startsWith(made)).toBe(true);
    expect(readFileSync(join(made, "masking_vault/py.typed"), "utf8")).toBe("");
  });

  it("does what its page says", async (context) => {
    needsPython(context);
    expect(examples()).toHaveLength(2);
    for (const example of examples()) {
      const env = { VAULT_URL: service.url, VAULT_TOKEN: token };
      expect(await run("python", ["-c", example], env)).toMatch(/^.+\nAda Lane\n/);
    }
  });
});
