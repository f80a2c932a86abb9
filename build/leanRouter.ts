import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Serves routes with loaders, actions, fetchers, blockers or middleware, or React Router's own server; ours have none. */
const UNREACHED = [
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
  'getDoneFetcher',
  'getFetcher',
  'getRouteHydrationStatus',
  'getRouteInstrumentationUpdates',
  'getTargetedDataStrategyMatches',
  'getTargetMatch',
  'getUpdatedRevalidatingFetchers',
  'handleAction',
  'handleFetcherAction',
  'handleFetcherLoader',
  'instrumentClientSideRouter',
  '_internalSetRoutes',
  'normalizeRelativeRoutingRedirectResponse',
  'parseResponseBody',
  'patchRoutes',
  'queueFetcherForDeletion',
  'resetFetcher',
  'revalidate',
  'RSCErrorHandler',
  'runClientMiddlewarePipeline',
  'setFetcherError',
  'shouldRevalidateLoader',
  'startRedirectNavigation',
  'updateBlocker',
  'updateFetcherState',
  'useNavigateUnstable',
]

/** What these answer at once while nothing is submitted, fetched or blocked, and no transition is drawn. */
const ANSWERS = {
  abortStaleFetchLoads: 'return false',
  getActionDataForCommit: 'return {}',
  getSubmissionFromNavigation: '',
  getUpdatedActionData: '',
  markFetchRedirectsDone: 'return false',
  normalizeNavigateOptions: 'return { path: arguments[1] }',
  persistAppliedTransitions: '',
  restoreAppliedTransitions: '',
  shouldBlockNavigation: '',
}

const BODIES = new Map([
  ...UNREACHED.map((name) => [name, "throw Error('Left out')"] as const),
  ...Object.entries(ANSWERS),
])

/** Options that `createBrowserRouter` is never given here. */
const UNSET = /\binit\.(?:hydrationData|patchRoutesOnNavigation|instrumentations|dataStrategy|getContext)\b/g

const folder = fileURLToPath(new URL('../node_modules/react-router/dist/production/', import.meta.url))

/**
 * Leaves out of React Router what this site's routes never reach, a tenth of the first load: takes its production files,
 * reduces the functions named above to what is left of them, and lets components go that nothing imports. The build fails when a release has
 * no such function any more.
 */
export function leanRouter(): Plugin {
  const missing = new Set(BODIES.keys())
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
  for (const [name, body] of BODIES) {
    const source = new RegExp(`^( *)(async )?function ${name}\\([^]*?^\\1\\}$`, 'm')
    code = code.replace(source, (_, indent: string, async = '') => {
      found(name)
      return `${indent}${async}function ${name}() { ${body} }`
    })
  }
  return code
    .replaceAll(UNSET, 'undefined')
    .replaceAll(/^\w+\.displayName = .*;$/gm, '')
    .replaceAll(/= (React\d*\.(?:forwardRef|createContext|memo)\()/g, '= /* @__PURE__ */ $1')
}
