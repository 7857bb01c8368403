// Everything one open namespace works with, put together once per object life.
import type { Clock } from "../core/clock.ts";
import type { RandomSource } from "../core/random.ts";
import { contextMaker } from "../crypto/context.ts";
import { JobIntake } from "./job-intake.ts";
import { JobPurger } from "./job-purger.ts";
import { JobReader } from "./job-reader.ts";
import { JobRunner } from "./job-runner.ts";
import { Keyring } from "./keyring.ts";
import { MappingIds } from "./mapping-ids.ts";
import { Masker } from "./masker.ts";
import { ShapedTokens } from "./shaped-tokens.ts";
import { IssuedTokenStore } from "./store/issued-tokens.ts";
import { JobChunkStore } from "./store/job-chunks.ts";
import { JobStore } from "./store/jobs.ts";
import { KeyStore } from "./store/keys.ts";
import { MappingStore } from "./store/mappings.ts";
import { SettingStore } from "./store/settings.ts";
import { TokensIssued } from "./tokens-issued.ts";
import { Turns } from "./turns.ts";
import { Unmasker } from "./unmasker.ts";

/** The working parts of an open namespace. */
export interface Namespace {
  readonly keyring: Keyring;
  readonly tokens: TokensIssued;
  readonly masker: Masker;
  readonly unmasker: Unmasker;
  readonly jobs: JobStore;
  readonly intake: JobIntake;
  readonly reader: JobReader;
  readonly runner: JobRunner;
  readonly purger: JobPurger;
}

/** What the object gives its parts. */
export interface Surroundings {
  readonly storage: DurableObjectStorage;
  readonly nid: string;
  readonly rootKeyText: unknown;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly retentionMs: number;
  readonly capacityBytes: number;
}

/** Put the parts of a namespace together. The tables must exist. */
export function openNamespace(around: Surroundings): Namespace {
  const { storage, nid, rootKeyText, clock, random } = around;
  const { sql } = storage;
  const context = contextMaker(nid);
  const keyring = new Keyring(new KeyStore(sql), context, { nid, rootKeyText }, random);
  const mappings = new MappingStore(sql);
  const jobs = new JobStore(sql);
  const chunks = new JobChunkStore(sql);
  const turns = new Turns(jobs);
  const ids = new MappingIds(new SettingStore(sql), mappings, clock);
  const shared = { storage, keyring, context, random, clock, jobs, chunks, turns };
  const shapedTokens = new ShapedTokens(mappings, keyring, random);
  const { capacityBytes } = around;
  const masker = new Masker({ ...shared, mappings, shapedTokens, ids, capacityBytes });
  const unmasker = new Unmasker({ mappings, shapedTokens }, keyring, context);
  const purger = new JobPurger({ jobs, chunks }, storage, clock);
  const store = new IssuedTokenStore(sql);
  return {
    keyring,
    tokens: new TokensIssued({ store, keyring, context }, random, clock),
    masker,
    unmasker,
    jobs,
    intake: new JobIntake(shared),
    reader: new JobReader({ ...shared, purger }),
    runner: new JobRunner({ ...shared, masker, unmasker, retentionMs: around.retentionMs }),
    purger,
  };
}
