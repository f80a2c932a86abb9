import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { kernelNamesFor } from '../../workers/engine/engines.ts'
import { buildKernel } from '../../workers/kernel/kernels.ts'

/** The measured key lengths in bytes: 36, which servers often use, and 48, which the API uses. */
export const KEY_LENGTHS_BYTES = [36, 48] as const

/** The code of the contestants in base64, so that it can also be passed to a page. */
export type EngineAssets = { kernels: Record<string, string>; cap: string; mCaptcha: string }

const packageFolder = (name: string) =>
  dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))
const read = (path: string) => readFileSync(path).toString('base64')

export function loadEngineAssets(): EngineAssets {
  const names = KEY_LENGTHS_BYTES.flatMap((length) => {
    return (['rolled', 'unrolled', 'scalar'] as const).flatMap((engine) => kernelNamesFor(engine, length))
  })
  return {
    kernels: Object.fromEntries(
      names.map((name) => [name, Buffer.from(buildKernel(name)).toString('base64')]),
    ),
    cap: read(join(packageFolder('@cap.js/wasm'), 'browser/cap_wasm_bg.wasm')),
    mCaptcha: read(join(packageFolder('@mcaptcha/pow-wasm'), 'pow_wasm_bg.wasm')),
  }
}
