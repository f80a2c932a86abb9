import type { SiteFacts } from '../../../src/prerender.tsx'

/** `files`: the page /pow is pow.html, for hosts that leave extensions out. `folders`: pow/index.html, which any file server finds. */
export type Layout = 'files' | 'folders'

/** `pages`: the paths below the base that have a page of their own; the first page's is empty. */
type FilesFor = (site: SiteFacts, policy: string, pages: readonly string[]) => Record<string, string>

/** What a host wants to find: how pages are named, whether it serves files alone and no API, files of its own among them, and files for the operator beside the folder. */
export type Host = { layout: Layout; filesOnly: boolean; files?: FilesFor; filesBeside?: FilesFor }
