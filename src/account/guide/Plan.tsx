import { atom } from 'jotai/vanilla'
import { useAtomValue, useSetAtom } from 'jotai'
import type { Ban } from '../../../contract/outcomes.ts'
import { shareUrl } from '../../config.ts'
import { useSavedFile } from '../../ui/SaveButtons.tsx'
import { timestampedFileName } from '../../lib/download.ts'
import { calendarBlob } from '../../lib/fileFormats.ts'
import type { Appointment } from '../../lib/fileFormats.ts'
import { accountKey } from '../../storage/records.ts'
import { storePlanProgress } from '../../storage/stores.ts'
import { Sentence, wrapTextInSentence } from '../../text/Sentence.tsx'
import { guideText } from '../../text/guide.ts'
import { addCalendarDays, formatMinute, formatNearDay, isSameDay } from '../../text/japanese.ts'
import { resultText, X_HELP_LINKS } from '../../text/result.ts'
import { Disclosure } from '../../ui/Card.tsx'
import { Button, ExternalLink } from '../../ui/controls.tsx'
import { WatchOffer } from '../../watch/WatchOffer.tsx'
import styles from './Guide.module.css'

export const PLAN_WAIT_DAYS = 7
/** Duration of the appointment. A check takes seconds, but a shorter entry could hardly be seen in a calendar. */
const APPOINTMENT_MINUTES = 15

const words = guideText.plan

/** Identifies the plans that belong to one check: the account, and when the check ended, in Unix milliseconds. */
type Plans = { name: string; at: number }
type PlanProps = Plans & { ban: Ban }

export function planAppointment({ ban, name, at }: PlanProps): Appointment {
  return nextCheck(name, at, ban, words.file.found(resultText.ban[ban].name, formatMinute(at)))
}

/** The appointment after a guided check that ended at `at` (Unix milliseconds). It claims no ban. */
export function guideAppointment(name: string, at: number): Appointment {
  return nextCheck(name, at, 'guide', words.file.seen(formatMinute(at)))
}

/** `about` distinguishes the appointments of the same time. */
function nextCheck(name: string, at: number, about: string, reason: string): Appointment {
  const url = shareUrl(`?screen_name=${name}`)
  return {
    uid: `${at}-${about}@${new URL(url).host}`,
    start: addCalendarDays(at, PLAN_WAIT_DAYS),
    minutes: APPOINTMENT_MINUTES,
    ...words.file.calendar(name, reason, url),
    url,
  }
}

const doneTasksByAccountAtom = atom<ReadonlyMap<string, readonly string[]>>(new Map())
export const doneTasksAtom = atom((get) => {
  const all = get(doneTasksByAccountAtom)
  return (plans: Plans) => all.get(keyOf(plans)) ?? []
})

/** Restores the ticked tasks of a check from the device, unless tasks were ticked on the page already, which are newer. */
export const restorePlanProgressAtom = atom(null, (get, set, plans: Plans, stored: readonly string[]) => {
  const all = get(doneTasksByAccountAtom)
  if (!all.has(keyOf(plans))) set(doneTasksByAccountAtom, new Map(all).set(keyOf(plans), stored))
})

export const toggleTaskAtom = atom(null, async (get, set, plans: Plans, task: string) => {
  const before = get(doneTasksAtom)(plans)
  const others = before.filter((done) => done !== task)
  const doneTasks = others.length < before.length ? others : [...before, task]
  set(doneTasksByAccountAtom, new Map(get(doneTasksByAccountAtom)).set(keyOf(plans), doneTasks))
  await storePlanProgress(plans.name, plans.at, doneTasks)
})

function keyOf({ name, at }: Plans): string {
  return `${accountKey(name)} ${at}`
}

/** Saves the appointment as a file for the visitor's calendar. */
export function CalendarButton({ appointment, wide = false }: { appointment: Appointment; wide?: boolean }) {
  const { save, saved } = useSavedFile()
  return (
    <>
      <Button
        wide={wide}
        onClick={() => {
          const now = Date.now()
          save(timestampedFileName('shadowban-plan', now, 'ics'), calendarBlob(appointment, now), words.saved)
        }}
      >
        {words.calendar}
      </Button>
      {saved}
    </>
  )
}

export function Plan({ ban, name, at }: PlanProps) {
  const doneTasks = useAtomValue(doneTasksAtom)({ name, at })
  const toggleTask = useSetAtom(toggleTaskAtom)
  const appointment = planAppointment({ ban, name, at })
  const rules = resultText.ban[ban].rules
  const tasks = words.tasks(words.review[rules], formatPlanDay(at), formatNearDay(appointment.start))
  return (
    <>
      <ul className={`plain ${styles['plan']}`}>
        {tasks.map(([day, task], index) => (
          <li key={task}>
            <label className="checkbox dense">
              <input
                type="checkbox"
                checked={doneTasks.includes(`${ban} ${index}`)}
                onChange={() => void toggleTask({ name, at }, `${ban} ${index}`)}
              />
              <span>
                <b className="unbroken">{day}</b> {wrapTextInSentence(task)}
              </span>
            </label>
          </li>
        ))}
      </ul>
      <p>
        <ExternalLink href={X_HELP_LINKS[rules].url}>{X_HELP_LINKS[rules].name}</ExternalLink>
      </p>
      <p className="small">{words.noPromise}</p>
      <CalendarButton appointment={appointment} />
      {ban === 'search_ban' && <WatchOffer name={name} at={at} />}
    </>
  )
}

/** Formats a plan's first day. It says "today" only on that day, because a plan is also read on later days. */
function formatPlanDay(time: number): string {
  const day = formatNearDay(time)
  return isSameDay(time, Date.now()) ? words.today(day) : day
}

/** The element id of the plans. A link beside the verdict points to it. */
export const PLANS_ELEMENT_ID = 'plans'

/** Shows what to do about each ban that a check found. The plan of the first ban is open. */
export function PlansForFoundBans({ bans, name, at }: Plans & { bans: readonly Ban[] }) {
  if (bans.length === 0) return null
  return (
    <div id={PLANS_ELEMENT_ID} className={styles['plans']}>
      {bans.map((ban, index) => (
        <Disclosure
          key={ban}
          summary={<Sentence>{words.title(resultText.ban[ban].name)}</Sentence>}
          open={index === 0}
        >
          <Plan ban={ban} name={name} at={at} />
        </Disclosure>
      ))}
    </div>
  )
}
