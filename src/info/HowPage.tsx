import { atom } from 'jotai/vanilla'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { FeedbackReport } from '../../contract/feedback.ts'
import type { ItemFeedback, AgreementCounts } from '../../contract/feedback.ts'
import { getCachedAnswer } from '../check/api.ts'
import { config } from '../config.ts'
import { CapabilitiesLine, capabilitiesAtom } from '../check/capabilities.tsx'
import { Paragraph, Sentence } from '../text/Sentence.tsx'
import { feedbackText, languageOfItem, feedbackItemNames } from '../text/observations.ts'
import { howText, methodVersionTexts } from '../text/how.ts'
import { Card, CardHeading, LineList, PageHeading } from '../ui/Card.tsx'
import { Button, TextLink } from '../ui/controls.tsx'
import { SearchHealthCard } from './SearchHealthCard.tsx'
import { Terms } from './Terms.tsx'

const feedbackReportAtom = atom<FeedbackReport | 'failed' | null>(null)
const loadFeedbackAtom = atom(null, async (get, set) => {
  const known = get(feedbackReportAtom)
  if (known !== null && known !== 'failed') return
  try {
    set(feedbackReportAtom, await getCachedAnswer('agreement', FeedbackReport))
  } catch {
    set(feedbackReportAtom, 'failed')
  }
})

/** Below so many answers a part says next to nothing, and is not shown. */
const ANSWERS_MIN = 30

const isEnough = ({ answers }: Pick<AgreementCounts, 'answers'>) => answers >= ANSWERS_MIN

/**
 * Returns the items with at least `ANSWERS_MIN` answers. Of an item's `verdicts` those remain that have as many answers themselves. None
 * remains if all answers are about one verdict: its numbers are those of the item.
 */
export function itemsWithEnoughAnswers(items: readonly ItemFeedback[]): ItemFeedback[] {
  return items.flatMap((item) =>
    isEnough(item)
      ? [{ ...item, verdicts: item.verdicts.length > 1 ? item.verdicts.filter(isEnough) : [] }]
      : [],
  )
}

function FeedbackCard() {
  const collects = useAtomValue(capabilitiesAtom)?.agreement === true
  const report = useAtomValue(feedbackReportAtom)
  const ask = useSetAtom(loadFeedbackAtom)
  useEffect(() => {
    if (collects) void ask()
  }, [collects, ask])
  if (!collects || report === null) return null
  if (report === 'failed') {
    return (
      <Card>
        <CardHeading>{feedbackText.title}</CardHeading>
        <p>{feedbackText.failed}</p>
        <div>
          <Button onClick={() => void ask()}>{feedbackText.again}</Button>
        </div>
      </Card>
    )
  }
  const items = itemsWithEnoughAnswers(report.items)
  return (
    <Card>
      <CardHeading>{feedbackText.title}</CardHeading>
      <Paragraph>{feedbackText.lead(report)}</Paragraph>
      {items.length === 0 && <p>{feedbackText.none}</p>}
      <dl className="stack gap-12">
        {items.map(({ item, verdicts, ...all }) => (
          <div key={item} className="stack gap-4">
            <dt className="bold" lang={languageOfItem(item)}>
              {feedbackItemNames[item]}
            </dt>
            <dd>{feedbackText.tally(all)}</dd>
            {verdicts.map(({ verdict, ...tally }) => (
              <dd key={verdict}>{feedbackText.verdict(item, verdict, tally)}</dd>
            ))}
          </div>
        ))}
      </dl>
      <p className="muted">{feedbackText.caution}</p>
    </Card>
  )
}

const { items, posts, limits, questions } = howText

export function HowPage() {
  return (
    <div className="stack gap-16 prose">
      <div>
        <PageHeading>{howText.h1}</PageHeading>
        <Paragraph className="muted by-phrase">{howText.lead}</Paragraph>
      </div>
      <Card>
        <CardHeading>{questions.title}</CardHeading>
        <dl className="stack gap-12">
          {questions.list.map(({ question, answer, ...more }) => (
            <div key={question}>
              <dt className="bold">
                <Sentence>{question}</Sentence>
              </dt>
              <dd>{answer}</dd>
              {'link' in more && (
                <dd>
                  <TextLink to="/report">{more.link}</TextLink>
                </dd>
              )}
            </div>
          ))}
        </dl>
      </Card>
      <Card>
        <CardHeading>{items.title}</CardHeading>
        <h3 lang="en" className="medium">
          {items.search.name}
        </h3>
        <LineList className="stack" lines={items.search.lines} />
        <h3 lang="en" className="medium">
          {items.others.names.map((name, index, { length }) => (
            <span key={name} className="unbroken">
              {index < length - 1 ? `${name}・` : name}
            </span>
          ))}
        </h3>
        <LineList className="stack" lines={items.others.lines} />
        {!config.hasOwnServer && <p className="muted">{items.servers}</p>}
        <CapabilitiesLine about="account" />
      </Card>
      <Card>
        <CardHeading>{posts.title}</CardHeading>
        <Terms terms={posts.lines} />
        {!config.hasOwnServer && <p className="muted">{posts.servers}</p>}
      </Card>
      <Card>
        <CardHeading>{limits.title}</CardHeading>
        <LineList className="stack" lines={limits.lines} />
      </Card>
      <Card>
        <CardHeading>{methodVersionTexts.title}</CardHeading>
        <p>{methodVersionTexts.lead}</p>
        <Terms
          terms={methodVersionTexts.list.map(({ version, changed }) => [
            methodVersionTexts.name(version),
            changed,
          ])}
        />
      </Card>
      <SearchHealthCard />
      <FeedbackCard />
    </div>
  )
}
