/** Most URLs one batch may hold. */
export const BATCH_MAX = 200
