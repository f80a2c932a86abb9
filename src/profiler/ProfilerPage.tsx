import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import { LatePart, useAhead } from '../lib/Lazy.tsx'
import { createPart } from '../lib/loadChunk.ts'
import { Mixed, Sentence } from '../text/Sentence.tsx'
import { powText } from '../text/pow.ts'
import { Card, Disclosure } from '../ui/Card.tsx'
import styles from './ProfilerPage.module.css'
import { UnmetSettings } from './UnmetSettings.tsx'
import { automate } from './automation/automation.ts'
import { chartsPart } from './chartsPart.ts'
import { RunControls } from './form/RunControls.tsx'
import { SettingsForm } from './form/SettingsForm.tsx'
import { useCorrectedAddress, useHydrated, useSettings } from './form/useSettings.tsx'
import { startsUnasked } from './model/estimate.ts'
import { RESULT_VERSION } from './model/result.ts'
import { labelFrom } from './model/settings.ts'
import { postTarget } from './posting/postTarget.ts'
import type { PostTarget } from './posting/postTarget.ts'
import { liveAtom, measurePart, runEndAtom, runStateAtom, startRunAtom, stopRunAtom } from './run/runAtoms.ts'
import { RunsCard } from './runs/RunsCard.tsx'
import { aboutText } from './runs/names.ts'
import { loadRunsAtom, otherRunAtom, shownRunAtom } from './runs/runs.ts'

/** Hands runs to scripts as long as the page is shown. */
export function useAutomation(): void {
  const store = useStore()
  useEffect(() => automate(store, window), [store])
}

const text = powText.result

/** Nobody needs the figures to start a run. */
export const livePart = createPart(async () => (await import('./LiveRun.tsx')).LiveRun)
export const finishedPart = createPart(async () => (await import('./FinishedRun.tsx')).FinishedRun)

/** The run under way, else the one that is shown. */
export function RunResultCard() {
  const live = useAtomValue(liveAtom)
  const shown = useAtomValue(shownRunAtom)
  const other = useAtomValue(otherRunAtom)?.result ?? null
  return (
    <Card aria-label={text.title}>
      <h2>{live ? text.partial : text.title}</h2>
      {live && <LatePart part={livePart} props={{ live }} />}
      {!live && shown && (
        <LatePart key={shown.id} part={finishedPart} props={{ result: shown.result, other }} />
      )}
      {!live && !shown && <p className="muted">{text.empty}</p>}
    </Card>
  )
}

/**
 * Writes the finished run, or `{version, error}`, into `<script type="application/json" id="result">` for automation.
 * It is added as a text node, which no content policy treats as code.
 */
export function ResultScript() {
  const run = useAtomValue(runStateAtom)
  const shown = useAtomValue(shownRunAtom)
  useEffect(() => {
    if (run.name === 'running') return
    const left = run.name === 'failed' ? { version: RESULT_VERSION, error: run.message } : shown?.result
    if (!left) return
    const script = document.createElement('script')
    script.type = 'application/json'
    script.id = 'result'
    script.append(JSON.stringify(left))
    document.body.append(script)
    return () => script.remove()
  }, [run, shown])
  return null
}

const difficultyPart = createPart(
  async () => (await import('./difficulty/DifficultyCard.tsx')).DifficultyCard,
)

const sustainedPart = createPart(async () => (await import('./sustained/SustainedCard.tsx')).SustainedCard)
const postPart = createPart(async () => (await import('./posting/PostCard.tsx')).PostCard)
const fleetPart = createPart(async () => (await import('./fleet/FleetCard.tsx')).FleetCard)

/** What the page fetches once it is idle. */
const AHEAD = [measurePart, livePart, finishedPart, chartsPart, difficultyPart]

/** The proof-of-work profiler for performance testers. */
export function ProfilerPage() {
  const { settings, unmet, query } = useSettings()
  // The settings fold once a run has begun, so that its headline is in view on a phone.
  const running = useAtomValue(liveAtom) !== null
  const shown = useAtomValue(shownRunAtom)
  const target = usePostTarget()
  // The page may have been left and opened again: a run that had ended before is not this visit's.
  const [before] = useState(useAtomValue(runEndAtom))
  usePageLife()
  useCorrectedAddress()
  useAhead(AHEAD)
  return (
    <>
      <div className="stack gap-4">
        <h1>{powText.h1}</h1>
        <p className="muted">
          <Mixed>{powText.lead}</Mixed>
        </p>
      </div>
      <div className={`stack gap-16 ${styles['columns']}`}>
        <Card aria-label={powText.settings.title}>
          <h2>{powText.settings.title}</h2>
          <Disclosure summary={<Sentence>{aboutText(settings)}</Sentence>} open={!running && shown === null}>
            <SettingsForm />
          </Disclosure>
          <UnmetSettings unmet={unmet} />
          <RunControls />
        </Card>
        <div className="stack gap-16">
          <RunResultCard />
          {!running && shown?.result.sustained && (
            <LatePart part={sustainedPart} props={{ sustained: shown.result.sustained }} />
          )}
          {!running && shown && <LatePart part={difficultyPart} props={{ result: shown.result }} />}
        </div>
        <RunsCard />
      </div>
      {target && <LatePart part={postPart} props={{ target, before }} />}
      <FleetSection />
      <Card aria-label={powText.help.title}>
        <Disclosure summary={<h2>{powText.help.title}</h2>}>
          <ul className="stack">
            {powText.help.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
        </Disclosure>
      </Card>
      {query.get('format') === 'json' && <ResultScript />}
    </>
  )
}

/** Where the link wants results sent; null for most links, and while the page is hydrated. */
function usePostTarget(): PostTarget | null {
  const { query } = useSettings()
  return useMemo(() => (query.has('post') ? postTarget(query, window.location) : null), [query])
}

/** The table of devices: fetched when it is unfolded. */
function FleetSection() {
  const [open, setOpen] = useState(false)
  return (
    <Card aria-label={powText.fleet}>
      <Disclosure summary={<h2>{powText.fleet}</h2>} onOpen={() => setOpen(true)}>
        {open && <LatePart part={fleetPart} props={{}} />}
      </Disclosure>
    </Card>
  )
}

/** Reads the kept runs, starts a short run with `?autostart=1`, and stops it when the page is left. */
function usePageLife(): void {
  const hydrated = useHydrated()
  const { settings, unmet, query } = useSettings()
  const load = useSetAtom(loadRunsAtom)
  const start = useSetAtom(startRunAtom)
  const stop = useSetAtom(stopRunAtom)
  const wanted = hydrated && query.get('autostart') === '1'
  const started = useRef(false)
  useAutomation()
  useEffect(() => void load(), [load])
  useEffect(() => () => stop(), [stop])
  useEffect(() => {
    if (!wanted || started.current) return
    if (!startsUnasked(settings)) return
    const label = labelFrom(query)
    // Not at once: in development React mounts everything twice, and the first unmounting would end the run.
    const timer = setTimeout(() => {
      started.current = true
      void start({ settings, unmet, label })
    })
    return () => clearTimeout(timer)
  }, [wanted, settings, unmet, query, start])
}
