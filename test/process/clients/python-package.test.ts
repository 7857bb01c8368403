// The Python package of the API that we follow, as it is on PyPI, against a real service: each example of its own README.
// In CI and with LONG_TESTS=1, where Python and the package are to be had.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../../scripts/run/cli/tool.ts";
import { type Answer, newToken, send } from "../../support/node/api-client.ts";
import { type ForeignPackage, pythonPackage } from "../../support/node/foreign-program.ts";
import { cleanUp } from "../../support/node/run-script.ts";
import { type Service, startService } from "../../support/node/service.ts";

const SCRIPT = join(PROJECT_ROOT, "test/process/clients/readme-examples.py");
const DONE = { success: true, error: { message: "" } };
const PENDING = { ...DONE, data: [{ tracking_id: expect.any(String), status: "PENDING" }] };

let client: ForeignPackage;
let service: Service;

beforeAll(async () => {
  client = await pythonPackage("protecto-ai", "1.0.2");
  if (client.missing === "") service = await startService();
}, 300_000);

afterAll(cleanUp);

/** Answers to its examples, in the README's order. */
async function play(token: string): Promise<Answer["body"][]> {
  const given = [SCRIPT, service.url, token];
  const { stdout } = await promisify(execFile)(join(client.bin, "python"), given);
  return JSON.parse(stdout);
}

/** `index` of `data` of an answer are masked in a way that has these members. */
const masked = (...items: object[]) => ({
  ...DONE,
  data: items.map((item) => expect.objectContaining({ ...item, token_value: expect.any(String) })),
});
const found = (value: string, pii_type: string) => expect.objectContaining({ value, pii_type });
const MARK = "Mark lives in the U.S.A";

describe("protecto_ai", () => {
  it("gets from its README's examples what they show, under the default policy that docs/migrating.md names", async (context) => {
    context.skip(client.missing !== "", client.missing);
    const token = await newToken(service, "word", "me", ["mask", "unmask", "metadata_change"]);
    const policy = { policy_name: "README" };
    for (const [path, data] of [
      ["policy/create", policy],
      ["policy/settings", { ...policy, token_style: "word", partial: true }],
      ["policy/default", policy],
    ] as const) {
      expect((await send(service, token, `metadata/${path}`, { data })).status).toBe(200);
    }
    const answers = await play(token);
    expect(answers).toEqual([
      masked(
        {
          value: "George Washington is happy",
          individual_tokens: [found("George", "PERSON"), found("Washington", "PERSON")],
        },
        { value: MARK, individual_tokens: [found("Mark", "PERSON"), found("U.S.A", "ADDRESS")] },
      ),
      masked(
        { value: "Mark", token_name: "Text Token" },
        { value: "Australia", token_name: "Text Token" },
      ),
      masked({ value: "(555) 123-4567", token_name: "Numeric Token", format: "Phone Number" }),
      masked({ value: "Ross", token_name: "Text Token", format: "Person Name" }),
      masked(
        { value: "George Washington is happy" },
        { value: "George Washington" },
        { value: "Washington" },
      ),
      PENDING,
      PENDING,
      { ...DONE, data: [expect.anything(), expect.anything()] },
    ]);
    const [theirs, ours] = answers[7].data;
    // An id of the vendor's own vault, in whose place the README shows a job whose data has gone.
    expect(theirs).toMatchObject({ status: "FAILED", error_code: "tracking_id_unknown" });
    expect(ours).toMatchObject({ call_type: "unmask", status: "SUCCESS", error_msg: null });
    const values = ours.result.map(({ value }: { value: string }) => value);
    // Tokens of that vault stay as they are, with their tags, which the README's answer leaves out.
    expect(values).toEqual([
      "mTiygJz7Tf",
      "<PER>mTiygJz7Tf</PER> lives in the <ADDRESS>oQLxg3gisk.G2jPUYZHcv.bHIrJ0Mb7k</ADDRESS>",
      "Ram lives in the U.S.A",
    ]);
  });

  it("gets what it can read where two examples need that policy, and the rest without it", async (context) => {
    context.skip(client.missing !== "", client.missing);
    const answers = await play(await newToken(service, "plain", "me", ["mask", "unmask"]));
    const succeeded = answers.map(({ success }) => success);
    expect(succeeded).toEqual([true, true, true, true, false, true, true, true]);
    // One word of a name.
    expect(answers[4].error).toMatchObject({ code: "unmask_failed", item_index: 2 });
    // A token without a value.
    expect(answers[7].data[1]).toMatchObject({ status: "FAILED", error_item_index: 0 });
  });
});
