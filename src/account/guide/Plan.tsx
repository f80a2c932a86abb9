import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { Ban } from '../../../contract/bans.ts'
import { japanDay } from '../../../contract/japanDay.ts'
import { handedOnUrl } from '../../config.ts'
import { calendarFile } from '../../files/calendarFile.ts'
import type { Appointment } from '../../files/calendarFile.ts'
import { download, fileName } from '../../files/download.ts'
import { SavedNote } from '../../files/SavedNote.tsx'
import { formatNearDay } from '../../text/formatTime.ts'
import { guideText } from '../../text/guide.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './Guide.module.css'
import { RULES_OF } from './guideLinks.ts'
import { planFor } from './planFor.ts'
import { tickAtom, ticksAtom } from './tickAtoms.ts'

const words = guideText.plan

/** `at` is when the ban was found, in Unix milliseconds. */
type PlanProps = { ban: Ban; name: string; at: number }

/** What to do until the next check, with dates to tick off, and that check as a file for the visitor's calendar. */
export function Plan({ ban, name, at }: PlanProps) {
  const [isSaved, setIsSaved] = useState(false)
  const ticks = useAtomValue(ticksAtom)({ name, at })
  const tick = useSetAtom(tickAtom)
  const { today, again, appointment } = planFor({ ban, name, at, url: handedOnUrl(`?screen_name=${name}`) })
  return (
    <>
      <ul className={styles['plan']}>
        {words.tasks[RULES_OF[ban]](dayWords(today), formatNearDay(again)).map(([day, task], index) => (
          <li key={task}>
            <label className={styles['switch']}>
              <input
                type="checkbox"
                checked={ticks.has(`${ban} ${index}`)}
                onChange={() => void tick({ name, at }, `${ban} ${index}`)}
              />
              <span>
                <b className="unbroken">{day}</b> {task}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <Button
        onClick={() => {
          save(appointment)
          setIsSaved(true)
        }}
      >
        {words.calendar}
      </Button>
      <SavedNote>{isSaved ? words.saved : ''}</SavedNote>
    </>
  )
}

/** A plan is read on later days too. */
function dayWords(time: number): string {
  const day = formatNearDay(time)
  return japanDay(time) === japanDay(Date.now()) ? words.today(day) : day
}

function save(appointment: Appointment): void {
  const now = Date.now()
  download(fileName('shadowban-plan', now, 'ics'), calendarFile(appointment, now))
}
