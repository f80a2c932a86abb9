import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import type { ItemEvidence } from '../../../contract/wire.ts'
import { BANS } from '../../../contract/outcomes.ts'
import type { Ban } from '../../../contract/outcomes.ts'
import { capabilitiesAtom } from '../../check/capabilities.tsx'
import { ObservationField } from '../../observations/ObservationField.tsx'
import { getObservationAtom } from '../../observations/observations.ts'
import { storedBanState } from '../../results/accountVerdict.ts'
import { banEvidenceSentence } from '../../results/itemEvidence.ts'
import type { StoredCheck } from '../../storage/records.ts'
import { Paragraph, Sentence } from '../../text/Sentence.tsx'
import { guideText } from '../../text/guide.ts'
import { formatNearDay } from '../../text/japanese.ts'
import { hashtagText, searchDoubts, whyUnjudged } from '../../text/reasons.ts'
import { resultText, X_HELP_LINKS } from '../../text/result.ts'
import { Disclosure, LineList } from '../../ui/Card.tsx'
import { Button, Checkbox, Link, ExternalLink } from '../../ui/controls.tsx'
import { lazyComponent } from '../../ui/Lazy.tsx'
import { lazyModule } from '../../lib/loadChunk.ts'
import { accountFlow } from '../accountFlow.ts'
import type { FinishedCheck } from '../finishedCheck.ts'
import styles from './Guide.module.css'
import { nextCheckTime } from './Plan.tsx'
import { includesObservationsInImageAtom, openGuideAtom } from './guideAtoms.ts'

const searchLabelsModule = lazyModule(() => import('../../results/labels/SearchBanLabels.tsx'))
const SearchBanLabels = lazyComponent(searchLabelsModule, (module) => module.SearchBanLabels)

const words = guideText.evidence

/** Notes that say which information about the list of posts is missing from X's response. */
export function postListNotes({ list, asked }: FinishedCheck): string[] {
  if (!list) return []
  const notes = guideText.list
  const kinds = !asked.reposts ? notes.maybeQuotes : notes.noKinds
  return [...(list.pinTold ? [] : [notes.noPin]), ...(list.kindsTold ? [] : [kinds])]
}

export function GuideSteps({ ban, name }: { ban: Ban; name: string }) {
  return (
    <ol className={`stack gap-4 unmuted ${styles['steps']}`}>
      {resultText.ban[ban].steps(name).map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}

type ItemPartProps = { title: string; isOpen: boolean; children: ReactNode }

/** A part of an opened item that can be folded. Paper leaves it out. */
function ItemPart({ title, isOpen, children }: ItemPartProps) {
  return (
    <section className={`screen-only ${styles['part']}`}>
      <Disclosure summary={<h3 className="unmuted medium dense">{title}</h3>} open={isOpen}>
        {children}
      </Disclosure>
    </section>
  )
}

/** The steps for looking at an item on X. They are folded if the check judged the item, so that an opened item is short. */
export function SeeForYourself({ ban, name, isOpen }: { ban: Ban; name: string; isOpen: boolean }) {
  return (
    <ItemPart title={guideText.see.title} isOpen={isOpen}>
      <p>
        {guideText.see.lead[resultText.ban[ban].rules]}
        {guideText.see.repeat}
      </p>
      <GuideSteps ban={ban} name={name} />
      <p>
        <ExternalLink href={resultText.ban[ban].page(name)}>{resultText.ban[ban].link}</ExternalLink>
      </p>
      <ObservationField
        subject={{ name, item: ban }}
        question={resultText.ban[ban].question(name)}
        answers={resultText.ban[ban].answers}
      />
    </ItemPart>
  )
}

type BanGuideProps = { ban: Ban; check: StoredCheck }

/** Says what the visitor can do about a restriction that the check did not find. It is folded as long as the visitor did not see one. A found ban has a plan instead. */
function NextSteps({ ban, check, isOpen, children }: Omit<ItemPartProps, 'title'> & BanGuideProps) {
  const rules = resultText.ban[ban].rules
  const { lead, list } = guideText.next[rules]
  return (
    <ItemPart title={guideText.next.title} isOpen={isOpen}>
      <p>{lead}</p>
      {list.length > 0 && <LineList lines={list} />}
      <p>
        <ExternalLink href={X_HELP_LINKS[rules].url}>{X_HELP_LINKS[rules].name}</ExternalLink>
      </p>
      {children}
      <p>{guideText.next.wait(formatNearDay(nextCheckTime(check.at)))}</p>
    </ItemPart>
  )
}

/** What may look like a search ban, and how far the control lies. */
function SearchDoubts({ item }: { item: ItemEvidence | undefined }) {
  const hours = item?.controlHours
  const distance = hours === undefined ? [] : [guideText.controlHours(hours)]
  return <LineList lines={[...searchDoubts, ...distance]} />
}

export function BanGuide({ ban, check }: BanGuideProps) {
  const isOffered = useAtomValue(capabilitiesAtom)?.bans.includes(ban) ?? true
  const evidence =
    banEvidenceSentence(check, ban) ?? (isOffered ? null : whyUnjudged({ cause: 'not_offered' }))
  const flag = check.bans[ban]
  const observed = useAtomValue(getObservationAtom)({ name: check.name, item: ban })?.answer
  const tone = storedBanState(check, ban)?.tone
  return (
    <>
      <p>{resultText.ban[ban].about}</p>
      <Paragraph className="unmuted">{evidence}</Paragraph>
      {flag === true && evidence && check.items?.[ban].control !== undefined && <p>{words.control}</p>}
      {flag === null && !evidence && <p>{resultText.ban.unknownAbout}</p>}
      {flag === true && evidence && ban === 'search_ban' && <SearchDoubts item={check.items?.[ban]} />}
      <SeeForYourself ban={ban} name={check.name} isOpen={flag === null} />
      {ban === 'search_ban' && (
        <ItemPart title={hashtagText.title} isOpen={false}>
          <LineList lines={hashtagText.lines} />
          <p>
            <ExternalLink href={hashtagText.ofAccount.href(check.name)}>
              {hashtagText.ofAccount.label}
            </ExternalLink>
          </p>
        </ItemPart>
      )}
      {flag === true && ban === 'search_ban' && (
        <ItemPart title={guideText.searchLabels} isOpen={false}>
          <SearchBanLabels />
        </ItemPart>
      )}
      {flag !== true && tone !== 'ok' && (
        <NextSteps ban={ban} check={check} isOpen={observed === 'unseen'}>
          {flag === null && (
            <p>
              <Link to="/report" className="touchable">
                <Sentence>{guideText.ownReport}</Sentence>
              </Link>
            </p>
          )}
        </NextSteps>
      )}
    </>
  )
}

type GuideOfferProps = { name: string; bans: readonly Ban[]; kind?: 'filled' | 'outlined' | 'quiet' }

/** Opens the guide. The quiet door looks like a link and is named after what the visitor does. */
export function GuideOffer({ name, bans, kind = 'outlined' }: GuideOfferProps) {
  const open = useSetAtom(openGuideAtom)
  const getObserved = useAtomValue(getObservationAtom)
  const isAnswered = (item: Ban) => getObserved({ name, item }) !== undefined
  const start = () => open(name, bans, isAnswered)
  if (kind === 'quiet') {
    return (
      <button type="button" className={`link-button small screen-only ${styles['door']}`} onClick={start}>
        {guideText.see.title}
      </button>
    )
  }
  const words = bans.every(isAnswered) ? guideText.guided.again : guideText.guided.start(bans.length)
  return (
    <Button kind={kind} onClick={start}>
      {words}
    </Button>
  )
}

export function ObservationsInImageSwitch() {
  const [shows, setShows] = useAtom(includesObservationsInImageAtom)
  const name = useAtomValue(accountFlow.doneAtom)?.query.screenName
  const getObserved = useAtomValue(getObservationAtom)
  if (name === undefined || !BANS.some((item) => getObserved({ name, item }))) return null
  return (
    <label className="checkbox dense">
      <Checkbox checked={shows} onChange={setShows} />
      <Sentence>{guideText.guided.inPicture}</Sentence>
    </label>
  )
}
