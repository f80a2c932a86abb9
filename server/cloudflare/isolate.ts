import { ConfigError, readConfig } from '../config.ts'
import { ApiError } from '../../contract/reasons.ts'
import type { ApiErrorCode } from '../../contract/reasons.ts'
import type { AnsweredCall } from '../app.ts'
import { readAtMostEvery } from '../http/readAtMostEvery.ts'
import { createFaultLog } from '../operator/faultLog.ts'
import { KEYRING_REFRESH_MS, readKeyring } from '../proof/keyring.ts'
import { FILE_PATH_PATTERN } from '../site/site.ts'
import type { SecretBox } from '../store/secrets.ts'
import { answersAgainSentence, faultSentence } from '../upstream/x/health.ts'
import type { XMonitor } from '../upstream/x/replies.ts'
import { SERVER_VARIABLES } from '../variables.ts'
import type { VariableRow } from '../variables.ts'

/** The server's configuration from the Worker's variables, which `wrangler.jsonc` may also hold as numbers; objects bind something else. Throws a `ConfigError`. */
export function readCloudflareConfig(bindings: object) {
  const variables = Object.fromEntries(
    Object.entries(bindings)
      .filter(([, value]) => typeof value !== 'object')
      .map(([name, value]) => [name, String(value)]),
  )
  const faults = Object.values<VariableRow>(SERVER_VARIABLES)
    .filter(({ name, nodeOnly }) => nodeOnly && variables[name]?.trim())
    .map(({ name }) => `${name} has no meaning on Cloudflare; remove it.`)
  if (faults.length > 0) throw new ConfigError(faults)
  return readConfig(variables)
}

/** The challenge keys of one isolate. It has no timers between calls, so each call refreshes them when they are due. */
export function createIsolateKeys(
  box: SecretBox,
  onFault: (error: unknown) => void,
  now: () => number = Date.now,
) {
  let ring: Awaited<ReturnType<typeof readKeyring>> | undefined
  return {
    refresh: readAtMostEvery(KEYRING_REFRESH_MS, async () => {
      await ring?.refresh().catch(onFault)
      return (ring ??= await readKeyring(box, now))
    }),
    keys() {
      if (!ring) throw new ApiError('store_unavailable', 5)
      return ring.keys()
    },
  }
}

/** Lines for Workers Logs. What is logged never holds an address, a screen name, a URL or a token: only routes, codes and faults. */
export const logLine = (level: 'info' | 'warn' | 'error', line: object) =>
  console[level](JSON.stringify({ level, ...line }))

/** Logs a fault. Repeats are counted in the memory of this isolate. */
export const logFault = createFaultLog((error, repeats) => {
  const { name, message, stack } =
    error instanceof Error ? error : { name: typeof error, message: '', stack: '' }
  logLine('error', { msg: 'fault', name, message, stack, ...(repeats > 0 && { repeats }) })
})

const countWrongToken = createFaultLog((_fault, repeats) =>
  logLine('warn', { msg: 'A call of the operator with a wrong token is refused.', repeats }),
)
/** At most one line a minute for each isolate. */
export const logWrongToken = () => countWrongToken('wrong token')

/** Answers that went wrong on the server's side; the platform counts the rest. */
export function logServerFailure(call: AnsweredCall): void {
  if (call.status >= 500 && call.code !== ('busy' satisfies ApiErrorCode))
    logLine('warn', { msg: 'answer', ...call })
}

export const LOGGING_X_MONITOR: XMonitor = {
  fault(endpoint, fault) {
    if (fault) logLine('warn', { endpoint, msg: faultSentence(endpoint, fault) })
    else logLine('info', { endpoint, msg: answersAgainSentence(endpoint) })
  },
}

const MISSING_FILE_RESPONSE = {
  status: 404,
  headers: { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
}

export type StaticAssets = { fetch: (url: string) => Promise<Response> }

/** The answer where the assets have no file. Files that exist are served by the platform, without a call of the Worker. */
export async function answerMissingFile(request: Request, assets: StaticAssets): Promise<Response> {
  const url = new URL(request.url)
  if (FILE_PATH_PATTERN.test(url.pathname)) return new Response('404 Not Found', MISSING_FILE_RESPONSE)
  const page = await assets.fetch(new URL('/404', url).href)
  const headers = new Headers([...page.headers])
  headers.set('Cache-Control', 'no-store')
  return new Response(await page.text(), { status: 404, headers })
}
