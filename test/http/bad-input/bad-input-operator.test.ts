// Field by field, the operator's operations: members that are missing, of the wrong type, empty, too long, or name
// something that does not exist.
import { describe, it } from "vitest";
import { refuses, watchThroughout } from "../../support/bad-input.ts";
import { operation } from "../../support/operations.ts";
import { invalid, MARKER, REFUSED, type Refusal } from "../../support/refusals.ts";
import { MASTER_KEY } from "../../support/requests.ts";

const watched = watchThroughout();

const malformed = (field: string): Refusal => ({
  status: 400,
  code: "invalid_text",
  message: `${field} is not well-formed Unicode`,
});
const KIB = 1024;

const GENERATE = { namespace_name: `bad-${MARKER}`, _id: "user", permissions: ["mask"] };
const NAMES = ["namespace_name", "_id"] as const;
const BAD_NAMES = [undefined, null, "", 5, ["x"], {}, "n".repeat(257), "7".repeat(64 * KIB)];

const BAD_DATES = [
  "",
  "2026",
  "2026-1-1",
  "2026-02-30",
  "2026-13-01",
  "01-01-2026",
  "2026-01-01T00:00:00Z",
  " 2026-01-01",
  "+12026-01-01",
  20260101,
  [],
  {},
  MARKER,
];

describe("generate", () => {
  it.each(NAMES.flatMap((name) => BAD_NAMES.map((bad) => [name, bad] as const)))(
    "is refused when %s is %j",
    async (name, bad) => {
      const sent = { token: MASTER_KEY, body: { data: { ...GENERATE, [name]: bad } } };
      await refuses(operation("auth-token/generate"), watched, sent, invalid(name));
    },
  );

  it.each([undefined, null, [], "mask", {}, [5], ["mask", "root"], ["Mask"], [["mask"]]])(
    "is refused when permissions are %j",
    async (permissions) => {
      const sent = { token: MASTER_KEY, body: { data: { ...GENERATE, permissions } } };
      await refuses(operation("auth-token/generate"), watched, sent, invalid("permissions"));
    },
  );

  it.each(
    ["start_date", "end_date"].flatMap((name) => BAD_DATES.map((bad) => [name, bad] as const)),
  )("is refused when %s is %j", async (name, bad) => {
    const sent = { token: MASTER_KEY, body: { data: { ...GENERATE, [name]: bad } } };
    await refuses(operation("auth-token/generate"), watched, sent, invalid(name));
  });

  it("is refused when the last day is before the first", async () => {
    const dates = { start_date: "2026-05-02", end_date: "2026-05-01" };
    const sent = { token: MASTER_KEY, body: { data: { ...GENERATE, ...dates } } };
    await refuses(operation("auth-token/generate"), watched, sent, invalid("end_date"));
  });

  it.each(NAMES)("is refused when %s has a lone surrogate", async (name) => {
    const sent = { token: MASTER_KEY, body: { data: { ...GENERATE, [name]: `${MARKER}\ud800` } } };
    await refuses(operation("auth-token/generate"), watched, sent, malformed(name));
  });

  it("made no namespace in all this", async () => {
    const sent = { token: MASTER_KEY, body: { data: GENERATE } };
    await refuses(operation("auth-token/fetch"), watched, sent, REFUSED.namespace);
  });
});

describe("fetch, deactivate and details", () => {
  it.each(NAMES.flatMap((name) => BAD_NAMES.map((bad) => [name, bad] as const)))(
    "fetch is refused when %s is %j",
    async (name, bad) => {
      const sent = { token: MASTER_KEY, body: { data: { ...GENERATE, [name]: bad } } };
      await refuses(operation("auth-token/fetch"), watched, sent, invalid(name));
    },
  );

  it.each([undefined, null, 5, [], {}])(
    "deactivate is refused when auth_token is %j",
    async (auth_token) => {
      const sent = { token: MASTER_KEY, body: { data: { auth_token } } };
      await refuses(operation("auth-token/deactivate"), watched, sent, invalid("auth_token"));
    },
  );

  it.each(["", MARKER, "a.b.c", "\u0000", "\ud800", "7".repeat(64 * KIB)])(
    "deactivate is refused when auth_token is no token, such as %j",
    async (auth_token) => {
      const sent = { token: MASTER_KEY, body: { data: { auth_token } } };
      await refuses(operation("auth-token/deactivate"), watched, sent, REFUSED.token);
    },
  );

  it.each([
    ["", invalid("auth_token")],
    ["?auth_token=", invalid("auth_token")],
    [`?auth_token=${MARKER}`, REFUSED.token],
    ["?auth_token=%00%ff", REFUSED.token],
  ])("details%s is refused", async (query, refused) => {
    const details = operation("auth-token/details");
    const path = `${details.path.split("?")[0]}${query}`;
    await refuses({ ...details, path }, watched, { token: MASTER_KEY }, refused);
  });

  it.each(["namespace/hold", "namespace/delete"])(
    "%s is refused when its data or the name in it is of the wrong type, empty or unknown",
    async (name) => {
      const subject = operation(name);
      const [field = ""] = Object.keys(subject.body("x")?.["data"] ?? {});
      const data = (text: unknown) => ({ data: { hold: true, [field]: text } });
      const send = (body: unknown, refused: Refusal) =>
        refuses(subject, watched, { token: MASTER_KEY, body }, refused);
      for (const bad of [undefined, null, "", 5, true, [MARKER], { name: MARKER }]) {
        await send(data(bad), invalid(field));
      }
      await send(data(`${MARKER}\ud800`), malformed(field));
      for (const bad of [5, "x", true, []]) await send({ data: bad }, invalid("data"));
      for (const unknown of [
        MARKER,
        "n".repeat(257),
        "7".repeat(64 * KIB),
        "\u0000",
        "__proto__",
      ]) {
        await send(data(unknown), REFUSED.namespace);
      }
    },
  );

  it.each([
    ["", invalid("tracking_id")],
    ["?tracking_id=", invalid("tracking_id")],
    [`?tracking_id=${MARKER}`, REFUSED.trackingId],
    ["?tracking_id=%00%ff", REFUSED.trackingId],
    [`?tracking_id=${"7".repeat(8 * KIB)}`, REFUSED.trackingId],
  ])("namespace/job-status%s is refused", async (query, refused) => {
    const path = `${operation("namespace/job-status").path.split("?")[0]}${query}`;
    const subject = { ...operation("namespace/job-status"), path };
    await refuses(subject, watched, { token: MASTER_KEY }, refused);
  });

  it.each([
    [`?namespace=${MARKER}`, REFUSED.namespace],
    ["?namespace=", REFUSED.namespace],
    [`?next_page_token=${MARKER}`, invalid("next_page_token")],
    ["?next_page_token=%25", invalid("next_page_token")],
  ])("list%s is refused", async (query, refused) => {
    const list = operation("auth-token/list");
    await refuses({ ...list, path: list.path + query }, watched, { token: MASTER_KEY }, refused);
  });
});
