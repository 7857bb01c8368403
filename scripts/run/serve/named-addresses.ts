// Addresses that the operator names: targets of jobs' callbacks, and external recognizers.
import { CommandFailure, EXIT } from "../cli/command.ts";
import { readAddress } from "./ways-out.ts";

/** An address of which callers know only the name. */
export type NamedAddress = { readonly name: string; readonly url: URL };

/** Variable with the secret that signs callbacks. */
const CALLBACKS_SECRET = "CALLBACKS_SECRET";

/** 24 to 64 bytes in base64, as Standard Webhooks 1.0.0 requires. */
const SECRET =
  /^whsec_(?=[A-Za-z0-9+/]{32,88}={0,2}$)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const NAME = /^[a-z][a-z0-9]{0,31}$/;

/** The options with such addresses, each with an example. */
const EXAMPLES = {
  callback: "orders=https://example.com/hooks",
  recognizer: "presidio=http://localhost:3000/analyze",
} as const;
type Option = keyof typeof EXAMPLES;

/** Parse each `NAME=URL` given with an option of the command line. */
export function readNamedAddresses(option: Option, given: readonly string[]): NamedAddress[] {
  const wrong = (why: string) =>
    new CommandFailure(
      `--${option} takes NAME=URL, as in ${EXAMPLES[option]}: ${why}.`,
      EXIT.usage,
    );
  const addresses = given.map((text) => {
    const [, name = "", address = ""] = /^([^=]*)=?(.*)$/.exec(text) ?? [];
    if (!NAME.test(name)) throw wrong("NAME is made of small letters and digits");
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
