import { atom } from 'jotai/vanilla'
import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useNavigate, useNavigationType } from 'react-router-dom'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyComponent, usePrefetch } from '../ui/Lazy.tsx'
import { lazyModule } from '../lib/loadChunk.ts'
import { Paragraph, Sentence } from '../text/Sentence.tsx'
import { powText } from '../text/pow.ts'
import { Card, Disclosure } from '../ui/Card.tsx'
import { detectWebAssemblyLevel } from '../crypto/detectEngines.ts'
import { useBrowserTest, usePageLifecycle } from '../ui/hooks.tsx'
import styles from './ProfilerPage.module.css'
import { exposeAutomation } from './automation/automation.ts'
import { RunControls } from './form/RunControls.tsx'
import { SettingsForm } from './form/SettingsForm.tsx'
import { AdjustedSettings } from './form/fields.tsx'
import { useSettings } from './form/useSettings.tsx'
import { startsWithoutAsking } from './model/estimate.ts'
import { correctedSettingsLink } from './model/settings.ts'
import {
  runningStateAtom,
  measureDeviceModule,
  pauseRunAtom,
  runEndAtom,
  startRunAtom,
} from './run/runAtoms.ts'
import type { RunEnd } from './run/runAtoms.ts'
import { RunsCard } from './runs/RunsCard.tsx'
import { settingsText } from './runs/names.ts'
import { loadRunsAtom, otherRunAtom, runsAtom, shownRunAtom } from './runs/runs.ts'

const text = powText.result

const runModule = lazyModule(() => import('./FinishedRun.tsx'))
const LiveRun = lazyComponent(runModule, (module) => module.LiveRun)
const FinishedRun = lazyComponent(runModule, (module) => module.FinishedRun)

function RunResult({ before, children }: { before: RunEnd | null; children: ReactNode }) {
  const live = useAtomValue(runningStateAtom)
  const shown = useAtomValue(shownRunAtom)
  const other = useAtomValue(otherRunAtom)?.result ?? null
  const { shownAt = 0, otherAt = 0 } = useAtomValue(runsAtom)
  const end = useAtomValue(runEndAtom)
  if (!live && shown) {
    const { result } = shown
    const isNew = end !== null && end !== before && 'result' in end && end.result === result
    // A run that ended in this visit may be chosen from the list again.
    const arrival = Math.max(shownAt, otherAt, isNew ? Date.parse(result.environment.date) : 0)
    return <FinishedRun key={shown.id} {...{ result, other, arrival, children }} imported={shown.imported} />
  }
  return (
    <>
      <Card aria-label={text.title}>
        {live ? (
          <>
            <h2>{text.partial}</h2>
            <LiveRun live={live} />
          </>
        ) : (
          <EmptyResult />
        )}
      </Card>
      {children}
    </>
  )
}

const { sample, meanings } = text
const SAMPLE_FIGURES = [
  [text.engineName(sample.lanes), text.rate(sample.engine), meanings.engine],
  [text.timeName, text.time(sample.median), meanings.median],
  [text.perceivedName, text.rate(sample.perceived), meanings.perceived],
] as const

/** Shows the figures of an earlier run and explains them, before there are any of this device. */
function EmptyResult() {
  return (
    <Disclosure summary={<h2>{sample.title}</h2>}>
      <p className="small">{sample.about}</p>
      <dl className="stack gap-12">
        {SAMPLE_FIGURES.map(([name, figure, meaning]) => (
          <div key={name}>
            <dt className="muted small">
              <Sentence>{name}</Sentence>
            </dt>
            <dd className={`bold tabular muted ${styles['figure']}`}>{figure}</dd>
            <dd className="small">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}

const PostCard = lazyComponent(
  lazyModule(() => import('./posting/PostCard.tsx')),
  (module) => module.SendResultCard,
)

const PREFETCHED = [measureDeviceModule, runModule]

export function ProfilerPage() {
  const { settings, unmet, query } = useSettings()
  // The visitor may have left this page and opened it again: a run that ended before does not belong to this visit.
  const [before] = useState(useAtomValue(runEndAtom))
  usePageLife()
  usePrefetch(PREFETCHED)
  return (
    <>
      <div className="stack gap-4">
        <h1>
          {powText.h1.name}（<span lang="en">{powText.h1.english}</span>）
        </h1>
        <Paragraph className={`muted ${styles['lead']}`}>
          {`${powText.lead}${query.has('post') ? '' : powText.leadKept}`}
        </Paragraph>
      </div>
      <div className={`stack gap-16 ${styles['columns']}`}>
        <Card aria-label={powText.settings.title} className="screen-only">
          <AdjustedSettings unmet={unmet} />
          <SlowEngineNote />
          {/* Before the settings: the button that starts is on the first screen of a phone. */}
          <RunControls />
          <Disclosure
            summary={
              <hgroup>
                <h2>{powText.settings.title}</h2>
                <p>
                  <Sentence>{settingsText(settings)}</Sentence>
                </p>
              </hgroup>
            }
          >
            <SettingsForm />
          </Disclosure>
        </Card>
        <div className="stack gap-16">
          <RunResult before={before}>
            {query.has('post') && <PostCard query={query} before={before} />}
          </RunResult>
        </div>
      </div>
      <RunsCard />
      <Card aria-label={powText.help.title} className="screen-only">
        <Disclosure summary={<h2>{powText.help.title}</h2>}>
          <ul className="stack">
            {powText.help.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </Disclosure>
      </Card>
    </>
  )
}

/** Explains why this browser does not use the fastest engine. */
function SlowEngineNote() {
  const hydrated = useBrowserTest(() => true)
  const level = hydrated ? detectWebAssemblyLevel() : 'simd'
  return level !== 'simd' && <Paragraph className="muted small">{powText.slowEngine[level]}</Paragraph>
}

const nothing = () => undefined

function usePageLife(): void {
  const { settings, unmet, label, query } = useSettings()
  const load = useSetAtom(loadRunsAtom)
  const start = useSetAtom(startRunAtom)
  const pause = useSetAtom(pauseRunAtom)
  const arrive = useSetAtom(arriveAtom)
  const type = useNavigationType()
  const navigate = useNavigate()
  const wanted = query.get('autostart') === '1' && startsWithoutAsking(settings)
  const started = useRef(false)
  const store = useStore()
  useEffect(() => exposeAutomation(store, window), [store])
  useEffect(() => void load(), [load])
  const hold = useCallback(() => pause(true), [pause])
  usePageLifecycle(nothing, hold)
  useEffect(() => {
    if (!wanted || started.current) return
    // A timer delays this: React's strict mode mounts everything twice in development, and the first unmounting would end the run.
    const timer = setTimeout(() => {
      started.current = true
      if (arrive(type)) void start({ settings, unmet, label })
    })
    return () => clearTimeout(timer)
  }, [wanted, settings, unmet, label, start, arrive, type])
  useEffect(() => {
    const corrected = correctedSettingsLink(query, { settings, unmet })
    if (corrected) void navigate({ search: String(corrected) }, { replace: true })
  }, [query, settings, unmet, navigate])
}

const wasHereAtom = atom(false)

/** Returns whether the page was reached by a link or a reload, as opposed to Back and Forward. */
const arriveAtom = atom(null, (get, set, type: ReturnType<typeof useNavigationType>) => {
  const [opened] = performance.getEntriesByType('navigation')
  const openedBack = opened instanceof PerformanceNavigationTiming && opened.type === 'back_forward'
  const isBack = type === 'POP' && (get(wasHereAtom) || openedBack)
  set(wasHereAtom, true)
  return !isBack
})
