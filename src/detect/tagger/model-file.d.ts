/** A file that the bundler provides as its bytes. */
declare module "*.bin" {
  const bytes: ArrayBuffer;
  // biome-ignore lint/style/noDefaultExport: that is how bundlers give a file.
  export default bytes;
}
