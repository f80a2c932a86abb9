declare module '@mcaptcha/pow-wasm/pow_wasm_bg.js' {
  // oxlint-disable-next-line no-underscore-dangle -- the peer's own name
  export function __wbg_set_wasm(exports: WebAssembly.Exports): void
  export function gen_pow(salt: string, phrase: string, difficulty: number): string
}
