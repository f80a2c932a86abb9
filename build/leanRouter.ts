import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Serves routes with loaders, actions, fetchers, blockers or middleware, or React Router's own server; ours have none. */
const UNUSED = [
  'abortFetcher',
  'convertFormDataToSearchParams',
  'convertSearchParamsToFormData',
  'decodeRedirectErrorDigest',
  'decodeRouteErrorResponseDigest',
  'DefaultErrorComponent',
  'deleteFetcher',
  'deserializeErrors',
  'discoverRoutes',
  'explodeOptionalSegments',
  'fetch2',
  'getBlocker',
  'getFetcher',
  'getRouteInstrumentationUpdates',
  'getUpdatedRevalidatingFetchers',
  'handleAction',
  'handleFetcherAction',
  'handleFetcherLoader',
  'instrumentClientSideRouter',
  '_internalSetRoutes',
  'normalizeRelativeRoutingRedirectResponse',
  'patchRoutes',
  'queueFetcherForDeletion',
  'resetFetcher',
  'revalidate',
  'RSCErrorHandler',
  'runClientMiddlewarePipeline',
  'setFetcherError',
  'startRedirectNavigation',
  'updateBlocker',
  'updateFetcherState',
]

const folder = fileURLToPath(new URL('../node_modules/react-router/dist/production/', import.meta.url))

/**
 * Leaves out of React Router what this site's routes never reach, a tenth of the first load: takes its production files,
 * makes each function named above throw, and lets components go that nothing imports. The build fails when a release has
 * no such function any more.
 */
export function leanRouter(): Plugin {
  const missing = new Set(UNUSED)
  return {
    name: 'lean-router',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId(id) {
      if (id === 'react-router') return `${folder}index.mjs`
      if (id === 'react-router/dom') return `${folder}dom-export.mjs`
      return null
    },
    transform(code, id) {
      return id.startsWith(folder) ? withoutUnused(code, (name) => missing.delete(name)) : null
    },
    buildEnd(error) {
      if (!error && missing.size > 0) this.error(`React Router no longer has ${[...missing].join(', ')}`)
    },
  }
}

function withoutUnused(code: string, found: (name: string) => void): string {
  for (const name of UNUSED) {
    const source = new RegExp(`^( *)(async )?function ${name}\\([^]*?^\\1\\}$`, 'm')
    code = code.replace(source, (_, indent: string, async = '') => {
      found(name)
      return `${indent}${async}function ${name}() { throw Error('Left out') }`
    })
  }
  return code
    .replaceAll(/^\w+\.displayName = .*;$/gm, '')
    .replaceAll(/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1')
}
