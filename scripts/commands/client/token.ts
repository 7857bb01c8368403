// masking-vault token: namespace tokens, which the operator issues, lists and revokes.

import type { Operations } from "../../../clients/typescript/src/index.ts";
import { MAX_RATE } from "../../../src/core/rate-limits.ts";
import { usageFailure, wholeNumber } from "../../run/cli/command.ts";
import { columnsOf } from "../../run/cli/report.ts";
import {
  type Call,
  CLIENT_OPTIONS,
  clientHelp,
  noMoreWords,
  runActions,
} from "../../run/client/run-client.ts";

const HELP = `Namespace tokens. Needs the master key, or scopes tokens and read (list: read).

  npm run -s cli -- token issue --namespace shop --user etl --permissions mask
  npm run -s cli -- token list --namespace shop
  npm run -s cli -- token revoke --namespace shop --user etl

  issue      prints the token; write it to a private file (umask 077). Creates
             the namespace if it is new. --permissions of mask, unmask,
             metadata_change; --from DATE (today), --until DATE (a year later),
             --policy NAME for requests that name none, --jurisdiction eu, us,
             fedramp, --requests-per-second N, --values-per-second N
  list       permissions and end dates, of all namespaces or of one
  revoke     revokes the user's token at once
${clientHelp("the master key (or is vault.env); else VAULT_MASTER_KEY")}`;

const OPTIONS = {
  ...CLIENT_OPTIONS,
  namespace: { type: "string" },
  user: { type: "string" },
  permissions: { type: "string" },
  from: { type: "string" },
  until: { type: "string" },
  policy: { type: "string" },
  jurisdiction: { type: "string" },
  "requests-per-second": { type: "string" },
  "values-per-second": { type: "string" },
} as const;

type TokenData = Operations["generateToken"]["body"]["data"];

function owner({ namespace, user }: Call<typeof OPTIONS>["options"]) {
  return { namespace_name: given("namespace", namespace), _id: given("user", user) };
}

function rate(
  option: "requests-per-second" | "values-per-second",
  options: Call<typeof OPTIONS>["options"],
): number | null {
  const text = options[option];
  return text === undefined ? null : wholeNumber(option, text, 1, MAX_RATE);
}

function given(option: string, text: string | undefined): string {
  if (text) return text;
  throw usageFailure(`--${option} is missing.`);
}

await runActions(
  HELP,
  OPTIONS,
  {
    async issue({ client, options, say, signal, words }) {
      noMoreWords(words, 1);
      const permissions = given("permissions", options.permissions).split(",");
      const data = {
        ...owner(options),
        permissions: permissions as unknown as TokenData["permissions"],
        start_date: options.from ?? null,
        end_date: options.until ?? null,
        policy_name: options.policy ?? null,
        jurisdiction: (options.jurisdiction ?? null) as NonNullable<
          TokenData["jurisdiction"]
        > | null,
        limits: {
          requests_per_second: rate("requests-per-second", options),
          values_per_second: rate("values-per-second", options),
        },
      };
      const answer = await client.call("generateToken", { body: { data }, signal });
      await say(answer.data, answer.data.auth_key);
    },
    async list({ client, options, say, signal, words }) {
      noMoreWords(words, 1);
      const rows = [["namespace", "id", "user", "permissions", "from", "until", "active"]];
      let next_page_token: string | undefined;
      do {
        const { namespace } = options;
        const query = {
          ...(namespace && { namespace }),
          ...(next_page_token && { next_page_token }),
        };
        const page = await client.call("listTokens", { query, signal });
        for (const { auth_token: _, ...token } of page.data) {
          if (options.json) await say(token, "");
          const { namespace_id, _id, permissions, start_date, end_date, active } = token;
          const dates = [start_date, end_date, active ? "yes" : "no"];
          rows.push([token.namespace, namespace_id, _id, permissions.join(","), ...dates]);
        }
        next_page_token = page.next_page_token ?? undefined;
      } while (next_page_token !== undefined);
      if (!options.json) await say({}, columnsOf(rows));
    },
    async revoke({ client, options, say, signal, words }) {
      noMoreWords(words, 1);
      const user = owner(options);
      const { data } = await client.call("fetchToken", { body: { data: user }, signal });
      const { token_id } = data;
      const body = { data: { namespace_name: user.namespace_name, token_id } };
      const answer = await client.call("deactivateToken", { body, signal });
      await say(answer.data, answer.data.message);
    },
  },
  "VAULT_MASTER_KEY",
);
