/** What a run can be held to. `auto` is what visitors get: the engine that the product picks on this device. */
export const ENGINE_NAMES = ['auto', 'page', 'hash-wasm', 'subtle'] as const

export type EngineName = (typeof ENGINE_NAMES)[number]
