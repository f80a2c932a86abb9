import { useAtomValue } from 'jotai'
import { matchPath, useLocation, useNavigate } from 'react-router-dom'
import { Component, createElement, startTransition, useEffect, useLayoutEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { pageUrl } from '../config.ts'
import { useLoadedModule, usePrefetch } from '../ui/Lazy.tsx'
import { OfflineError } from '../lib/loadChunk.ts'
import { errorPage, pages } from '../pages.ts'
import type { PageMetadata, Page } from '../pages.ts'
import { Paragraph } from '../text/Sentence.tsx'
import { text } from '../text/ja.ts'
import { Card, PageHeading } from '../ui/Card.tsx'
import { OfflineNotice } from '../ui/Notice.tsx'
import { Link, TextLink, filledButtonClass } from '../ui/controls.tsx'
import { pageTitleAtom } from '../ui/hooks.tsx'
import { PageFrame } from './Frame.tsx'
import { BfcacheRecovery } from './BfcacheRecovery.tsx'
import { ScrollMemory } from './ScrollMemory.tsx'
import styles from './SiteApp.module.css'

/**
 * Forces React to flush the effects of everything mounted with it in the same task. Until the inputs' effects have subscribed
 * to their atoms, React would reset a letter that is typed.
 */
function EffectsAtOnce() {
  const [, setMounted] = useState(false)
  // oxlint-disable-next-line react/set-state-in-effect -- the second rendering is what is wanted
  useLayoutEffect(() => setMounted(true), [])
  return null
}

export function PageMeta({ page }: { page: PageMetadata }) {
  const title = useAtomValue(pageTitleAtom) ?? page.title
  return (
    <>
      <title>{title}</title>
      {page.description && <meta name="description" content={page.description} />}
      {page.keywords && <meta name="keywords" content={page.keywords} />}
      <meta name="robots" content={page.noindex ? 'noindex' : 'index, follow'} />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content="ja_JP" />
      <meta property="og:site_name" content={text.site} />
      <meta property="og:title" content={page.title} />
      {page.description && <meta property="og:description" content={page.description} />}
      <meta property="og:image" content={pageUrl('card.png')} />
      <meta property="og:image:alt" content={page.title} />
      <meta name="twitter:card" content="summary_large_image" />
      {page.canonical !== undefined && (
        <>
          <link rel="canonical" href={pageUrl(page.canonical)} />
          <meta property="og:url" content={pageUrl(page.canonical)} />
        </>
      )}
    </>
  )
}

type ErrorScreenProps = { message: string; advice?: string; children?: ReactNode }

/** Says what happened, and leads to the home page. `children`: other ways on. */
function ErrorScreen({ message, advice, children }: ErrorScreenProps) {
  return (
    <>
      <PageMeta page={errorPage} />
      <Card className="prose gap-16">
        <hgroup className={styles['error']}>
          <PageHeading lang="en">{text.error.title}</PageHeading>
          <Paragraph className="bold by-phrase">{message}</Paragraph>
        </hgroup>
        <Paragraph>{advice}</Paragraph>
        <p>
          <Link to="/" className={filledButtonClass}>
            {text.error.home}
          </Link>
        </p>
        {children}
      </Card>
    </>
  )
}

const tools = pages.filter(({ link }) => link?.purpose)

/** An address without a page: the tools are offered instead, each with what it is for. */
function NotFoundScreen() {
  return (
    <ErrorScreen message={text.error.notFound}>
      <ul className="plain stack">
        {tools.map(({ path, link }) => (
          <li key={path}>
            <TextLink to={path} lang={link?.lang}>
              {link?.label}
            </TextLink>
            <Paragraph className="muted by-phrase">{link?.purpose}</Paragraph>
          </li>
        ))}
      </ul>
    </ErrorScreen>
  )
}

type PageBoundaryProps = { page: Page; visit: string; children: ReactNode }
type PageBoundaryState = { visit: string; failed: boolean; error?: unknown }

class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { visit: this.props.visit, failed: false }

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, error }
  }

  static getDerivedStateFromProps({ visit }: PageBoundaryProps, state: PageBoundaryState) {
    return visit === state.visit ? null : { visit, failed: false }
  }

  override componentDidCatch(): void {
    this.props.page.module.forget()
  }

  readonly retry = (): void => startTransition(() => this.setState({ failed: false }))

  override render(): ReactNode {
    const { page, children } = this.props
    const { failed, error } = this.state
    if (!failed) return children
    if (!(error instanceof OfflineError))
      return <ErrorScreen message={text.error.about} advice={text.error.advice} />
    return (
      <>
        <PageMeta page={page} />
        <Card>
          <h1 className="visually-hidden">{page.title}</h1>
          <OfflineNotice retry={this.retry} />
        </Card>
      </>
    )
  }
}

function SitePage({ page }: { page: Page }) {
  const { key } = useLocation()
  return (
    <PageBoundary page={page} visit={key}>
      <LoadedPage page={page} />
    </PageBoundary>
  )
}

function LoadedPage({ page }: { page: Page }) {
  const { module, next } = page
  usePrefetch(next)
  // While a page is being loaded, React keeps showing the old one: the router navigates in a transition.
  const content = useLoadedModule(module)
  return (
    <>
      <PageMeta page={page} />
      {createElement(content)}
      <EffectsAtOnce />
    </>
  )
}

/** Finds the page of a path below the base. At most one page matches, so no ranking is needed, which the router's `Routes` bring along. */
export const findPage = (pathname: string): Page | undefined =>
  pages.find(({ path }) => matchPath(path, pathname))

/** A saved result without its id leads to the start view. */
function LeaveToHome() {
  const navigate = useNavigate()
  useEffect(() => void navigate('/', { replace: true }), [navigate])
  return null
}

function OpenPage() {
  const { pathname } = useLocation()
  const page = findPage(pathname)
  if (page) return <SitePage key={page.path} page={page} />
  return matchPath('/tweetcheck/history', pathname) ? <LeaveToHome /> : <NotFoundScreen />
}

export function SiteApp() {
  return (
    <PageFrame>
      <OpenPage />
      <ScrollMemory />
      <BfcacheRecovery />
    </PageFrame>
  )
}

type HydratedProps = { root: HTMLElement; replay: (() => void) | undefined; children: ReactNode }

/** Sets `data-hydrated` on the root once the page responds to clicks. Tests and automation wait for it. */
export function HydrationMarker({ root, replay, children }: HydratedProps) {
  // A parent's effects run after its children's, so by now all inputs have subscribed to their atoms.
  useEffect(() => {
    replay?.()
    queueMicrotask(() => root.setAttribute('data-hydrated', ''))
  }, [root, replay])
  return children
}
