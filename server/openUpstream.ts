import type { Config } from './config.ts'
import type { Cache, Spending } from './store/Store.ts'
import type { Upstream } from './upstream/Upstream.ts'
import { createSandbox } from './upstream/sandbox.ts'
import { withAdmission } from './upstream/sharing.ts'
import type { XMonitor } from './upstream/x/client/faults.ts'
import { createX } from './upstream/x/createX.ts'

export function openUpstream(
  config: Config,
  store: Spending & Cache,
  onFault: (error: unknown) => void,
  monitor: XMonitor,
): Upstream {
  return config.upstream === 'sandbox'
    ? createSandbox(config.sandboxLatencyMs, config.sandboxFault)
    : withAdmission(createX({ ...config, store, onFault, monitor }))
}
