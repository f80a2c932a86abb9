/** The engines that a run can use. `auto` is the one that checks use: what the product picks on this device. */
export const RUN_ENGINES = [
  'auto',
  'unrolled',
  'rolled',
  'scalar',
  'javascript',
  'page',
  'hash-wasm',
  'subtle',
] as const

export type RunEngine = (typeof RUN_ENGINES)[number]

/** The engine of that name; `auto` for names that only other runtimes know. */
export function runEngineOf(name: string): RunEngine {
  return RUN_ENGINES.find((known) => known === name) ?? 'auto'
}
