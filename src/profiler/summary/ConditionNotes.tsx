import { powText } from '../../text/pow.ts'
import { figure, whole } from '../model/format.ts'
import type { Conditions } from '../model/Conditions.ts'
import { median } from '../stats/percentile.ts'
import { isBusy } from './steal.ts'
import styles from './Notes.module.css'

const text = powText.conditions

/** A change of the calibration from start to end that is told in words, as a share. */
const CHANGE_MIN = 0.05

/** What disturbed a run, in sentences. Nothing where nothing did. */
export function ConditionNotes({ conditions, busy }: { conditions: Conditions | null; busy: boolean }) {
  const notes = notesOf(conditions, busy)
  if (notes.length === 0) return null
  return (
    <ul className={styles['notes']}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

export function notesOf(conditions: Conditions | null, busy: boolean): string[] {
  const total = (kind: 'hidden' | 'frozen') =>
    conditions?.disturbances
      .filter((one) => one.kind === kind)
      .reduce((sum, { milliseconds }) => sum + milliseconds, 0) ?? 0
  const [hidden, frozen] = [total('hidden'), total('frozen')]
  const clocks = conditions?.disturbances.filter(({ kind }) => kind === 'clock') ?? []
  const steal = conditions?.steal ?? null
  const change = changeOf(conditions)
  return [
    ...(hidden > 0 ? [text.hidden(seconds(hidden))] : []),
    ...(frozen > 0 ? [text.frozen(seconds(frozen))] : []),
    ...clocks.map(({ milliseconds }) =>
      milliseconds > 0 ? text.forward(seconds(milliseconds)) : text.back(seconds(-milliseconds)),
    ),
    ...(conditions?.wakeLock === 'lost' && hidden === 0 ? [text.dark] : []),
    ...(isBusy(steal) && steal !== null ? [text.busy(whole(steal * 100))] : busy ? [text.busyUnknown] : []),
    ...(change !== null && Math.abs(change) >= CHANGE_MIN ? [changeText(change)] : []),
  ]
}

const changeText = (change: number) =>
  change > 0 ? text.faster(whole(change * 100)) : text.slower(whole(-change * 100))

/** Tenths of a second below ten. */
const seconds = (milliseconds: number) =>
  milliseconds < 10_000 ? figure(Math.round(milliseconds / 100) / 10) : whole(milliseconds / 1000)

/** How much faster the same calibration was at the end than at the start, as a share. */
function changeOf(conditions: Conditions | null): number | null {
  const { start, end } = conditions?.calibration ?? { start: [], end: [] }
  const change = median(end) / median(start) - 1
  return Number.isFinite(change) ? change : null
}
