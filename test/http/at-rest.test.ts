// docs/decisions/laws.md#no-plaintext-at-rest: a namespace's database has no submitted text in clear.
import { expect, it } from "vitest";
import { generate, newNamespace } from "../support/namespaces.ts";
import { mask, maskText, pollJob, submit, unmask } from "../support/requests.ts";
import { countRows, dump } from "../support/storage.ts";

const SECRET = "Zq7x-plaintext-marker";

it("values, attributes, job inputs and results, unknown members and user ids are sealed", async () => {
  const { name, nid, tokens } = await newNamespace({ all: ["mask", "unmask"] });
  await generate(name, `user ${SECRET}`, ["mask"], { policy_name: SECRET });
  const items = [
    { value: `name ${SECRET}`, token_name: "Text Token" },
    { value: `name ${SECRET}`, token_name: "Special Token", attributes: { [SECRET]: SECRET } },
    { value: `4085551234567`, token_name: "Numeric Token" },
    { value: `write to ${SECRET}@example.org` },
  ];
  const masked = await mask(tokens.all, items);
  await maskText(tokens.all, `<EMAIL>${SECRET}</EMAIL>`);
  await unmask(
    tokens.all,
    masked.map((item) => item.token_value),
  );
  const job = await pollJob(
    tokens.all,
    await submit(tokens.all, "mask", { mask: items, note: SECRET }),
  );
  const back = { unmask: (job.result ?? []).map(({ token_value }) => ({ token_value })) };
  await pollJob(tokens.all, await submit(tokens.all, "unmask", back));
  const stored = await dump(nid);
  const counts = await countRows(nid);
  expect(counts).toMatchObject({
    mapping: 5,
    shaped_token: 1,
    attribute: 1,
    job: 2,
    issued_token: 2,
  });
  // The dump does see what is stored: the tracking id is kept in clear, and so are numeric tokens.
  expect(stored).toContain(job.tracking_id);
  expect(stored).toContain(masked[2]?.token_value);
  expect(stored).not.toContain(SECRET);
  expect(stored).not.toContain("4085551234567");
  for (const item of [masked[0], masked[1]]) expect(stored).not.toContain(item?.token_value);
});
