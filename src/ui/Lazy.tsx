import { createElement, useEffect, useState } from 'react'
import type { ComponentType } from 'react'
import { OfflineNotice } from './Notice.tsx'
import { OfflineError, whenIdle } from '../lib/loadChunk.ts'
import type { LazyModule } from '../lib/loadChunk.ts'

type LazyProps<P extends object> = { module: LazyModule<ComponentType<P>>; props: P }

export function Lazy<P extends object>({ module, props }: LazyProps<P>) {
  const [here, setHere] = useState(module.loaded)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (here || failure !== null) return
    module.load().then((component) => setHere(() => component), setFailure)
  }, [module, here, failure])
  if (here) return createElement(here, props)
  if (failure === null) return null
  if (!(failure instanceof OfflineError)) throw failure
  return <OfflineNotice retry={() => setFailure(null)} />
}

/** Fetches parts once the page is idle or, where the browser saves data, at the first focus; and again when the connection comes back. */
export function usePrefetch(modules: readonly Pick<LazyModule<unknown>, 'prefetch'>[]): void {
  useEffect(() => {
    const fetchAll = async () => {
      for (const module of modules) await module.prefetch()
    }
    const start = () => void fetchAll()
    const { connection } = navigator as { connection?: { saveData?: boolean } }
    const cancel = connection?.saveData ? onFirstFocus(start) : whenIdle(start)
    addEventListener('online', start)
    return () => {
      cancel()
      removeEventListener('online', start)
    }
  }, [modules])
}

function onFirstFocus(start: () => void): () => void {
  addEventListener('focusin', start, { once: true })
  return () => removeEventListener('focusin', start)
}
