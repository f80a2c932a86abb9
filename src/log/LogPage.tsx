import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { storeReservedHomeSpace } from '../lib/homeRoom.ts'
import { lazyModule } from '../lib/loadChunk.ts'
import { StoredRecordsCard, StoredRecordsUndo } from '../results/StoredRecords.tsx'
import { logText } from '../text/log.ts'
import { PageHeading } from '../ui/Card.tsx'
import { lazyComponent } from '../ui/Lazy.tsx'
import { storedLogAtoms } from './logAtoms.ts'

const contentsModule = lazyModule(() => import('./LogContents.tsx'))
const LogFiles = lazyComponent(contentsModule, (module) => module.LogFiles)
const EmptyLog = lazyComponent(contentsModule, (module) => module.EmptyLog)
const LogRecords = lazyComponent(contentsModule, (module) => module.LogRecords)

/** /log: what this device keeps. */
export function LogPage() {
  const log = useAtomValue(storedLogAtoms.allAtom)
  const { state, isOn } = useAtomValue(storedLogAtoms.cardAtom)
  // The home page shows the names of the log, and reserves space for them.
  useEffect(() => {
    if (log) storeReservedHomeSpace(isOn && log.checks.length > 0)
  }, [log, isOn])
  // The records are drawn with code of their own, which is fetched while the log is read.
  const [isLoaded, setIsLoaded] = useState(contentsModule.loaded() !== undefined)
  useEffect(() => void contentsModule.prefetch().then(() => setIsLoaded(true)), [])
  // Undefined until the log was read and the code was fetched.
  const isUnfinished = state === 'loading' || !isLoaded
  const isEmpty = log ? contentsModule.loaded()?.isLogEmpty(log) : undefined
  return (
    <>
      <PageHeading>{logText.h1}</PageHeading>
      {isEmpty && <EmptyLog isOn={isOn} />}
      {log && isLoaded && <LogRecords log={log} />}
      {/* The footer and the settings are shown below the records, so that they do not move. */}
      {isUnfinished && <span data-unfinished hidden />}
      <div hidden={isUnfinished}>
        <StoredRecordsCard atoms={storedLogAtoms} label={logText.settings} switchLabel={logText.keep}>
          {log && isLoaded && <LogFiles log={log} />}
        </StoredRecordsCard>
      </div>
      <StoredRecordsUndo atoms={storedLogAtoms} label={logText.h1} />
    </>
  )
}
