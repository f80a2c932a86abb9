import type { Config } from '../config.ts'
import { exitWithError } from '../config.ts'
import { openBackend } from '../store/openBackend.ts'

/** Does what a command was asked for. Resolves to the exit status: 0 if it is done, 1 if it is not. */
type Work = (config: Config) => Promise<number>

/** `plan` reads the arguments before anything is opened. It throws what `parseArgs` throws, or a `UsageError`, if they do not fit. */
export type Command = { usage: string; plan: (args: string[]) => Work }

/** Without a message, the command's usage is printed. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export type Backend = Awaited<ReturnType<typeof openBackend>>

/** Opens what the server stores, and closes it after the work. */
export async function withBackend<T>(config: Config, work: (backend: Backend) => Promise<T>): Promise<T> {
  const backend = await openBackend(config, () => undefined).catch(
    exitWithError('The store cannot be opened'),
  )
  try {
    return await work(backend)
  } finally {
    await backend.store.close()
  }
}
