import type { Plugin } from 'vite'
import { COLOURS, COLOURS_OF_MORE_CONTRAST } from '../src/styles/colours.ts'
import { drawTabIcon } from './site/images.ts'

const declarations = (colours: Partial<Record<string, readonly [light: string, dark: string]>>) =>
  Object.entries(colours)
    .map(([name, [light, dark] = ['', '']]) => `--${name}: light-dark(${light}, ${dark});`)
    .join('\n')

const [LIGHT, DARK] = COLOURS.surface
const PLACEHOLDERS = {
  '/* COLOURS */': declarations(COLOURS),
  '/* COLOURS_OF_MORE_CONTRAST */': declarations(COLOURS_OF_MORE_CONTRAST),
  'SURFACE-LIGHT': LIGHT,
  'SURFACE-DARK': DARK,
}

function fillInColours(text: string): string {
  return Object.entries(PLACEHOLDERS).reduce((filled, [mark, value]) => filled.replaceAll(mark, value), text)
}

/** Writes the colours of `src/styles/colours.ts` into the styles and `index.html`, and serves the icon of the tab in development. */
export function coloursPlugin(): Plugin {
  return {
    name: 'colours',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/styles\/tokens\.css$/ },
      handler: fillInColours,
    },
    transformIndexHtml: { order: 'pre', handler: fillInColours },
    configureServer(server) {
      server.middlewares.use(`${server.config.base}icon.svg`, (_, response) => {
        response.setHeader('Content-Type', 'image/svg+xml')
        response.end(drawTabIcon())
      })
    },
  }
}
