import type { Plugin } from 'vite'

/** The module that Vite wraps every `import()` with, to load its style sheets and preloads first. */
const HELPER = '\0vite/preload-helper.js'

/** Makes every `import()` a plain one: with one style sheet and the preloads in the pages, the wrapper has nothing to do. */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === HELPER ? 'export const __vitePreload = (load) => load()' : null),
  }
}
