// Several cells as one service: where requests go, who answers what is about all of them, and how a namespace moves while the
// other cells serve.

import { timingSafeEqual } from "node:crypto";
import { existsSync } from "node:fs";
import { CommandFailure, EXIT, reasonOf } from "../cli/command.ts";
import type { Secrets } from "../secrets.ts";
import { socketPath } from "../serve/front.ts";
import type { Places } from "../serve/object-files.ts";
import { ask } from "./ask.ts";
import { type MoveRequest, serveControl } from "./control.ts";
import { CellDirectory } from "./directory.ts";
import type { RequestHead } from "./framing.ts";
import { areOnOneDisk, journalPath, moveNamespace, planMove } from "./move.ts";
import { asksForMetrics, OperatorCalls, probeOf } from "./operator-calls.ts";
import { Gates, Pause } from "./pause.ts";

/** A runtime with folders of its own; the only one, most often. */
export type Cell = { places: Places; socket: string; label: string };

/** What there is beside the runtimes themselves. */
export class SeveralCells {
  readonly #sockets: readonly string[];
  readonly #places: Places;
  readonly #masterKey: string;
  readonly #directory: CellDirectory;
  readonly #gates = new Gates();
  readonly #calls: OperatorCalls;
  /** How each cell's runtime is stopped for a while. */
  readonly pauses: readonly Pause[];
  /** Sockets of all cells, and behind them that of the operator's calls. */
  readonly paths: readonly [string, ...string[]];

  /** Of these cells in these folders. */
  constructor(cells: readonly Cell[], places: Places, secrets: Secrets) {
    this.#sockets = cells.map(({ socket }) => socket);
    this.#places = places;
    this.#masterKey = secrets.VAULT_MASTER_KEY.trim();
    const folders = cells.map((cell) => cell.places);
    this.#directory = new CellDirectory(folders, secrets.VAULT_ROOT_KEY);
    this.pauses = cells.map(() => new Pause());
    this.paths = [socketPath(), ...this.#sockets.slice(1), socketPath("operator")];
    this.#calls = new OperatorCalls({
      sockets: this.#sockets,
      directory: this.#directory,
      gates: this.#gates,
    });
  }

  /** Where a request goes: the number of its path. The operator is known by the key, for the path can be written in many ways. */
  readonly placeOf = (head: RequestHead): number | Promise<number> => {
    const { token } = head;
    const isForAll = probeOf(head) !== null || asksForMetrics(head);
    if (isForAll || (token !== null && this.#isMasterKey(token))) {
      return this.#sockets.length;
    }
    return this.#gates.pass(() => (token === null ? 0 : this.#directory.ofToken(token)));
  };

  #isMasterKey(token: string): boolean {
    const key = this.#masterKey;
    if (token.length !== key.length) return false;
    return timingSafeEqual(Buffer.from(token, "latin1"), Buffer.from(key, "latin1"));
  }

  /** Take the operator's calls, and what `npm run cells` asks for, until it is to stop; before any runtime runs. */
  async listen(stop: AbortSignal): Promise<void> {
    this.#directory.open();
    await this.#calls.listen(socketPath("operator"));
    const control = await serveControl(socketPath("control"), (request) => this.#move(request));
    stop.addEventListener("abort", () => {
      this.#calls.close();
      control.close();
    });
  }

  /** Nothing is looked for any more: all runtimes have ended. */
  end(): void {
    this.#directory.close();
  }

  async #move({ name, to }: MoveRequest): Promise<string> {
    const plan = planMove(this.#places, name, to);
    if (!areOnOneDisk(this.#places, plan)) {
      throw new CommandFailure(
        `Cells ${plan.from} and ${to} are on different disks: it would take long. Stop the service first.`,
      );
    }
    const cells = [plan.from, to];
    const open = this.#gates.close(cells);
    const pauses = this.pauses.filter((_, cell) => cells.includes(cell));
    try {
      await Promise.all(pauses.map((pause) => pause.stop()));
      // Looked at again: nothing changes any more.
      moveNamespace(this.#places, planMove(this.#places, name, to));
    } catch (error) {
      if (!existsSync(journalPath(this.#places.Vault))) throw error;
      // What has left one cell and not come to the other is for the next start to finish. Until then nobody may serve.
      console.error(
        `error: The move of ${name} broke off: ${reasonOf(error)}. Start again to finish it.`,
      );
      process.exit(EXIT.failed);
    } finally {
      this.#directory.forget();
      for (const pause of pauses) pause.end();
      open();
    }
    await this.#wake(name, to);
    return `${name} is in cell ${to} now, and was in cell ${plan.from}.`;
  }

  /** A Registry and a namespace look after their alarms when they are first called. */
  async #wake(name: string, cell: number): Promise<void> {
    const url = `/api/vault/super-admin/namespace/auth-token/list?namespace=${encodeURIComponent(name)}`;
    const headers = { authorization: `Bearer ${this.#masterKey}` };
    const body = Buffer.alloc(0);
    const { status } = await ask(this.#sockets[cell] ?? "", { method: "GET", headers, url, body });
    if (status !== 200) throw new CommandFailure(`${name} has moved, and answers ${status}.`);
  }
}
