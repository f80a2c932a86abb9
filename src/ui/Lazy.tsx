import { Component, Suspense, createElement, use, useEffect } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { OfflineError, whenIdle } from '../lib/loadChunk.ts'
import type { LazyModule } from '../lib/loadChunk.ts'
import { OfflineNotice } from './Notice.tsx'

/** Returns the module's content and suspends until it is loaded. If it is loaded already, it does not suspend, so nothing flickers. */
export function useLoadedModule<M>(module: LazyModule<M>): M {
  return use(module.wanted())
}

/**
 * A component whose code is loaded when it is first rendered, or before that by the module's `prefetch`. Without a connection it shows a
 * notice with a way to try again, which `React.lazy` could not do: that keeps its first failure for good.
 * @example
 * const chartsModule = lazyModule(() => import('./charts/Chart.tsx'))
 * const Charts = lazyComponent(chartsModule, (module) => module.Charts)
 */
export function lazyComponent<M, P extends object>(
  module: LazyModule<M>,
  pick: (content: M) => ComponentType<P>,
): ComponentType<P> {
  function Content(props: P) {
    return createElement(pick(useLoadedModule(module)), props)
  }
  return function LazyComponent(props: P) {
    return (
      <LoadBoundary forget={module.forget}>
        <Suspense fallback={null}>
          <Content {...props} />
        </Suspense>
      </LoadBoundary>
    )
  }
}

type LoadBoundaryProps = {
  /** Discards the failed load, so that the module can be loaded again. */
  forget: () => void
  children: ReactNode
}

/** Shows a notice if code could not be fetched for lack of a connection. Other errors go to the boundary above. */
class LoadBoundary extends Component<LoadBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(): void {
    this.props.forget()
  }

  readonly retry = (): void => this.setState({ error: null })

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    if (!(error instanceof OfflineError)) throw error
    return <OfflineNotice retry={this.retry} />
  }
}

/** Prefetches modules once the page is idle or, if the browser saves data, at the first focus. It tries again when the connection is restored. */
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
