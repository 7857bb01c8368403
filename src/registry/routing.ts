// Routes a call: the Registry that was called answers, or the one responsible.
import { FIRST_REGISTRY } from "../core/registries.ts";
import { failpoint } from "../platform/failpoint.ts";
import { relay } from "../platform/object-calls.ts";
import type { RegistryParts } from "./parts.ts";
import type { FormerRegistryRpc, RoutedVerbs } from "./rpc.ts";

/** The runtime's error for an object that still runs older code. */
const NOT_IMPLEMENTED = "RPC receiver does not implement";

/** A call as this version makes it and, if that differs, as the former version knows it. */
interface Question<T> {
  readonly ask: (registry: RoutedVerbs) => Promise<T>;
  readonly askFormer?: ((former: FormerRegistryRpc) => Promise<T>) | undefined;
}

/** Have the Registry with this number answer, once `prepare` has made it ready. */
export async function route<T>(
  { number: own, registry }: Pick<RegistryParts, "number" | "registry">,
  records: RoutedVerbs,
  { number, prepare }: { readonly number: number; readonly prepare: () => Promise<void> },
  { ask, askFormer }: Question<T>,
): Promise<T> {
  if (TEST_BUILD) await failpoint("registry.called");
  try {
    await prepare();
  } catch (error) {
    const isFormer = error instanceof Error && error.message.includes(NOT_IMPLEMENTED);
    if (!isFormer) throw error;
    // The platform may let a busy object run its former code for minutes; until then it is the only Registry.
    const former = registry(FIRST_REGISTRY) as RoutedVerbs & Partial<FormerRegistryRpc>;
    return relay(askFormer?.(former as FormerRegistryRpc) ?? ask(former));
  }
  return own === null || own === number ? ask(records) : relay(ask(registry(number)));
}
