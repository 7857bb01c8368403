// What a namespace token may allow.

/** Every permission, in the order of the documentation. */
export const PERMISSIONS = ["mask", "unmask", "metadata_change"] as const;

/** One permission of a namespace token. */
export type Permission = (typeof PERMISSIONS)[number];
