import { resultText } from '../../../src/text/result.ts'
import { journey } from '../Journey.ts'
import type { Lack } from '../Session.ts'
import type { Visitor } from '../Visitor.ts'
import { EXCLUDED_POST, checkAccount, checkPosts } from '../steps.ts'

function noSubtle(): void {
  Object.defineProperty(globalThis.Crypto.prototype, 'subtle', { get: () => undefined, configurable: true })
}

function noStorage(): void {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) {
    Object.defineProperty(globalThis, name, {
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
      configurable: true,
    })
  }
}

/** The module that is asked about is the only one with a vector type, 0x7b, in it. */
function noSimd(): void {
  const { validate } = WebAssembly
  WebAssembly.validate = (bytes) =>
    !new Uint8Array(bytes as ArrayBuffer).includes(0x7b) && validate.call(WebAssembly, bytes)
}

function broken(): void {
  throw new Error('broken')
}

/** What can be taken from a page in any browser. */
const TAKEN = {
  'SIMD is off': ({ gate }) => gate.inject(noSimd),
  'workers are forbidden': ({ gate }) => gate.forbidWorkers(),
  'the worker file is missing': ({ gate }) => gate.answer(/crypto\.worker/, 404),
  'the worker file is a page': ({ gate }) =>
    gate.answer(/crypto\.worker/, 200, '<!doctype html>', 'text/html'),
  'workers close themselves': ({ gate }) => gate.injectIntoWorkers(() => globalThis.close()),
  'workers throw': ({ gate }) => gate.injectIntoWorkers(broken),
  'the kernels are missing': ({ gate }) => gate.answer(/\.wasm$/, 404),
  'crypto.subtle is missing': ({ gate }) => {
    gate.inject(noSubtle)
    gate.injectIntoWorkers(noSubtle)
  },
  'storage is denied': ({ gate }) => gate.inject(noStorage),
  'the address cannot be looked up': ({ gate }) => gate.drop(/\/api\/ip/),
} as const satisfies Record<string, (visitor: Visitor) => void>

const AT_ONCE = [
  'workers are forbidden',
  'crypto.subtle is missing',
  'storage is denied',
  'the address cannot be looked up',
] as const satisfies (keyof typeof TAKEN)[]

async function bothChecks(visitor: Visitor): Promise<void> {
  await checkAccount(visitor, 'sbx_all_bans', resultText.verdict.found(4))
  await checkPosts(visitor, [EXCLUDED_POST])
  await visitor.sees(resultText.postsVerdict.excluded(1))
}

/** In a browser that was started without something; whether WebAssembly is really gone is looked at. */
function without(lack: Exclude<Lack, 'nothing'>) {
  return journey(
    `both checks complete in a browser without ${lack}`,
    async (visitor) => {
      if (lack === 'everything') for (const what of AT_ONCE) TAKEN[what](visitor)
      if (lack === 'storage') TAKEN['storage is denied'](visitor)
      await bothChecks(visitor)
      const wasm = await visitor.session.evaluate(() => typeof WebAssembly)
      const expected = lack === 'wasm' || lack === 'everything' ? 'undefined' : 'object'
      if (lack !== 'jit' && wasm !== expected) throw new Error(`WebAssembly is ${wasm}`)
    },
    lack,
  )
}

export const takenJourneys = [
  ...Object.entries(TAKEN).map(([what, take]) =>
    journey(`a check completes where ${what}`, async (visitor) => {
      take(visitor)
      await checkAccount(visitor, 'sbx_all_bans', resultText.verdict.found(4))
    }),
  ),
  journey('both checks complete where much is taken at once, and SIMD is off', async (visitor) => {
    for (const what of ['SIMD is off', ...AT_ONCE] as const) TAKEN[what](visitor)
    await bothChecks(visitor)
  }),
  without('wasm'),
  without('jit'),
  without('storage'),
  without('everything'),
]
