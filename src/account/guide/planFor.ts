import type { Ban } from '../../../contract/bans.ts'
import { DAY_MS } from '../../../contract/japanDay.ts'
import type { Appointment } from '../../files/calendarFile.ts'
import { formatMinute } from '../../text/formatTime.ts'
import { guideText } from '../../text/guide.ts'
import { resultText } from '../../text/result.ts'

/** Days after which X may show something else. */
const WAIT_DAYS = 7
/** A check takes seconds; a calendar wants an entry that can be seen. */
const MINUTES = 15

type PlanOf = { ban: Ban; name: string; at: number; url: string }

/** When to look again at a ban that was found at `at`, and that as an appointment. `url` opens the check. Times are Unix milliseconds. */
export function planFor({ ban, name, at, url }: PlanOf) {
  const again = at + WAIT_DAYS * DAY_MS
  const { calendar } = guideText.plan.file
  const appointment: Appointment = {
    uid: `${at}-${ban}@${new URL(url).host}`,
    start: again,
    minutes: MINUTES,
    ...calendar(name, resultText.ban[ban].name, formatMinute(at), url),
    url,
  }
  return { today: at, again, appointment }
}
