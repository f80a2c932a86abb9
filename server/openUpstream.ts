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

/** An upstream that is opened again whenever the items to judge change; checks under way end with the one before. */
export function createSwitchingUpstream(
  judged: () => readonly JudgeableItem[],
  open: (judged: readonly JudgeableItem[]) => Upstream,
): Upstream {
  let opened = judged()
  let upstream = open(opened)
  function current(): Upstream {
    const now = judged()
    if (now.join() !== opened.join()) {
      opened = now
      upstream = open(now)
    }
    return upstream
  }
  const { name, dollarsToday, tryAccess } = upstream
  return {
    name,
    dollarsToday,
    tryAccess,
    get capabilities() {
      return current().capabilities
    },
    checkAccount: (...given) => current().checkAccount(...given),
    checkPosts: (...given) => current().checkPosts(...given),
    oembed: (...given) => current().oembed(...given),
    searchHealth: () => current().searchHealth(),
    healthWarning: () => current().healthWarning(),
  }
}
