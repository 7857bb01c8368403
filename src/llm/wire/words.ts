// What may stand where an API has a word of its own: an id, a name, an address of the web, or what the provider has sealed.
// The form says nothing of what it means. So a word is searched for values that their own form gives away, and what has
// another form is a text like others.

const WORD = /^(?:[\w$.:/@+=|~#-]+|https?:\/\/[\w.:/@+=|~#$%&?!'()*,;[\]-]+)$/;

/** Whether it may be a word of a protocol: ASCII without blanks, quotes and brackets. */
export function isWord(text: string): boolean {
  return WORD.test(text);
}

/** Letters of what is sealed that are too many for any key or password, and too many to be searched each time. */
export const LONG_SEALED = 256;

/** Whether it looks like what a provider has signed or sealed: base64 (RFC 4648, 4 and 5) of at least 48 bytes. */
export function isSealed(value: unknown, least = 64): boolean {
  return typeof value === "string" && value.length >= least && /^[\w+/=-]+$/.test(value);
}
