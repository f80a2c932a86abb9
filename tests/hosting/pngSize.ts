/** Width and height as a PNG's first chunk tells them, e.g. `192x192`. */
export function pngSize(png: Uint8Array): string {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  return `${view.getUint32(16)}x${view.getUint32(20)}`
}
