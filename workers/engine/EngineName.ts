/** The ways to search, in the usual order of their speed, fastest first. */
export const ENGINE_NAMES = ['unrolled', 'rolled', 'scalar', 'javascript'] as const

export type EngineName = (typeof ENGINE_NAMES)[number]
