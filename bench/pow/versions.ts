import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const PACKAGES = ['hash-wasm', '@noble/hashes', '@cap.js/wasm', 'altcha-lib']
const Manifest = v.object({ version: v.string() })

export function readPeerVersions(): Record<string, string> {
  const root = join(import.meta.dirname, '../../node_modules')
  const versionOf = (name: string) =>
    v.parse(Manifest, JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'))).version
  return Object.fromEntries(PACKAGES.map((name) => [name, versionOf(name)]))
}
