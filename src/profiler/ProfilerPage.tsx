import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { useAhead } from '../load/useAhead.tsx'
import { powText } from '../text/pow.ts'
import { Card } from '../ui/Card.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { runEngineOf } from './model/RunEngine.ts'
import { labelFrom } from './model/settings.ts'
import styles from './Profiler.module.css'
import { chartsPart, RunResultCard } from './RunResultCard.tsx'
import { ResultScript } from './ResultScript.tsx'
import { liveAtom, startRunAtom, stopRunAtom } from './run/runAtoms.ts'
import { RunControls } from './form/RunControls.tsx'
import { aboutText } from './runs/runName.ts'
import { loadRunsAtom, shownRunAtom } from './runs/runsAtoms.ts'
import { RunsCard } from './runs/RunsCard.tsx'
import { SettingsForm } from './form/SettingsForm.tsx'
import { useHydrated, useSettings } from './form/useSettings.tsx'

/** What the page fetches once it is idle. */
const AHEAD = [chartsPart]

/** The proof-of-work profiler for performance testers. */
export function ProfilerPage() {
  const { settings, query } = useSettings()
  // The settings fold once a run has begun, so that its headline is in view on a phone.
  const running = useAtomValue(liveAtom) !== null
  const shown = useAtomValue(shownRunAtom) !== null
  usePageLife()
  useAhead(AHEAD)
  return (
    <>
      <div className={styles['head']}>
        <h1>{powText.h1}</h1>
        <p className={styles['muted']}>{powText.lead}</p>
      </div>
      <div className={styles['columns']}>
        <Card aria-label={powText.settings.title}>
          <h2>{powText.settings.title}</h2>
          <Disclosure summary={aboutText(settings)} open={!running && !shown}>
            <SettingsForm />
          </Disclosure>
          <RunControls />
        </Card>
        <RunResultCard />
        <RunsCard />
      </div>
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

/** Reads the kept runs, starts a run with `?autostart=1`, and stops it when the page is left. */
function usePageLife(): void {
  const hydrated = useHydrated()
  const { settings, query } = useSettings()
  const load = useSetAtom(loadRunsAtom)
  const start = useSetAtom(startRunAtom)
  const stop = useSetAtom(stopRunAtom)
  const wanted = hydrated && query.get('autostart') === '1'
  const started = useRef(false)
  useEffect(() => void load(), [load])
  useEffect(() => () => stop(), [stop])
  useEffect(() => {
    if (!wanted || started.current) return
    const engine = runEngineOf(settings.engine)
    const label = labelFrom(query)
    // Not at once: in development React mounts everything twice, and the first unmounting would end the run.
    const timer = setTimeout(() => {
      started.current = true
      void start({ settings, engine, label })
    })
    return () => clearTimeout(timer)
  }, [wanted, settings, query, start])
}
