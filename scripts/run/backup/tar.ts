// The one kind of tar entry a backup consists of: a plain file (POSIX ustar). Tar, because whoever
// needs a backup may have nothing else: `tar -tf` lists it, `tar -xf` unpacks it, sqlite3 reads it.

/** Entries begin at multiples of this, and are filled up to it. */
export const TAR_BLOCK_BYTES = 512;

/** A file in the archive. */
export type TarEntry = { path: string; bytes: number };

// [offset, length] of the header's fields.
const NAME = [0, 100] as const;
const MODE = [100, 8] as const;
const USER = [108, 8] as const;
const GROUP = [116, 8] as const;
const SIZE = [124, 12] as const;
const MODIFIED = [136, 12] as const;
const CHECKSUM = [148, 8] as const;
const TYPE_AT = 156;
const MAGIC_AT = 257;
const PREFIX = [345, 155] as const;
const MAGIC = "ustar\x0000";
/** Eleven octal digits end here; larger sizes are binary, as GNU tar and bsdtar write and read them. */
const OCTAL_SIZE_END = 8 ** 11;

/** The block before a file's bytes. */
export function encodeTarHeader({ path, bytes }: TarEntry, modified: Date): Buffer {
  const block = Buffer.alloc(TAR_BLOCK_BYTES);
  // Folder and name apart: together they can be longer than the name's field.
  const cut = path.lastIndexOf("/");
  block.write(path.slice(cut + 1), ...NAME);
  if (cut > 0) block.write(path.slice(0, cut), ...PREFIX);
  writeOctal(block, MODE, 0o600);
  writeOctal(block, USER, 0);
  writeOctal(block, GROUP, 0);
  writeSize(block, bytes);
  writeOctal(block, MODIFIED, Math.floor(modified.getTime() / 1000));
  block.write("0", TYPE_AT);
  block.write(MAGIC, MAGIC_AT, "latin1");
  block.write(`${sumOf(block).toString(8).padStart(6, "0")}\0 `, ...CHECKSUM);
  return block;
}

/** What a header says; null for the empty block that ends an archive, undefined when it is none of ours. */
export function decodeTarHeader(block: Buffer): TarEntry | null | undefined {
  if (block.every((byte) => byte === 0)) return null;
  if (readOctal(block, CHECKSUM) !== sumOf(block)) return undefined;
  const isOurs = block.toString("latin1", MAGIC_AT, MAGIC_AT + MAGIC.length) === MAGIC;
  if (!isOurs || block[TYPE_AT] !== 0x30) return undefined;
  const [prefix, name] = [readText(block, PREFIX), readText(block, NAME)];
  return { path: prefix === "" ? name : `${prefix}/${name}`, bytes: readSize(block) };
}

/** Bytes after a file's own up to the next block. */
export function tarPadding(bytes: number): number {
  return (TAR_BLOCK_BYTES - (bytes % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES;
}

type Field = readonly [offset: number, length: number];

/** Sum of all bytes, the checksum's own counted as blanks. */
function sumOf(block: Buffer): number {
  const [start, length] = CHECKSUM;
  return block.reduce(
    (sum, byte, at) => sum + (at >= start && at < start + length ? 0x20 : byte),
    0,
  );
}

function writeSize(block: Buffer, bytes: number): void {
  if (bytes < OCTAL_SIZE_END) {
    writeOctal(block, SIZE, bytes);
    return;
  }
  block[SIZE[0]] = 0x80;
  block.writeBigUInt64BE(BigInt(bytes), SIZE[0] + 4);
}

function readSize(block: Buffer): number {
  if (block[SIZE[0]] === 0x80) return Number(block.readBigUInt64BE(SIZE[0] + 4));
  return readOctal(block, SIZE);
}

function writeOctal(block: Buffer, [offset, length]: Field, value: number): void {
  block.write(value.toString(8).padStart(length - 1, "0"), offset);
}

function readOctal(block: Buffer, field: Field): number {
  return Number.parseInt(readText(block, field), 8);
}

function readText(block: Buffer, [offset, length]: Field): string {
  return block.toString("latin1", offset, offset + length).replace(/\0[\s\S]*$/, "");
}
