// Before each request and each call of an object the test pool asks Node where the Worker's own module lies, over a socket and
// through Vite: of all that a test of small calls costs it was a quarter. The answer is the same for as long as the runner lives.
// And the runner keeps a module's exports in an object made by Object.create(null), which V8 takes for a dictionary: each use of
// an import is a look-up in a hash table. As a prototype that was read through, the object is an ordinary one again.

// And a line of the log of an object that is aborted meanwhile is answered to nobody, while the runner waits for all answers before
// it ends a file: a run whose tests have all passed stood still for good, the more often the busier the machine.

/** What the pool (@cloudflare/vitest-plugin 1.4) and Vitest 5 have in common; another shape fails each file at its start. */
declare const __vitest_mocker__: {
  readonly moduleRunner: {
    readonly vitestOptions: { readonly transport: Transport };
    readonly evaluator: Evaluator;
  };
};

/** What tells the runner of what happens. As an event it is not answered. */
declare const __vitest_worker__: { rpc: Record<string | symbol, Call> };
type Call = ((...given: unknown[]) => unknown) & { readonly asEvent: Call };

interface Transport {
  resolveId: (id: string, importer?: string) => Promise<unknown>;
}

interface Evaluator {
  runInlinedModule: (context: Context, ...rest: unknown[]) => Promise<unknown>;
}

interface Context {
  readonly __vite_ssr_exports__: object;
}

const { moduleRunner } = __vitest_mocker__;
const { transport } = moduleRunner.vitestOptions;
const { resolveId } = transport;
if (resolveId.name !== "resolveOnce") {
  const known = new Map<string, unknown>();
  // Kept when it is there: others may not wait for what this request waits for.
  transport.resolveId = async function resolveOnce(id, importer) {
    if (importer !== undefined) return resolveId(id, importer);
    if (!known.has(id)) known.set(id, await resolveId(id));
    return known.get(id);
  };
  const { evaluator } = moduleRunner;
  const run = evaluator.runInlinedModule.bind(evaluator);
  evaluator.runInlinedModule = async (context, ...rest) => {
    const result = await run(context, ...rest);
    quicken(context.__vite_ssr_exports__);
    return result;
  };
}

/** V8 makes a prototype that is read through an ordinary object after some ten reads, and its accessors can be inlined. */
function quicken(exports: object): void {
  const heir: { readonly toString?: unknown } = Object.create(exports);
  for (let i = 0; i < 20; i++) readOf(heir);
}

function readOf(heir: { readonly toString?: unknown }): unknown {
  return heir.toString;
}

const { rpc } = __vitest_worker__;
__vitest_worker__.rpc = new Proxy(rpc, {
  get: (calls, name) =>
    name === "onUserConsoleLog" ? calls["onUserConsoleLog"]?.asEvent : calls[name],
});
