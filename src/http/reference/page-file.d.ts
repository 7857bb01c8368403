/** A file that the bundler provides as bytes. */
declare module "*.html" {
  const bytes: ArrayBuffer;
  // biome-ignore lint/style/noDefaultExport: that is how bundlers give a file.
  export default bytes;
}
