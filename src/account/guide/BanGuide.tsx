import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { DAY_MS } from '../../../contract/dates.ts'
import type { ItemEvidence, UnjudgedReason } from '../../../contract/evidence.ts'
import { BANS } from '../../../contract/outcomes.ts'
import type { Ban } from '../../../contract/outcomes.ts'
import type { AccountCheck } from '../../../contract/wire.ts'
import { capabilitiesAtom } from '../../check/capabilities.tsx'
import { ObservationField } from '../../observations/ObservationField.tsx'
import { observedAtom } from '../../observations/observations.ts'
import { Paragraph, Sentence } from '../../text/Sentence.tsx'
import { guideText } from '../../text/guide.ts'
import { formatClock, formatMinute } from '../../text/japanese.ts'
import { resultText } from '../../text/result.ts'
import { Button, Checkbox, Link, OutLink } from '../../ui/controls.tsx'
import { lazyComponent } from '../../ui/Lazy.tsx'
import { lazyModule } from '../../lib/loadChunk.ts'
import { accountFlow } from '../accountFlow.ts'
import { accountBanState } from '../accountVerdict.ts'
import type { AccountResult } from '../checkAccount.ts'
import styles from './Guide.module.css'
import { NextSteps } from './Plan.tsx'
import { isPicturedAtom, openGuideAtom } from './guideAtoms.ts'

const searchLabelsModule = lazyModule(() => import('../../results/labels/SearchBanLabels.tsx'))
const SearchBanLabels = lazyComponent(searchLabelsModule, (module) => module.SearchBanLabels)

/** How many days X's recent search covers. */
const SEARCH_DAYS = 7

const words = guideText.evidence

export function evidenceSentence(check: AccountCheck, ban: Ban): string | null {
  const item = check.evidence?.items[ban]
  if (!item) return null
  const counted = countedIn(item, item.time ?? check.evidence?.time ?? 0)
  if (check[ban] === null) return item.reason && whyUnjudged(item.reason, counted)
  if (item.method !== 'recent_search' || item.looked === undefined) return null
  if (check[ban] === false) return counted.found > 0 ? words.found(counted) : null
  return counted.found === 0 ? words.hidden(counted) : null
}

type Counted = Parameters<typeof words.found>[0]

function whyUnjudged(reason: UnjudgedReason, counted: Counted): string | null {
  const why = words.why[reason]
  return typeof why === 'function' ? why(counted) : why
}

function countedIn({ looked = 0, found = 0, from, to }: ItemEvidence, time: number): Counted {
  const days = from === undefined ? SEARCH_DAYS : Math.max(1, Math.round(((to ?? time) - from) / DAY_MS))
  return { days, posts: looked, found, time: formatMinute(time) }
}

/** Notes that say which information about the list of posts is missing from X's response. */
export function listNotes({ evidence }: AccountCheck): string[] {
  const list = evidence?.tweets
  if (!list) return []
  const notes = guideText.list
  return [...(list.pinTold ? [] : [notes.noPin]), ...(list.kindsTold ? [] : [notes.noKinds])]
}

export function Steps({ ban, name }: { ban: Ban; name: string }) {
  return (
    <ol className={`stack gap-4 ${styles['steps']}`}>
      {resultText.ban[ban].steps(name).map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}

export function SeeForYourself({ ban, name }: { ban: Ban; name: string }) {
  return (
    <section className={`stack screen-only ${styles['part']}`}>
      <h3 className="unmuted medium dense">{guideText.see.title}</h3>
      <p>{guideText.see.lead}</p>
      <Steps ban={ban} name={name} />
      <p>
        <OutLink href={resultText.ban[ban].page(name)}>{resultText.ban[ban].link}</OutLink>
      </p>
      <ObservationField
        subject={{ name, item: ban }}
        stated={{ item: ban }}
        question={guideText.see.question}
        answers={resultText.ban[ban].answers}
      />
    </section>
  )
}

export function BanGuide({ ban, result }: { ban: Ban; result: AccountResult }) {
  const isOffered = useAtomValue(capabilitiesAtom)?.bans.includes(ban) ?? true
  const evidence = evidenceSentence(result, ban) ?? (isOffered ? null : words.why.not_offered)
  const flag = result[ban]
  return (
    <>
      <Paragraph className="unmuted">{evidence}</Paragraph>
      {flag === true && evidence && result.evidence?.items[ban].control !== undefined && (
        <p>{words.control}</p>
      )}
      {flag === null && !evidence && <p>{resultText.ban.unknownAbout}</p>}
      <p>{resultText.ban[ban].about}</p>
      <SeeForYourself ban={ban} name={result.screenName} />
      {flag === null && (
        <p>
          <Link to="/report" className="touchable">
            <Sentence>{guideText.ownReport}</Sentence>
          </Link>
        </p>
      )}
      {flag === true && ban === 'search_ban' && <SearchBanLabels />}
      {accountBanState(result, ban).tone !== 'ok' && <NextSteps ban={ban} />}
    </>
  )
}

export function GuideOffer({ name, bans }: { name: string; bans: readonly Ban[] }) {
  const open = useSetAtom(openGuideAtom)
  const getObserved = useAtomValue(observedAtom)
  const isAnswered = (item: Ban) => getObserved({ name, item }) !== undefined
  const words = bans.every(isAnswered) ? guideText.guided.again : guideText.guided.start(bans.length)
  return <Button onClick={() => open(name, bans, isAnswered)}>{words}</Button>
}

export function PictureSwitch() {
  const [shows, setShows] = useAtom(isPicturedAtom)
  const name = useAtomValue(accountFlow.doneAtom)?.answer.screenName
  const getObserved = useAtomValue(observedAtom)
  if (name === undefined || !BANS.some((item) => getObserved({ name, item }))) return null
  return (
    <label className="checkbox dense">
      <Checkbox checked={shows} onChange={setShows} />
      {guideText.guided.inPicture}
    </label>
  )
}

const SILENT: ReadonlySet<string | null> = new Set(['no_method', 'not_offered', 'account', null])

export function evidenceLine(check: AccountCheck, ban: Ban): string | null {
  const item = check.evidence?.items[ban]
  const sentence = evidenceSentence(check, ban)
  if (!item || sentence === null) return null
  if (check[ban] === null) return SILENT.has(item.reason) ? null : sentence
  const { looked = 0, found = 0, time = check.evidence?.time ?? 0 } = item
  return words.counted({ posts: looked, found, clock: formatClock(time) })
}
