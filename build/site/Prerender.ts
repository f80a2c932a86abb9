import type * as prerender from '../../src/prerender.tsx'

/** What `src/prerender.tsx` exposes to the build. */
export type Prerender = typeof prerender
