import { createPart } from '../load/createPart.ts'

/** What a batch check needs, fetched ahead from the form, or with the first check. */
export const batchCheckPart = createPart(async () => (await import('./checkPosts.ts')).checkPosts)
