import type { Config } from './serverConfig.ts'
import type { Store } from './store/Store.ts'
import { admitting } from './upstream/admitting.ts'
import { createSandbox } from './upstream/sandbox.ts'
import type { Upstream } from './upstream/Upstream.ts'
import type { XSeen } from './upstream/x/createAccounts.ts'
import { createX } from './upstream/x/createX.ts'

export function openUpstream(
  config: Config,
  store: Store,
  onFault: (error: unknown) => void,
  seen: XSeen,
): Upstream {
  if (config.upstream === 'x') return admitting(createX({ ...config, store, onFault, seen }))
  return createSandbox(config.sandboxLatencyMs, config.sandboxFault)
}
