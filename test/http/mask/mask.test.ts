// PUT mask and unmask in token and format mode: every name, echoed members, order, and the round trip.
import { describe, expect, it } from "vitest";
import { newVault } from "../../support/namespaces.ts";
import { accepted, mask, only, tokenOf, tryUnmask, unmask } from "../../support/requests.ts";

const TOKEN_NAMES = ["Default Token", "Text Token", "Numeric Token", "Special Token"];
const FORMATS = [
  "Person Name",
  "Email Address",
  "Phone Number",
  "Address",
  "IP Address",
  "Social Identification Numbers",
  "Credit Card",
  "URL",
  "Default Format",
];

/** "Text Token" as some callers write it: "Text token". */
function sentenceCase(name: string): string {
  const [first, ...rest] = name.split(" ");
  return [first, ...rest.map((word) => word.toLowerCase())].join(" ");
}

describe("token mode", () => {
  it.each(TOKEN_NAMES)(
    "%s gives a token that is not the value and turns back into it",
    async (name) => {
      const { token } = await newVault();
      const masked = await tokenOf(token, "Ada Lovelace 1815", name);
      expect(masked).not.toContain("Ada");
      expect(masked).not.toContain("1815");
      expect(await unmask(token, [masked])).toEqual(["Ada Lovelace 1815"]);
    },
  );

  it.each(TOKEN_NAMES)(
    "%s in sentence case is echoed as sent and gives the same token",
    async (name) => {
      const { token } = await newVault();
      const spelt = sentenceCase(name);
      const item = only(await mask(token, [{ value: "Grace Hopper", token_name: spelt }]));
      expect(item.token_name).toBe(spelt);
      expect(item.token_value).toBe(await tokenOf(token, "Grace Hopper", name));
    },
  );

  it("keeps the value's separators in text tokens and gives digits in numeric ones", async () => {
    const { token } = await newVault();
    const text = await tokenOf(token, "kumar@ss.fss.com", "Text Token");
    expect(text).toMatch(/^[0-9A-Za-z]+@[0-9A-Za-z]+\.[0-9A-Za-z]+\.[0-9A-Za-z]+$/);
    const numeric = await tokenOf(token, "(408)-426-9989", "Numeric Token");
    expect(numeric).toMatch(/^\(\d{3}\)-\d{3}-\d{4}$/);
    expect(numeric).not.toBe("(408)-426-9989");
    expect(await tokenOf(token, "john.doe@example.com", "Special Token")).toMatch(/^[0-9A-Za-z]+$/);
  });

  it.each([
    "7",
    "---",
    "  ",
    "\t",
    "😀",
    "ß",
    "\u0000",
    "é",
    "é",
    "日本語 東京",
    "نص عربي",
    "a\r\nb",
  ])(
    "value %j comes back byte for byte under every token name and never passes in clear",
    async (value) => {
      const { token } = await newVault();
      const items = TOKEN_NAMES.map((token_name) => ({ value, token_name }));
      const tokens = (await mask(token, items)).map((item) => item.token_value);
      for (const masked of tokens) expect(masked).not.toBe(value);
      expect(await unmask(token, tokens)).toEqual(tokens.map(() => value));
    },
  );

  it("tells values apart by their exact bytes: case, accents' form and outer blanks", async () => {
    const { token } = await newVault();
    const values = ["a@x.org", "A@x.org", "\u00e9", "e\u0301", "x", " x", "x "];
    const items = values.map((value) => ({ value, token_name: "Text Token" }));
    const tokens = (await mask(token, items)).map((item) => item.token_value);
    expect(new Set(tokens).size).toBe(values.length);
    expect(await unmask(token, tokens)).toEqual(values);
  });

  it("answers with exactly the members sent and token_value", async () => {
    const { token } = await newVault();
    const [plain, formatted] = await mask(token, [
      { value: "Ada", token_name: "Text Token" },
      { value: "Ada", token_name: "Text Token", format: "Person Name" },
    ]);
    expect(Object.keys(plain ?? {}).sort()).toEqual(["token_name", "token_value", "value"]);
    expect(formatted).toMatchObject({
      value: "Ada",
      token_name: "Text Token",
      format: "Person Name",
    });
    expect(Object.keys(formatted ?? {})).toHaveLength(4);
  });
});

describe("format mode", () => {
  it.each(FORMATS)("%s gives a token that turns back", async (format) => {
    const { token } = await newVault();
    const masked = await tokenOf(token, "George 555 (x)", "Text Token", format);
    expect(masked).not.toContain("George");
    expect(await unmask(token, [masked])).toEqual(["George 555 (x)"]);
  });

  it.each([...FORMATS.map((name) => [sentenceCase(name), name] as const), ["Url", "URL"] as const])(
    "%s is echoed as sent and means the same format as %s",
    async (spelt, format) => {
      const { token } = await newVault();
      const sent = { value: "George 555", token_name: "Text Token", format: spelt };
      const item = only(await mask(token, [sent]));
      expect(item.format).toBe(spelt);
      expect(item.token_value).toBe(await tokenOf(token, "George 555", "Text Token", format));
    },
  );

  it("gives one value different tokens under different formats, all of which turn back", async () => {
    const { token } = await newVault();
    const items = FORMATS.map((format) => ({ value: "Ada 42", token_name: "Text Token", format }));
    const tokens = (await mask(token, items)).map((item) => item.token_value);
    expect(new Set(tokens).size).toBe(FORMATS.length);
    expect(await unmask(token, tokens)).toEqual(tokens.map(() => "Ada 42"));
  });
});

describe("a list of mixed items", () => {
  it("is answered item by item in the order sent", async () => {
    const { token } = await newVault();
    const items = [
      { value: "write to ada@example.org" },
      { value: "Ada", token_name: "Text Token" },
      { value: "5551234", token_name: "Numeric Token", format: "Phone Number" },
      { value: "nothing to see here" },
      { value: "Ada", token_name: "Special Token", attributes: { row: 4 } },
      { value: "Ada", token_name: "Text Token" },
    ];
    const answer = await mask(token, items);
    expect(answer.map(({ value }) => value)).toEqual(items.map(({ value }) => value));
    expect(answer[1]?.token_value).toBe(answer[5]?.token_value);
    expect(answer[2]?.token_value).toMatch(/^\d+$/);
    const back = await unmask(
      token,
      answer.map((item) => item.token_value),
    );
    expect(back).toEqual(items.map(({ value }) => value));
  });

  it("of a thousand values keeps order and gives a thousand tokens", async () => {
    const { token } = await newVault();
    const values = Array.from({ length: 1_000 }, (_, i) => `person ${i}`);
    const answer = await mask(
      token,
      values.map((value) => ({ value, token_name: "Text Token" })),
    );
    expect(answer.map((item) => item.value)).toEqual(values);
    const tokens = answer.map((item) => item.token_value);
    expect(new Set(tokens).size).toBe(1_000);
    expect(await unmask(token, tokens.toReversed())).toEqual(values.toReversed());
  });
});

describe("attributes", () => {
  const ATTRIBUTES: readonly unknown[] = [
    { column: "name", row: "12" },
    { row: 12, ratio: 0.5, flag: true, nothing: null, nested: { list: [1, "two"] } },
    "Name",
    7,
    [],
    {},
    false,
    { path: "C:\\udacity\\notes" },
    JSON.parse('{"__proto__":1,"constructor":"x"}') as unknown,
  ];

  it.each(ATTRIBUTES.map((attributes) => [JSON.stringify(attributes), attributes] as const))(
    "%s are echoed unchanged by mask and unmask",
    async (_, attributes) => {
      const { token } = await newVault();
      const sent = { value: "Ada", token_name: "Text Token", attributes };
      const masked = only(await mask(token, [sent]));
      expect(masked.attributes).toEqual(attributes);
      expect(await unmask(token, [masked.token_value])).toEqual(["Ada"]);
    },
  );

  it("do not change the token", async () => {
    const { token } = await newVault();
    const sent = { value: "Ada", token_name: "Text Token", attributes: { a: 1 } };
    const masked = only(await mask(token, [sent]));
    expect(masked.token_value).toBe(await tokenOf(token, "Ada", "Text Token"));
  });
});

describe("numeric tokens of small spaces", () => {
  it("give every single digit its own token of at least six digits", async () => {
    const { token } = await newVault();
    const values = [..."0123456789"];
    const items = values.map((value) => ({ value, token_name: "Numeric Token" }));
    const tokens = (await mask(token, items)).map((item) => item.token_value);
    for (const masked of tokens) expect(masked).toMatch(/^\d{6,}$/);
    expect(new Set(tokens).size).toBe(10);
    expect(accepted(await tryUnmask(token, tokens)).map((item) => item.value)).toEqual(values);
  });
});
