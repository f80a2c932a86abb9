/** The ways to search: fastest first, as far as that can be told without measuring. */
export const ENGINE_NAMES = ['unrolled', 'rolled', 'scalar', 'javascript'] as const

export type EngineName = (typeof ENGINE_NAMES)[number]
