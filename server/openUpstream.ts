import type { JudgeableItem } from '../contract/outcomes.ts'
import type { Config } from './config.ts'
import type { CacheStore, SpendingStore } from './store/Store.ts'
import type { Upstream, UpstreamChoice } from './upstream/Upstream.ts'
import { createSandboxUpstream } from './upstream/sandbox.ts'
import type { XMonitor } from './upstream/x/replies.ts'
import { createXUpstream } from './upstream/x/createX.ts'

export function openUpstream(
  config: Omit<Config, 'judged'> & { judged: readonly JudgeableItem[] },
  store: SpendingStore & CacheStore,
  onFault: (error: unknown) => void,
  monitor: XMonitor,
): Upstream {
  const upstreams = {
    sandbox: () => createSandboxUpstream(config.sandboxLatencyMs, config.sandboxFault),
    x: () => createXUpstream({ ...config, store, onFault, monitor }),
  } satisfies Record<UpstreamChoice, () => Upstream>
  return upstreams[config.upstream]()
}
