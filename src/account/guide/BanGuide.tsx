import { useAtom, useAtomValue, useSetAtom } from 'jotai'
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
import { resultText } from '../../text/result.ts'
import { Button, Checkbox, Link, ExternalLink } from '../../ui/controls.tsx'
import { lazyComponent } from '../../ui/Lazy.tsx'
import { lazyModule } from '../../lib/loadChunk.ts'
import { accountFlow } from '../accountFlow.ts'
import type { FinishedCheck } from '../finishedCheck.ts'
import styles from './Guide.module.css'
import { NextSteps } from './Plan.tsx'
import { includesObservationsInImageAtom, openGuideAtom } from './guideAtoms.ts'

const searchLabelsModule = lazyModule(() => import('../../results/labels/SearchBanLabels.tsx'))
const SearchBanLabels = lazyComponent(searchLabelsModule, (module) => module.SearchBanLabels)

const words = guideText.evidence

/** Notes that say which information about the list of posts is missing from X's response. */
export function postListNotes({ list, asked }: FinishedCheck): string[] {
  if (!list) return []
  const notes = guideText.list
  const kinds = asked?.reposts === false ? notes.maybeQuotes : notes.noKinds
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

export function SeeForYourself({ ban, name }: { ban: Ban; name: string }) {
  return (
    <section className={`stack screen-only ${styles['part']}`}>
      <h3 className="unmuted medium dense">{guideText.see.title}</h3>
      <p>{guideText.see.lead}</p>
      <GuideSteps ban={ban} name={name} />
      <p>
        <ExternalLink href={resultText.ban[ban].page(name)}>{resultText.ban[ban].link}</ExternalLink>
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

export function BanGuide({ ban, check }: { ban: Ban; check: StoredCheck }) {
  const isOffered = useAtomValue(capabilitiesAtom)?.bans.includes(ban) ?? true
  const evidence = banEvidenceSentence(check, ban) ?? (isOffered ? null : words.why.not_offered)
  const flag = check.bans[ban]
  const observed = useAtomValue(getObservationAtom)({ name: check.name, item: ban })?.answer
  return (
    <>
      <Paragraph className="unmuted">{evidence}</Paragraph>
      {flag === true && evidence && check.items?.[ban].control !== undefined && <p>{words.control}</p>}
      {flag === null && !evidence && <p>{resultText.ban.unknownAbout}</p>}
      <p>{resultText.ban[ban].about}</p>
      <SeeForYourself ban={ban} name={check.name} />
      {flag === null && (
        <p>
          <Link to="/report" className="touchable">
            <Sentence>{guideText.ownReport}</Sentence>
          </Link>
        </p>
      )}
      {flag === true && ban === 'search_ban' && <SearchBanLabels />}
      {storedBanState(check, ban)?.tone !== 'ok' && (
        <NextSteps ban={ban} isOpen={flag === true || observed === 'unseen'} />
      )}
    </>
  )
}

export function GuideOffer({ name, bans }: { name: string; bans: readonly Ban[] }) {
  const open = useSetAtom(openGuideAtom)
  const getObserved = useAtomValue(getObservationAtom)
  const isAnswered = (item: Ban) => getObserved({ name, item }) !== undefined
  const words = bans.every(isAnswered) ? guideText.guided.again : guideText.guided.start(bans.length)
  return <Button onClick={() => open(name, bans, isAnswered)}>{words}</Button>
}

export function ObservationsInImageSwitch() {
  const [shows, setShows] = useAtom(includesObservationsInImageAtom)
  const name = useAtomValue(accountFlow.doneAtom)?.query.screenName
  const getObserved = useAtomValue(getObservationAtom)
  if (name === undefined || !BANS.some((item) => getObserved({ name, item }))) return null
  return (
    <label className="checkbox dense">
      <Checkbox checked={shows} onChange={setShows} />
      {guideText.guided.inPicture}
    </label>
  )
}
