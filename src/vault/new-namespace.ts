// Creates a namespace: its tables, its keys, and the settings that distinguish it from namespaces of older versions.

import { contextMaker } from "../crypto/context.ts";
import { systemClock } from "../platform/clock.ts";
import { failpoint } from "../platform/failpoint.ts";
import { migrate } from "../platform/migrations.ts";
import { systemRandom } from "../platform/random.ts";
import { FIRST_BLINDING, Keyring } from "./keys/keyring.ts";
import { noteRootVersion } from "./keys/wrap-anew.ts";
import { VAULT_MIGRATIONS } from "./schema/migrations.ts";
import { KeyStore } from "./store/keys.ts";
import { SettingStore } from "./store/settings.ts";

/** Write these in one transaction. Returns false, having written nothing, if `isWanted` is false once the keys are made. */
export async function makeNamespace(
  storage: DurableObjectStorage,
  namespace: { readonly nid: string; readonly rootKeyText: string | null | undefined },
  isWanted: () => boolean,
): Promise<boolean> {
  const { nid } = namespace;
  const keys = new KeyStore(storage.sql);
  const keyring = new Keyring(keys, contextMaker(nid), namespace, systemRandom);
  const wrapped = await keyring.newNamespaceKeys();
  const rootVersion = await keyring.rootVersion();
  if (TEST_BUILD) await failpoint("create.keys-made");
  if (!isWanted()) return false;
  storage.transactionSync(() => {
    migrate(storage, VAULT_MIGRATIONS, systemClock());
    for (const [name, key] of wrapped) keys.addNamespaceKey(name, key);
    const settings = new SettingStore(storage.sql);
    settings.put("nid", nid);
    settings.put("blinding_version", FIRST_BLINDING);
    settings.put("precise_types", 1);
    if (rootVersion > 1) noteRootVersion(settings, rootVersion);
  });
  return true;
}
