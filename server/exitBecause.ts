import { ConfigError, readConfig } from './serverConfig.ts'
import type { Config } from './serverConfig.ts'
import { requireData, UnfitData } from './store/requireData.ts'

/** The configuration; if it has mistakes, writes each to standard error and ends the process. */
export function configOrExit(env: Record<string, string | undefined>): Config {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    for (const fault of error.faults) console.error(fault)
    process.exit(78)
  }
}

/** The server's configuration, for a tool that works on its data; if there are none, or none that the server could read, ends the process with a sentence. */
export async function configOfServerOrExit(env: Record<string, string | undefined>): Promise<Config> {
  const config = configOrExit(env)
  await requireData(config).catch((error: unknown) => {
    if (!(error instanceof UnfitData)) throw error
    console.error(error.message)
    process.exit(78)
  })
  return config
}

/** Ends the process with one sentence on standard error instead of a stack. */
export function exitBecause(sentence: string) {
  return (error: unknown): never => {
    const reason = error instanceof Error ? (codeOf(error) ?? error.message) : 'unknown'
    console.error(`${sentence}: ${reason}`)
    process.exit(1)
  }
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
