import { initSync, solve_pow } from '@cap.js/wasm/browser/cap_wasm.js'
import * as mcaptcha from '@mcaptcha/pow-wasm/pow_wasm_bg.js'
import { sha256 as noble } from '@noble/hashes/sha2.js'
import { solveChallenge } from 'altcha-lib/v1'
import { createSHA256, sha256 as hashWasm } from 'hash-wasm'
import { ENGINE_NAMES } from '../../workers/engine/Engine.ts'
import type { EngineName, KernelModules } from '../../workers/engine/Engine.ts'
import { createTestedEngine } from '../../workers/engine/engines.ts'
import type { EngineAssets } from './assets.ts'

/** Searches about so many attempts from a counter on, without finding anything, and returns how many attempts it made. */
type Search = (from: number, count: number) => number | Promise<number>

const HOPELESS = 16

const encoder = new TextEncoder()
const decodeBase64 = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
const createKey = (length: number) => 'k'.repeat(length)

function ours(name: EngineName) {
  return async (keyBytes: number, { kernels }: EngineAssets): Promise<Search> => {
    const entries = Object.entries(kernels).map(([kernel, base64]) => [
      kernel,
      new WebAssembly.Module(decodeBase64(base64)),
    ])
    const modules: KernelModules = name === 'javascript' ? {} : Object.fromEntries(entries)
    const engine = await createTestedEngine(name, modules, keyBytes)
    return (from, count) => {
      engine.search({ key: createKey(keyBytes), difficulty: HOPELESS, from, count })
      return count
    }
  }
}

async function hashWasmStrings(keyBytes: number): Promise<Search> {
  const key = createKey(keyBytes)
  return async (from, count) => {
    for (let counter = from; counter < from + count; counter++) await hashWasm(key + String(counter))
    return count
  }
}

/** Runs hash-wasm in its fastest form: with one instance, on bytes that are already encoded. */
async function hashWasmBytes(keyBytes: number): Promise<Search> {
  const hasher = await createSHA256()
  const message = encoder.encode(`${createKey(keyBytes)}1000000`)
  return (_, count) => {
    for (let attempt = 0; attempt < count; attempt++) hasher.init().update(message).digest('binary')
    return count
  }
}

async function nobleHashes(keyBytes: number): Promise<Search> {
  const key = createKey(keyBytes)
  return (from, count) => {
    for (let counter = from; counter < from + count; counter++) noble(encoder.encode(key + String(counter)))
    return count
  }
}

/** Runs Cap, which searches by itself until it finds a nonce. The nonces that it reached are its attempts. */
async function cap(keyBytes: number, { cap }: EngineAssets): Promise<Search> {
  initSync({ module: decodeBase64(cap) })
  let salt = 0
  return () => Number(solve_pow(String(salt++).padStart(keyBytes, 'k'), '0000')) + 1
}

let mCaptchaReady: Promise<void> | undefined

/** The instance of Cap for all key lengths, because its glue code keeps views of one instance's memory. */
async function startMCaptcha(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const { instance } = await WebAssembly.instantiate(bytes, { './pow_wasm_bg.js': mcaptcha })
  // oxlint-disable-next-line no-underscore-dangle -- the peer's own name
  mcaptcha.__wbg_set_wasm(instance.exports)
}

async function mCaptcha(keyBytes: number, { mCaptcha }: EngineAssets): Promise<Search> {
  mCaptchaReady ??= startMCaptcha(decodeBase64(mCaptcha))
  await mCaptchaReady
  let salt = 0
  return () => {
    const work: unknown = JSON.parse(
      mcaptcha.gen_pow(String(salt++).padStart(6, 's'), 'p'.repeat(keyBytes - 6), 50_000),
    )
    return typeof work === 'object' && work && 'nonce' in work ? Number(work.nonce) : 0
  }
}

async function altcha(keyBytes: number): Promise<Search> {
  return async (from, count) => {
    await solveChallenge('f'.repeat(64), createKey(keyBytes), 'SHA-256', from + count - 1, from).promise
    return count
  }
}

export const CONTESTANTS = {
  ...(Object.fromEntries(ENGINE_NAMES.map((name) => [name, ours(name)])) as Record<
    EngineName,
    ReturnType<typeof ours>
  >),
  'hash-wasm': hashWasmStrings,
  'hash-wasm, bytes': hashWasmBytes,
  '@noble/hashes': nobleHashes,
  cap,
  mCaptcha,
  altcha,
}

export type ContestantName = keyof typeof CONTESTANTS

const searches = new Map<string, Promise<Search>>()

/** Returns the attempts per second of a contestant in one slice of about `duration` milliseconds. */
export async function measureSlice(
  name: ContestantName,
  keyBytes: number,
  duration: number,
  assets: EngineAssets,
): Promise<number> {
  const id = `${name} ${keyBytes}`
  const made = searches.get(id) ?? CONTESTANTS[name](keyBytes, assets)
  searches.set(id, made)
  const search = await made
  const start = performance.now()
  let now = start
  let attempts = 0
  for (let count = 500; now - start < duration;) {
    const before = now
    attempts += await search(1_000_000 + attempts, count)
    now = performance.now()
    if (now - before < duration / 20) count *= 2
  }
  return (attempts / (now - start)) * 1000
}
