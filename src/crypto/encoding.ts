// Text and byte encodings. Pure.

/** UTF-8 bytes of a text. The text must be well-formed; lone surrogates would turn into U+FFFD. */
export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text) as Uint8Array<ArrayBuffer>;
}

/**
 * UTF-8 bytes of many texts, in one call where all are ASCII: then a text's bytes are where its
 * characters are. Each array is a view of a shared buffer.
 */
export function utf8All(texts: readonly string[]): Uint8Array<ArrayBuffer>[] {
  const joined = texts.join("");
  const bytes = utf8(joined);
  if (bytes.length !== joined.length) return texts.map(utf8);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  for (const { length } of texts) {
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return pieces;
}

/** Text of UTF-8 bytes. Throws TypeError on malformed input. */
export function fromUtf8(bytes: Uint8Array | ArrayBuffer): string {
  return decoder.decode(bytes);
}

/**
 * Texts of many pieces of UTF-8, in one call where all are ASCII: then a text's characters are where its bytes
 * are. Quickest when the pieces stand end to end in one buffer. Throws TypeError on malformed input.
 */
export function fromUtf8All(pieces: readonly Uint8Array<ArrayBuffer>[]): string[] {
  const bytes = endToEnd(pieces);
  const joined = fromUtf8(bytes);
  if (joined.length !== bytes.length) return pieces.map(fromUtf8);
  const texts: string[] = [];
  let at = 0;
  for (const { length } of pieces) {
    texts.push(joined.slice(at, at + length));
    at += length;
  }
  return texts;
}

/** All bytes of the pieces in one array; not copied when they stand so. */
function endToEnd(pieces: readonly Uint8Array<ArrayBuffer>[]): Uint8Array {
  const [first] = pieces;
  if (first === undefined) return new Uint8Array(0);
  const { buffer, byteOffset } = first;
  let length = 0;
  let isInPlace = true;
  for (const piece of pieces) {
    isInPlace &&= piece.buffer === buffer && piece.byteOffset === byteOffset + length;
    length += piece.length;
  }
  if (isInPlace) return new Uint8Array(buffer, byteOffset, length);
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Bytes of standard base64 text (RFC 4648 section 4), or null when it is malformed. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const binary = atob(text);
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

/** Standard base64 text of bytes. */
export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(binary);
}

/** Bytes of an even-length hexadecimal text. The caller knows that it is one. */
export function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  }
  return bytes;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
