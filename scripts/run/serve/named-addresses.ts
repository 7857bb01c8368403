// Addresses that the operator names: targets of jobs' callbacks, external recognizers, providers of language models.
import { CommandFailure, EXIT } from "../cli/command.ts";
import { readAddress } from "./ways-out.ts";

/** An address of which callers know only the name. */
export type NamedAddress = { readonly name: string; readonly url: URL };

const CALLBACKS_SECRET = "CALLBACKS_SECRET";

/** 24 to 64 bytes in base64, as Standard Webhooks 1.0.0 requires. */
const SECRET =
  /^whsec_(?=[A-Za-z0-9+/]{32,88}={0,2}$)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const ANY_NAME = { form: /^[a-z][a-z0-9]{0,31}$/, words: "made of small letters and digits" };
/** The options with such addresses: an example, and the names that they take. */
const OPTIONS = {
  callback: { example: "orders=https://example.com/hooks", names: ANY_NAME },
  recognizer: { example: "presidio=http://localhost:3000/analyze", names: ANY_NAME },
  llm: {
    example: "openai=https://api.openai.com/v1",
    names: { form: /^(?:openai|anthropic)$/, words: "one of openai, anthropic" },
  },
};

/** Parse each `NAME=URL` given with an option of the command line. */
export function readNamedAddresses(
  option: keyof typeof OPTIONS,
  given: readonly string[],
): NamedAddress[] {
  const { example, names } = OPTIONS[option];
  const wrong = (why: string) =>
    new CommandFailure(`--${option} takes NAME=URL, as in ${example}: ${why}.`, EXIT.usage);
  const addresses = given.map((text) => {
    const [, name = "", address = ""] = /^([^=]*)=?(.*)$/.exec(text) ?? [];
    if (!names.form.test(name)) throw wrong(`NAME is ${names.words}`);
    const url = readAddress(address);
    if (typeof url === "string") throw wrong(`${name} ${url}`);
    return { name, url };
  });
  if (new Set(addresses.map(({ name }) => name)).size === addresses.length) return addresses;
  throw wrong("each NAME may be given once");
}

/** The secret that signs callbacks, by variable name; empty where there are no addresses. */
export function readCallbackSecret(
  env: Readonly<Record<string, string | undefined>>,
  addresses: readonly NamedAddress[],
): Record<string, string> {
  if (addresses.length === 0) return {};
  const secret = env[CALLBACKS_SECRET]?.trim() ?? "";
  if (SECRET.test(secret)) return { [CALLBACKS_SECRET]: secret };
  const how = `node -p '"whsec_" + crypto.randomBytes(32).toString("base64")'`;
  throw new CommandFailure(
    `--callback needs ${CALLBACKS_SECRET}: whsec_ and 24 to 64 bytes in base64, as made by ${how}.`,
    EXIT.secrets,
  );
}
