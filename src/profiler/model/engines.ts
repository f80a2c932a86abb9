/** What a run can be held to. `auto` is what visitors get: the engine that the product picks on this device. */
export const ENGINE_NAMES = [
  'auto',
  'unrolled',
  'rolled',
  'scalar',
  'javascript',
  'page',
  'hash-wasm',
  'subtle',
] as const

export type EngineName = (typeof ENGINE_NAMES)[number]

/** The engine of that name; names that only other runtimes know are none of this page's. */
export function engineOf(name: string): EngineName {
  return ENGINE_NAMES.find((known) => known === name) ?? 'auto'
}
