import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useRef, useState } from 'react'
import { createPart } from '../load/createPart.ts'
import { LatePart } from '../load/LatePart.tsx'
import { useAhead } from '../load/useAhead.tsx'
import { Mixed } from '../text/Mixed.tsx'
import { powText } from '../text/pow.ts'
import { Sentence } from '../text/Sentence.tsx'
import { Card } from '../ui/Card.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { useAutomation } from './automation/useAutomation.tsx'
import { labelFrom } from './model/settingsLink.ts'
import { startsUnasked } from './model/startsUnasked.ts'
import styles from './Profiler.module.css'
import { chartsPart } from './chartsPart.ts'
import { postTarget } from './posting/postTarget.ts'
import type { PostTarget } from './posting/postTarget.ts'
import { finishedPart, livePart, RunResultCard } from './RunResultCard.tsx'
import { ResultScript } from './ResultScript.tsx'
import { liveAtom, measurePart, runEndAtom, startRunAtom, stopRunAtom } from './run/runAtoms.ts'
import { RunControls } from './form/RunControls.tsx'
import { aboutText } from './runs/runName.ts'
import { loadRunsAtom, shownRunAtom } from './runs/runsAtoms.ts'
import { RunsCard } from './runs/RunsCard.tsx'
import { SettingsForm } from './form/SettingsForm.tsx'
import { UnmetSettings } from './UnmetSettings.tsx'
import { useCorrectedAddress } from './form/useCorrectedAddress.tsx'
import { useHydrated, useSettings } from './form/useSettings.tsx'

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
      <div className={styles['head']}>
        <h1>{powText.h1}</h1>
        <p className={styles['muted']}>
          <Mixed>{powText.lead}</Mixed>
        </p>
      </div>
      <div className={styles['columns']}>
        <Card aria-label={powText.settings.title}>
          <h2>{powText.settings.title}</h2>
          <Disclosure summary={<Sentence>{aboutText(settings)}</Sentence>} open={!running && shown === null}>
            <SettingsForm />
          </Disclosure>
          <UnmetSettings unmet={unmet} />
          <RunControls />
        </Card>
        <div className={styles['results']}>
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
          <ul className={styles['help']}>
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
