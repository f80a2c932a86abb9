import { createPart } from '../load/createPart.ts'

/** Charts are loaded separately: nobody needs them to start a run. */
export const chartsPart = createPart(async () => (await import('./charts/Charts.tsx')).Charts)
