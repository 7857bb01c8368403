// Before each request and each call of an object the test pool asks Node where the Worker's own module lies, over a socket and
// through Vite: of all that a test of small calls costs it was a quarter. The answer is the same for as long as the runner lives.

// And a line of the log of an object that is aborted meanwhile is answered to nobody, while the runner waits for all answers before
// it ends a file: a run whose tests have all passed stood still for good, the more often the busier the machine.

/** What the pool (@cloudflare/vitest-plugin 1.4) and Vitest 5 have in common; another shape fails each file at its start. */
declare const __vitest_mocker__: {
  readonly moduleRunner: { readonly vitestOptions: { readonly transport: Transport } };
};

/** What tells the runner of what happens. As an event it is not answered. */
declare const __vitest_worker__: { rpc: Record<string | symbol, Call> };
type Call = ((...given: unknown[]) => unknown) & { readonly asEvent: Call };

interface Transport {
  resolveId: (id: string, importer?: string) => Promise<unknown>;
}

const { transport } = __vitest_mocker__.moduleRunner.vitestOptions;
const { resolveId } = transport;
if (resolveId.name !== "resolveOnce") {
  const known = new Map<string, unknown>();
  // Kept when it is there: others may not wait for what this request waits for.
  transport.resolveId = async function resolveOnce(id, importer) {
    if (importer !== undefined) return resolveId(id, importer);
    if (!known.has(id)) known.set(id, await resolveId(id));
    return known.get(id);
  };
}

const { rpc } = __vitest_worker__;
__vitest_worker__.rpc = new Proxy(rpc, {
  get: (calls, name) =>
    name === "onUserConsoleLog" ? calls["onUserConsoleLog"]?.asEvent : calls[name],
});
