// Checks that hold for the tokens of every kind, run with many generated values (properties.*.test.ts).

import { systemRandom } from "../../../src/platform/random.ts";
import { MAX_TOKEN_ID } from "../../../src/tokens/cipher/cipher.ts";
import { DEFAULT_POLICY, FORMAT, kindOf, TOKEN } from "../../../src/tokens/kinds.ts";
import { appliedFormat, makerOf } from "../../../src/tokens/makers.ts";
import { carriedId, mayBeFixed } from "../../../src/tokens/recognition.ts";
import { cases, fc } from "../properties.ts";
import { type Sample, samplesOf } from "./generated-values.ts";
import { MemoryTokens } from "./memory-tokens.ts";
import { isValid } from "./validators.ts";

/** Printed at the start of each file that uses it; to repeat a failure, set it here. */
export const TOKEN_SEED = Date.now() % 2 ** 31;

/** The validator of a kind's tokens, and whether it applies in every space or only in the first. */
interface Judge {
  readonly by: string;
  readonly everywhere: boolean;
}

const OF_NAME: Readonly<Record<number, Judge>> = {
  [TOKEN.default]: { by: "letters", everywhere: true },
  [TOKEN.text]: { by: "letters", everywhere: true },
  [TOKEN.numeric]: { by: "digits", everywhere: true },
  [TOKEN.special]: { by: "opaque", everywhere: true },
  [TOKEN.person]: { by: "name", everywhere: true },
  [TOKEN.date]: { by: "isodate", everywhere: false },
  [TOKEN.state]: { by: "state", everywhere: false },
  [TOKEN.city]: { by: "name", everywhere: true },
  [TOKEN.address]: { by: "address", everywhere: true },
};

const OF_FORMAT: Readonly<Record<number, Judge>> = {
  [FORMAT.emailAddress]: { by: "email", everywhere: true },
  [FORMAT.phoneNumber]: { by: "phone", everywhere: true },
  [FORMAT.ipAddress]: { by: "ip", everywhere: true },
  [FORMAT.socialId]: { by: "ssn", everywhere: true },
  [FORMAT.creditCard]: { by: "card", everywhere: true },
  [FORMAT.url]: { by: "url", everywhere: true },
  [FORMAT.date]: { by: "date", everywhere: true },
  [FORMAT.iban]: { by: "iban", everywhere: true },
  [FORMAT.macAddress]: { by: "mac", everywhere: true },
};

/** The validator of a sample's token; null when there is none (a telephone number of no known country). */
function judgeOf(tokenName: number, format: number, sample: Sample): Judge | null {
  const own = OF_FORMAT[format];
  const applied = appliedFormat(format, sample.value);
  if (sample.fits && own !== undefined && applied !== format) {
    throw new Error("fits, but has not the format asked for");
  }
  if (own === undefined || applied !== format) return OF_NAME[tokenName] ?? null;
  if (!sample.fits && (own.by === "phone" || own.by === "date")) return null;
  return own.by === "phone" && sample.country === undefined ? OF_NUMBERS : own;
}
/** Numbers with an extension ("ext.") are longer. */
const OF_NUMBERS: Judge = { by: "digits", everywhere: false };

function judge({ by }: Judge, token: string, sample: Sample): void {
  if (!isValid(by, token, sample)) throw new Error(`no ${by}: ${JSON.stringify(token)}`);
}

function demand(holds: boolean, fault: string, token: string): void {
  if (!holds) throw new Error(`${fault}: ${JSON.stringify(token)}`);
}

/**
 * Mask `most` generated values (a quarter of them in `npm test`) with a token name and a format (codes) in one
 * namespace. Checks each token: it unmasks to exactly the value, differs from it, is stable, unique, valid, and
 * recognized as a possible token. Throws with seed and counter-example.
 */
export function checkKind(tokenName: number, format: number, most: number): void {
  const kind = kindOf(DEFAULT_POLICY, tokenName, format);
  const memory = new MemoryTokens();
  const owners = new Map<string, string>();
  const check = (sample: Sample, number: number): void => {
    const { value } = sample;
    const token = memory.tokenOf(value, kind);
    demand(token !== value, "the value itself", token);
    demand(memory.valueOf(token) === value, "does not come back", token);
    demand(memory.tokenOf(value, kind) === token, "not stable", token);
    demand((owners.get(token) ?? value) === value, "two values' token", token);
    owners.set(token, value);
    const by = judgeOf(tokenName, format, sample);
    const maker = makerOf(kind, value);
    if (maker.family === "free") {
      const id = carriedId(memory.cipher, token);
      demand(id !== null && memory.found(id)?.token === token, "does not carry its id", token);
      if (by !== null) judge(by, token, sample);
    } else if (maker.family === "fixed") {
      demand(mayBeFixed(token), "not recognised", token);
      for (const [i, stage] of maker.stages.entries()) {
        if (i > 0 && i !== number % maker.stages.length) continue;
        const places = stage.space === null ? MAX_TOKEN_ID + 1 : stage.usable;
        const spelt = stage.spell(memory.cipher, number % places, systemRandom);
        demand(mayBeFixed(spelt), "not recognised", spelt);
        if (by !== null && (i === 0 || by.everywhere)) judge(by, spelt, sample);
      }
    }
  };
  fc.assert(fc.property(samplesOf(format), fc.nat(), check), {
    numRuns: cases(most),
    seed: TOKEN_SEED,
  });
  checkTokensAsValues(kind, owners);
}

/** Mask the texts that would be the next tokens: they must get other tokens. */
function checkTokensAsValues(kind: number, owners: ReadonlyMap<string, string>): void {
  const key = new Uint8Array(16);
  let left = 200;
  for (const value of owners.values()) {
    if (left-- === 0) break;
    if (makerOf(kind, value).family !== "fixed") continue;
    const next = new MemoryTokens(key).tokenOf(value, kind);
    const memory = new MemoryTokens(key);
    const token = memory.tokenOf(next, kind);
    demand(token !== next, "the value itself", token);
    demand(memory.valueOf(token) === next, "does not come back", token);
  }
}
