import { createPart } from '../load/createPart.ts'

/** The batch check's code, fetched ahead by the form, or with the first check. */
export const batchCheckPart = createPart(async () => (await import('./checkPosts.ts')).checkPosts)
