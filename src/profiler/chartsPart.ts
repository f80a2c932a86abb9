import { createPart } from '../lib/loadChunk.ts'

/** Charts are loaded separately: nobody needs them to start a run. */
export const chartsPart = createPart(async () => (await import('./charts/Chart.tsx')).Charts)
