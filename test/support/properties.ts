// fast-check with one seed for everybody: a clean checkout passes or fails for what it is, not by luck.
// PROPERTY_SEED=random (or a number) with `npm test` looks elsewhere; a report names the seed it used.
import fc from "fast-check";

/** vitest.config.ts puts the text of the environment here. */
declare const PROPERTY_SEED: string;

if (PROPERTY_SEED !== "random") fc.configureGlobal({ seed: Number(PROPERTY_SEED) });

export { fc };
