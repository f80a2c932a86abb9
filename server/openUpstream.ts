import type { Config } from './serverConfig.ts'
import type { Store } from './store/Store.ts'
import { admitting } from './upstream/admitting.ts'
import { createSandbox } from './upstream/sandbox.ts'
import type { Upstream } from './upstream/Upstream.ts'
import type { XWatcher } from './upstream/x/asking/XWatcher.ts'
import { createX } from './upstream/x/createX.ts'

export function openUpstream(
  config: Config,
  store: Store,
  onFault: (error: unknown) => void,
  watcher: XWatcher,
): Upstream {
  const opens = {
    sandbox: () => createSandbox(config.sandboxLatencyMs, config.sandboxFault),
    x: () => admitting(createX({ ...config, store, onFault, watcher })),
  } satisfies Record<Config['upstream'], () => Upstream>
  return opens[config.upstream]()
}
