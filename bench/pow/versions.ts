import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/** The folder that each package is installed in. */
const PACKAGES = {
  'hash-wasm': '../../node_modules',
  '@noble/hashes': '../node_modules',
  '@cap.js/wasm': '../node_modules',
  'altcha-lib': '../node_modules',
}
const Manifest = v.object({ version: v.string() })

export function readPeerVersions(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(PACKAGES).map(([name, folder]) => {
      const file = join(import.meta.dirname, folder, name, 'package.json')
      return [name, v.parse(Manifest, JSON.parse(readFileSync(file, 'utf8'))).version]
    }),
  )
}
