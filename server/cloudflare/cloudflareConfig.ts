import type { Config } from '../serverConfig.ts'
import { ConfigError, readConfig } from '../serverConfig.ts'

/** Variables that only a Node process reads: here they would have no effect, so they are refused. */
const WITHOUT_MEANING = ['PORT', 'HOST', 'METRICS_PORT', 'DATA_DIR', 'STORE_URL', 'TRUST_PROXY', 'LOG_LEVEL']

/**
 * The server's configuration from the Worker's variables and secrets: the same names and the same checks. In `wrangler.jsonc` a variable
 * may be written as a number too; what is an object there binds something else. Throws a `ConfigError`.
 */
export function cloudflareConfig(bindings: object): Config {
  const variables = Object.fromEntries(
    Object.entries(bindings)
      .filter(([, value]) => typeof value !== 'object')
      .map(([name, value]) => [name, String(value)]),
  )
  const faults = WITHOUT_MEANING.filter((name) => variables[name]?.trim()).map(
    (name) => `${name} has no meaning on Cloudflare; remove it.`,
  )
  if (faults.length > 0) throw new ConfigError(faults)
  return readConfig(variables)
}
