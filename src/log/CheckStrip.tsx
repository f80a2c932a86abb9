import { TONE_SIGNS } from '../lib/tones.ts'
import { accountVerdict } from '../results/accountVerdict.ts'
import type { StoredCheck } from '../storage/records.ts'
import { formatShortTime, formatNearDay } from '../text/japanese.ts'
import { logText } from '../text/log.ts'
import styles from './CheckStrip.module.css'

/** Dots of an account at most, about four rows on a phone. The list below has every check. */
const DOTS_MAX = 60
/** Fewer checks are all in sight below. */
const CHECKS_MIN = 3

/** Shows each check of an account as a dot, the latest last. Each dot has its sign, and its state in words for screen readers. */
export function CheckTimelineStrip({ checks }: { checks: readonly StoredCheck[] }) {
  if (checks.length < CHECKS_MIN) return null
  const shown = checks.slice(0, DOTS_MAX).sort((a, b) => a.at - b.at)
  const [first, last] = [shown[0], shown.at(-1)].map((check) => check && formatNearDay(check.at))
  return (
    <div className="stack gap-4">
      <ol
        className={`plain ${styles['strip']}`}
        aria-label={logText.strip.label(shown.length, checks.length)}
      >
        {shown.map((check) => {
          const { tone, sentence } = accountVerdict(check)
          const words = logText.strip.dot(check.sandbox, formatShortTime(check.at), sentence)
          return (
            <li key={`${check.at}`} className={`bold ${styles['dot']}`} data-tone={tone} title={words}>
              <span aria-hidden="true">{TONE_SIGNS[tone]}</span>
              <span className="visually-hidden">{words}</span>
            </li>
          )
        })}
      </ol>
      {first && last && first !== last && (
        <p aria-hidden="true" className="muted small tabular">
          {logText.strip.ends(first, last)}
        </p>
      )}
    </div>
  )
}
