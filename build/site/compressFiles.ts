import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** Files that compress well. */
const COMPRESSIBLE = /\.(?:html|js|css|svg|xml|txt|wasm|webmanifest)$/

/** Writes a `.br` and a `.gz` copy beside each file that becomes smaller by it. */
export function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!COMPRESSIBLE.test(name)) continue
    const path = join(folder, name)
    const content = readFileSync(path)
    const twins = {
      br: brotliCompressSync(content),
      gz: gzipSync(content, { level: constants.Z_BEST_COMPRESSION }),
    }
    for (const [suffix, twin] of Object.entries(twins)) {
      if (twin.length < content.length) writeFileSync(`${path}.${suffix}`, twin)
    }
  }
}
