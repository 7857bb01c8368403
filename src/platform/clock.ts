// The one clock; pure functions take the time as an argument instead.

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Clock = () => number;

/** The runtime's clock. On the platform it stands still between I/O. */
export const systemClock: Clock = () => Date.now();
