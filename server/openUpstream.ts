import type { Config } from './config.ts'
import { createSandbox } from './upstream/sandbox.ts'
import type { Store } from './store/Store.ts'
import type { Upstream } from './upstream/Upstream.ts'

export function openUpstream(config: Config, _store: Store): Upstream {
  return createSandbox(config.sandboxLatencyMs, config.sandboxFault)
}
