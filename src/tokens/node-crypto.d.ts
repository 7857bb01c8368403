// What blocks.ts uses of the platform's node:crypto; the Worker's types do not have it.
declare module "node:crypto" {
  /** A cipher that enciphers what it is given, piece by piece. */
  interface BlockCipher {
    setAutoPadding(isOn: boolean): unknown;
    update(bytes: Uint8Array): Uint8Array;
  }
  /** AES-128, each block on its own, under a key of 16 bytes. */
  export function createCipheriv(name: "aes-128-ecb", key: Uint8Array, iv: null): BlockCipher;
}
