import { atom } from 'jotai/vanilla'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo } from 'react'
import { BANS, BAN_NAMES } from '../../contract/outcomes.ts'
import type { Capabilities } from '../../contract/wire.ts'
import { config } from '../config.ts'
import { usePrefetch } from '../ui/Lazy.tsx'
import { lazyModule } from '../lib/loadChunk.ts'
import { Paragraph, Sentence } from '../text/Sentence.tsx'
import { capabilitySentence, postCapabilitySentence } from '../text/capabilities.ts'
import { text } from '../text/ja.ts'
import type { SearchHealthLines } from '../text/searchHealth.ts'
import { Disclosure, LineList } from '../ui/Card.tsx'
import { isDemoResult, lastUpstreamAtom } from './upstream.ts'
import infoStyles from './PageInfo.module.css'
import styles from './capabilities.module.css'

const fetchModule = lazyModule(async () => (await import('./fetchCapabilities.ts')).fetchCapabilities)

/** While X's search cannot be judged, the lines of `searchHealth` are shown instead of what the server can judge. */
type ServerState = { capabilities: Capabilities | null; searchHealth?: SearchHealthLines }

const serverStateAtom = atom<ServerState>({ capabilities: config.capabilities })

export const capabilitiesAtom = atom((get) => get(serverStateAtom).capabilities)

/** Asks the server what it can judge, unless the build was told. A failure changes nothing. */
export const loadCapabilitiesAtom = atom(null, async (_get, set) => {
  if (config.capabilities) return
  await fetchModule.prefetch()
  const answer = await fetchModule
    .loaded()?.()
    .catch(() => undefined)
  if (answer) set(serverStateAtom, answer)
})

const SENTENCES = { account: capabilitySentence, posts: postCapabilitySentence }

type CapabilitiesLineProps = {
  about: keyof typeof SENTENCES
  /** Whether a check was started: its result says what was judged, and whether it is a demo. */
  isChecked?: boolean
}

/** Says what the server can judge, and whether it is a demo; or that X's search cannot be judged now. The line reserves its height from the start, so that nothing moves. */
export function CapabilitiesLine({ about, isChecked = false }: CapabilitiesLineProps) {
  const { capabilities, searchHealth } = useAtomValue(serverStateAtom)
  const ask = useSetAtom(loadCapabilitiesAtom)
  usePrefetch(useMemo(() => [{ prefetch: ask }], [ask]))
  const isSandbox = isDemoResult({ upstream: useAtomValue(lastUpstreamAtom) })
  // The demo judges nothing real, so it does not say what can be judged.
  const judges = isSandbox ? text.sandbox.before[about] : SENTENCES[about](capabilities)
  const health = searchHealth?.[about]
  if (isChecked && !health) return null
  const sentence = health ?? judges
  // A note that search cannot be used now is not muted, because the answer to the next check will lack what search tells.
  const look = `${health ? '' : 'muted'} ${isSandbox ? 'by-phrase' : ''}`
  return (
    <p className={`small ${look} ${styles['line']}`} data-about={about}>
      <Sentence key={sentence}>{sentence}</Sentence>
    </p>
  )
}

/** Milliseconds between two requests of a visible tab. This is a little longer than the answer may be cached, so that each request gets a new one. */
const NOTICE_INTERVAL_MS = 31_000

/** Shows the operator's notice above the form. A visible tab asks for it regularly, and again when the visitor returns to the tab. */
export function OperatorNotice() {
  const notice = useAtomValue(capabilitiesAtom)?.notice
  const ask = useSetAtom(loadCapabilitiesAtom)
  useEffect(() => {
    const askAgain = () => document.visibilityState === 'visible' && void ask()
    document.addEventListener('visibilitychange', askAgain)
    const timer = setInterval(askAgain, NOTICE_INTERVAL_MS)
    return () => {
      document.removeEventListener('visibilitychange', askAgain)
      clearInterval(timer)
    }
  }, [ask])
  return (
    <p role="status" className={`muted medium ${styles['notice']}`} hidden={!notice}>
      {notice}
    </p>
  )
}

/** Shown above every result of the sandbox, also if the server has been switched to X since. */
export function SandboxNotice({ isDemo }: { isDemo: boolean }) {
  return <Paragraph className="demo-notice">{isDemo && text.sandbox.notice}</Paragraph>
}

/** The usage is unfolded with `isOpen`. */
export function PageUsageAndNotices({ usage, isOpen = false }: { usage: string; isOpen?: boolean }) {
  // Only servers that send capabilities report posts hidden from logged-out people ('restricted') apart from those excluded from search.
  const tellsRestricted = useAtomValue(capabilitiesAtom) !== null
  const [notGuaranteed, mayStop, misjudged] = text.info.cautions
  return (
    <section className={`screen-only ${infoStyles['card']}`} aria-label={text.info.usage}>
      <Disclosure summary={<h2 className={infoStyles['title']}>{text.info.usage}</h2>} open={isOpen}>
        <p>{usage}</p>
      </Disclosure>
      <Disclosure summary={<h2 className={infoStyles['title']}>{text.info.what}</h2>}>
        <p>{text.info.whatBody}</p>
        <ul className="stack">
          {BANS.map((ban) => (
            <li key={ban}>
              <span lang="en">{BAN_NAMES[ban]}</span>：{text.info.bans[ban]}
            </li>
          ))}
        </ul>
      </Disclosure>
      <Disclosure summary={<h2 className={infoStyles['title']}>{text.info.caution}</h2>}>
        <ul className="stack">
          <li>{notGuaranteed}</li>
          <li>{mayStop}</li>
          <li>
            <span>{tellsRestricted ? text.info.misjudgedOrRestricted : misjudged}</span>
            <LineList className="stack" lines={text.info.misjudged} />
          </li>
          <li>{text.info.unofficial}</li>
        </ul>
      </Disclosure>
    </section>
  )
}

export const checkPreparationModule = lazyModule(async () => (await import('./proof.ts')).prepareCheck)

/** Prefetches the code of a check and prepares it. Failures are ignored, because the check itself tries again. */
export function prepareCheckOnFocus(): void {
  void checkPreparationModule.prefetch().then(() => checkPreparationModule.loaded()?.())
}
