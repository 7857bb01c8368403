// masking-vault policy: policies as JSON files, which can be kept with code and written to any namespace.

import { VaultError } from "../../../clients/typescript/src/index.ts";
import { policyIn, readPolicy, writePolicy } from "../../run/client/policy-file.ts";
import {
  CLIENT_OPTIONS,
  noMoreWords,
  runActions,
  TOKEN_HELP,
  wordOf,
} from "../../run/client/run-client.ts";

const HELP = `Policies of the token's namespace (docs/policies.md).

  npm run -s cli -- policy list
  npm run -s cli -- policy show support --output support.json
  npm run -s cli -- policy put support support.json
  npm run -s cli -- policy delete support

  show     the whole policy, in the form that put reads
  put      create it, or change what FILE contains; the rest stays. FILE may
           have custom_entities, metadata (how entity types are masked),
           detection, settings, wrappers
  delete   its tokens stay readable
${TOKEN_HELP}`;

await runActions(HELP, CLIENT_OPTIONS, {
  async list({ client, say, signal, words }) {
    noMoreWords(words, 1);
    const { policies } = (await client.call("listPolicies", { signal })).data;
    if (policies.length > 0) await say({ policies }, policies.join("\n"));
  },
  async show({ client, words, say, signal }) {
    const file = await readPolicy(client, wordOf(words, 1, "NAME"), signal);
    await say(file, JSON.stringify(file, null, 2));
  },
  async put({ client, words, say, signal }) {
    const path = wordOf(words, 2, "NAME and one FILE");
    const [, policy_name = ""] = words;
    const file = policyIn(path);
    try {
      await client.call("createPolicy", { body: { data: { policy_name } }, signal });
    } catch (error) {
      if (!(error instanceof VaultError) || error.code !== "policy_exists") throw error;
    }
    await writePolicy(client, policy_name, file, signal);
    await say({ policy_name }, `Policy ${policy_name} is as ${path} says.`);
  },
  async delete({ client, words, say, signal }) {
    const policy_name = wordOf(words, 1, "NAME");
    await client.call("deletePolicy", { body: { data: { policy_name } }, signal });
    await say({ policy_name }, `Policy ${policy_name} is deleted.`);
  },
});
