/// <reference path="./model-file.d.ts" />
// The models that the Worker ships. Each is loaded when a text first needs it in an isolate.

import { env } from "cloudflare:workers";
import { errorName, log } from "../../platform/log.ts";
import type { Recognizer } from "../span.ts";
import { type LanguageOptions, taggerByLanguage } from "./by-language.ts";
import type { Group } from "./groups.ts";
import { parseTaggerModel, type TaggerModel } from "./model.ts";

declare global {
  /** Compile-time constant: whether the Worker ships all models; if not, only the English one, as the free plan allows. */
  const ALL_LANGUAGES: boolean;
}

type Loader = () => Promise<{ readonly default: ArrayBuffer }>;

const ENGLISH = { en: () => import("../../../models/tagger.bin") };
const FILES: Readonly<Partial<Record<Group, Loader>>> = ALL_LANGUAGES
  ? {
      ...ENGLISH,
      west: () => import("../../../models/tagger-west.bin"),
      "pl-tr": () => import("../../../models/tagger-pl-tr.bin"),
      hi: () => import("../../../models/tagger-hi.bin"),
      "ja-zh": () => import("../../../models/tagger-ja-zh.bin"),
    }
  : ENGLISH;

const models = new Map<Group, TaggerModel>();

/**
 * Make a shipped model ready. Rejects, and logs the file's name, if the file is damaged or missing. Concurrent requests each
 * read it: an import or fetch belongs to the request that began it, and never settles for others once that one is gone.
 */
async function load(group: Group): Promise<void> {
  const file = group === "en" ? "tagger.bin" : `tagger-${group}.bin`;
  try {
    const bytes = await bytesOf(group, file);
    if (!models.has(group)) models.set(group, parseTaggerModel(bytes));
  } catch (error) {
    log("model.unusable", { file, error: errorName(error) });
    throw error;
  }
}

/** Reads the file: from the folder beside the Worker if there is one (scripts/run/serve/workerd-config.ts), else its own. */
async function bytesOf(group: Group, file: string): Promise<ArrayBuffer> {
  const { MODELS: folder } = env as { readonly MODELS?: Fetcher };
  if (folder === undefined) return (await (FILES[group] as Loader)()).default;
  const answer = await folder.fetch(`http://models/${file}`);
  if (!answer.ok) throw new Error(`no ${file} beside the Worker: ${answer.status}`);
  return await answer.arrayBuffer();
}

/** The recognizer over the shipped models. */
export function shippedTagger(options: LanguageOptions): Recognizer {
  return taggerByLanguage(
    {
      has: (group) => FILES[group] !== undefined,
      get: (group) => models.get(group) ?? null,
      load,
    },
    options,
  );
}
