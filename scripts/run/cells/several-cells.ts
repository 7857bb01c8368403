// Runs several cells as one service: it routes requests, answers calls about all cells, and moves a namespace
// while the other cells serve.

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

/** A runtime with its own folders. Most services have only one. */
export type Cell = { places: Places; socket: string; label: string };

/** Everything that several cells need beside their runtimes. */
export class SeveralCells {
  readonly #sockets: readonly string[];
  readonly #places: Places;
  readonly #masterKey: string;
  readonly #directory: CellDirectory;
  readonly #gates = new Gates();
  readonly #calls: OperatorCalls;
  /** Pauses of the cells' runtimes, by cell. */
  readonly pauses: readonly Pause[];
  /** Sockets of all cells, followed by that of the operators' calls. */
  readonly paths: readonly [string, ...string[]];

  /** `places` are the service's folders. */
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

  /** Index in `paths` for a request. The operator is recognized by the key, because the path can be written in many ways. */
  readonly cellOf = (head: RequestHead): number | Promise<number> => {
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

  /** Take operators' calls, and requests of `npm run cells`, until `stop` fires. Called before any runtime runs. */
  async listen(stop: AbortSignal): Promise<void> {
    this.#directory.open();
    await this.#calls.listen(socketPath("operator"));
    const control = await serveControl(socketPath("control"), (request) => this.#move(request));
    stop.addEventListener("abort", () => {
      this.#calls.close();
      control.close();
    });
  }

  /** Close the directory: all runtimes have ended. */
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
      // Planned again: now nothing can change.
      moveNamespace(this.#places, planMove(this.#places, name, to));
    } catch (error) {
      if (!existsSync(journalPath(this.#places.Vault))) throw error;
      // The namespace may have left one cell without reaching the other. Nothing may serve until a start finishes the move.
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

  /** A Registry and a namespace only set their alarms again when they are first called. */
  async #wake(name: string, cell: number): Promise<void> {
    const url = `/api/vault/super-admin/namespace/auth-token/list?namespace=${encodeURIComponent(name)}`;
    const headers = { authorization: `Bearer ${this.#masterKey}` };
    const body = Buffer.alloc(0);
    const { status } = await ask(this.#sockets[cell] ?? "", { method: "GET", headers, url, body });
    if (status !== 200) throw new CommandFailure(`${name} has moved, and answers ${status}.`);
  }
}
