// What the benchmarks use of the packages in `bench/package.json`, so that types are checked where these are not installed.

declare module '@cap.js/wasm/browser/cap_wasm.js' {
  export function solve_pow(salt: string, target: string): bigint
  export function initSync(source: { module: BufferSource }): void
  export default function init(source: { module_or_path: string }): Promise<void>
}

declare module '@mcaptcha/pow-wasm/pow_wasm_bg.js' {
  // oxlint-disable-next-line no-underscore-dangle -- the peer's own name
  export function __wbg_set_wasm(exports: WebAssembly.Exports): void
  export function gen_pow(salt: string, phrase: string, difficulty: number): string
}

declare module '@noble/hashes/sha2.js' {
  export function sha256(message: Uint8Array): Uint8Array
}

declare module 'altcha-lib/v1' {
  export function solveChallenge(
    challenge: string,
    salt: string,
    algorithm: 'SHA-256',
    max: number,
    start: number,
  ): { promise: Promise<unknown> }
}

declare module 'autocannon' {
  type Request = {
    method: string
    path: string
    body: string
    setupRequest: (plain: Request) => Request & { headers: Record<string, string> }
  }
  type Options = { url: string; connections: number; requests: readonly Request[] }
  type Result = {
    requests: { total: number; average: number }
    latency: { p99: number }
    non2xx: number
    errors: number
  }
  export default function autocannon(
    options: Options & ({ duration: number } | { amount: number }),
  ): Promise<Result>
}

declare module 'lighthouse' {
  type Audit = { id: string; title: string; score: number | null; numericValue?: number }
  type Report = { categories: Record<string, { score: number | null }>; audits: Record<string, Audit> }
  export default function lighthouse(
    url: string,
    flags: { port: number; output: 'json'; logLevel: 'error'; formFactor: 'mobile' },
  ): Promise<{ lhr: Report } | undefined>
}
