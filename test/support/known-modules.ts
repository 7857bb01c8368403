// Before each request and each call of an object, the test pool asks Node for the path of the Worker's module, over a socket
// and through Vite: a quarter of the cost of tests with small calls. The answer never changes during a run. And the runner
// keeps a module's exports in an object made by Object.create(null), which V8 stores as a dictionary: each use of an import
// is a hash look-up. Once the object has been read through as a prototype, V8 stores it as an ordinary one.

// With the path, the runner asks for the module, though it has it: the pool sends the question into an object of its own, by
// a fetch, where the answer for what is loaded is always that it may stay. It is answered here.

// Also, a log line of an object that is aborted meanwhile never gets an answer, while the runner waits for all
// answers before it ends a file: runs whose tests had all passed hung forever, more often on busier machines.

// And for each file the runner asks for the code of every module that the file needs, as one message of megabytes, though the
// isolate has nearly all of them from files before. It gets none; those that it lacks are then fetched one by one.

/** Internals of the pool (@cloudflare/vitest-plugin 1.4) and Vitest 5; if they change, each file fails at its start. */
declare const __vitest_mocker__: {
  readonly moduleRunner: {
    readonly vitestOptions: { readonly transport: Transport };
    readonly transport: Questions;
    readonly evaluator: Evaluator;
  };
};

/** Reports events to the runner. A call made as an event gets no answer. */
declare const __vitest_worker__: { rpc: Record<string | symbol, Call> };
type Call = ((...given: unknown[]) => unknown) & { readonly asEvent: Call };

interface Transport {
  resolveId: (id: string, importer?: string) => Promise<unknown>;
}

/** Of the runner to its host. */
interface Questions {
  invoke: (name: string, data: readonly unknown[]) => Promise<unknown>;
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
  // Stored only once it is known: requests must not wait for another request's promise.
  transport.resolveId = async function resolveOnce(id, importer) {
    if (importer !== undefined) return resolveId(id, importer);
    if (!known.has(id)) known.set(id, await resolveId(id));
    return known.get(id);
  };
  const questions = moduleRunner.transport;
  const invoke = questions.invoke.bind(questions);
  questions.invoke = async function answerLoaded(name, data) {
    const [, importer, options] = data as [string, string?, { readonly cached?: boolean }?];
    const isLoaded = name === "fetchModule" && importer === undefined && options?.cached === true;
    return isLoaded ? { cache: true } : invoke(name, data);
  };
  const { evaluator } = moduleRunner;
  const run = evaluator.runInlinedModule.bind(evaluator);
  evaluator.runInlinedModule = async (context, ...rest) => {
    const result = await run(context, ...rest);
    quicken(context.__vite_ssr_exports__);
    return result;
  };
}

/** V8 turns a prototype into an ordinary object after some ten reads through it; its accessors can then be inlined. */
function quicken(exports: object): void {
  const heir: { readonly toString?: unknown } = Object.create(exports);
  for (let i = 0; i < 20; i++) readOf(heir);
}

function readOf(heir: { readonly toString?: unknown }): unknown {
  return heir.toString;
}

const { rpc } = __vitest_worker__;
const noModules = async () => ({});
__vitest_worker__.rpc = new Proxy(rpc, {
  get(calls, name) {
    if (name === "fetchWarmModules") return noModules;
    return name === "onUserConsoleLog" ? calls["onUserConsoleLog"]?.asEvent : calls[name];
  },
});
