import { Component, startTransition } from 'react'
import type { ReactNode } from 'react'
import { OfflineError } from '../load/loadChunk.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import { OfflineScreen } from './OfflineScreen.tsx'
import type { SiteRoute } from './siteRoutes.ts'

/** `visit` changes with every navigation. */
type PageBoundaryProps = { route: SiteRoute; visit: string; children: ReactNode }
type PageBoundaryState = { visit: string; failed: boolean; error?: unknown }

/** Shows an error screen for a page that failed, until the visitor retries or navigates. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { visit: this.props.visit, failed: false }

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, error }
  }

  static getDerivedStateFromProps({ visit }: PageBoundaryProps, state: PageBoundaryState) {
    return visit === state.visit ? null : { visit, failed: false }
  }

  override componentDidCatch(): void {
    this.props.route.part.forget()
  }

  readonly retry = (): void => startTransition(() => this.setState({ failed: false }))

  override render(): ReactNode {
    const { failed, error } = this.state
    if (!failed) return this.props.children
    if (error instanceof OfflineError)
      return <OfflineScreen page={this.props.route.page} retry={this.retry} />
    return <ErrorScreen />
  }
}
