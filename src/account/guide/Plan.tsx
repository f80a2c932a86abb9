import { atom } from 'jotai/vanilla'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import type { Ban } from '../../../contract/outcomes.ts'
import { shareUrl } from '../../config.ts'
import { useSavedFile } from '../../ui/SaveButtons.tsx'
import { timestampedFileName } from '../../lib/download.ts'
import { calendarBlob } from '../../lib/fileFormats.ts'
import type { Appointment } from '../../lib/fileFormats.ts'
import { accountKey } from '../../storage/records.ts'
import { storePlanProgress } from '../../storage/stores.ts'
import { wrapTextInSentence } from '../../text/Sentence.tsx'
import { guideText } from '../../text/guide.ts'
import { addCalendarDays, formatMinute, formatNearDay } from '../../text/japanese.ts'
import { resultText, X_HELP_LINKS } from '../../text/result.ts'
import { Button, ExternalLink } from '../../ui/controls.tsx'
import styles from './Guide.module.css'

const PLAN_WAIT_DAYS = 7
/** Duration of the appointment. A check takes seconds, but a shorter entry could hardly be seen in a calendar. */
const APPOINTMENT_MINUTES = 15

const words = guideText.plan

/** Identifies the plan that belongs to one check: the account, and when the check ended, in Unix milliseconds. */
type PlanId = { name: string; at: number }
/** `bans` are those that the check found, at least one. */
type PlanProps = PlanId & { bans: readonly Ban[] }

export function planAppointment({ bans, name, at }: PlanProps): Appointment {
  const names = bans.map((ban) => resultText.ban[ban].name).join('、')
  return nextCheck(name, at, bans.join('-'), words.file.found(names, formatMinute(at)))
}

/** The appointment after a guided check that ended at `at` (Unix milliseconds). It claims no ban. */
export function guideAppointment(name: string, at: number): Appointment {
  return nextCheck(name, at, 'guide', words.file.seen(formatMinute(at)))
}

/** When another check is worth while after one at `at`. Both are Unix milliseconds. */
export function nextCheckTime(at: number): number {
  return addCalendarDays(at, PLAN_WAIT_DAYS)
}

/** `about` distinguishes the appointments of the same time. */
function nextCheck(name: string, at: number, about: string, reason: string): Appointment {
  const url = shareUrl(`?screen_name=${name}`)
  return {
    uid: `${at}-${about}@${new URL(url).host}`,
    start: nextCheckTime(at),
    minutes: APPOINTMENT_MINUTES,
    ...words.file.calendar(name, reason, url),
    url,
  }
}

const doneTasksByAccountAtom = atom<ReadonlyMap<string, readonly string[]>>(new Map())
export const doneTasksAtom = atom((get) => {
  const all = get(doneTasksByAccountAtom)
  return (plan: PlanId) => all.get(keyOf(plan)) ?? []
})

/** Restores the ticked tasks of a check from the device, unless tasks were ticked on the page already, which are newer. */
export const restorePlanProgressAtom = atom(null, (get, set, plan: PlanId, stored: readonly string[]) => {
  const all = get(doneTasksByAccountAtom)
  if (!all.has(keyOf(plan))) set(doneTasksByAccountAtom, new Map(all).set(keyOf(plan), stored))
})

export const toggleTaskAtom = atom(null, async (get, set, plan: PlanId, task: string) => {
  const before = get(doneTasksAtom)(plan)
  const others = before.filter((done) => done !== task)
  const doneTasks = others.length < before.length ? others : [...before, task]
  set(doneTasksByAccountAtom, new Map(get(doneTasksByAccountAtom)).set(keyOf(plan), doneTasks))
  await storePlanProgress(plan.name, plan.at, doneTasks)
})

function keyOf({ name, at }: PlanId): string {
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

/** Lists the tasks for all bans that a check found, with the calendar. They share its two tasks. */
export function Plan({ bans, name, at }: PlanProps) {
  const doneTasks = useAtomValue(doneTasksAtom)({ name, at })
  const toggleTask = useSetAtom(toggleTaskAtom)
  const appointment = planAppointment({ bans, name, at })
  const kinds = [...new Set(bans.map((ban) => resultText.ban[ban].rules))]
  const [kind = 'search', second] = kinds
  const tasks = [
    { id: `${bans[0]} 0`, task: words.review[second ? 'both' : kind] },
    { id: `${bans[0]} 1`, task: words.rest },
  ]
  return (
    <>
      <ul className={`plain ${styles['plan']}`}>
        {tasks.map(({ id, task }) => (
          <li key={id}>
            <label className="checkbox dense">
              <input
                type="checkbox"
                checked={doneTasks.includes(id)}
                onChange={() => void toggleTask({ name, at }, id)}
              />
              <span>{wrapTextInSentence(task)}</span>
            </label>
          </li>
        ))}
      </ul>
      <p className={`line screen-only ${styles['help']}`}>
        {kinds.map((rules) => (
          <ExternalLink key={rules} href={X_HELP_LINKS[rules].url}>
            {words.help[rules]}
          </ExternalLink>
        ))}
      </p>
      <div className="line">
        <p className="bold">{words.again(formatNearDay(appointment.start))}</p>
        <CalendarButton appointment={appointment} />
      </div>
      <p className="muted small">{words.noPromise}</p>
    </>
  )
}

/** The element id of the plan. A link beside the verdict points to it. */
export const PLAN_ELEMENT_ID = 'plan'

let isAwaited = false

/** To be called when a link to the plan is followed: the plan is drawn after the verdict, perhaps only later. */
export function awaitPlan(): void {
  const plan = document.getElementById(PLAN_ELEMENT_ID)
  isAwaited = !plan
  if (plan) bringIntoView(plan)
}

/** Scrolls to the plan once it is measured. The plan may make its column too high to be sticky, and then the column's own observer, which is called first, scrolls the page (TwoColumns.tsx). */
function bringIntoView(plan: HTMLElement): void {
  new ResizeObserver((_, observer) => {
    observer.disconnect()
    plan.scrollIntoView()
  }).observe(plan)
}

/** Shows what to do about the bans that a check found. `children` is beside its heading. */
export function PlanForFoundBans({ children, ...plan }: PlanProps & { children: ReactNode }) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (isAwaited && section.current) bringIntoView(section.current)
    isAwaited = false
  }, [])
  if (plan.bans.length === 0) return null
  return (
    <section ref={section} id={PLAN_ELEMENT_ID} className={`stack gap-4 ${styles['found']}`}>
      <div className={`line between ${styles['title']}`}>
        <h3 className="medium">{words.title}</h3>
        {children}
      </div>
      <Plan {...plan} />
    </section>
  )
}
