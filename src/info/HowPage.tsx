import { BANS } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import { config } from '../config.ts'
import { CapabilitiesLine } from '../check/capabilities.tsx'
import { Paragraph, Sentence } from '../text/Sentence.tsx'
import { hashtagText } from '../text/reasons.ts'
import { howText, methodVersionTexts } from '../text/how.ts'
import { resultText } from '../text/result.ts'
import { Card, CardHeading, LineList, PageHeading } from '../ui/Card.tsx'
import { ExternalLink, TextLink } from '../ui/controls.tsx'
import { FoldedPart } from './FoldedPart.tsx'
import { SearchHealthCard } from './SearchHealthCard.tsx'
import { DefinitionList } from './DefinitionList.tsx'

const { items, posts, limits, questions } = howText

/** Names an item and says what it is. */
function Item({ ban }: { ban: Ban }) {
  const { name, gloss } = resultText.ban[ban]
  return (
    <div>
      <dt className="bold" lang="en">
        {name}
      </dt>
      <dd className="muted">
        <Sentence>{gloss}</Sentence>
      </dd>
    </div>
  )
}

export function HowPage() {
  return (
    <div className="stack gap-16 prose">
      <div>
        <PageHeading>{howText.h1}</PageHeading>
        <Paragraph className="muted by-phrase">{howText.lead}</Paragraph>
      </div>
      <Card>
        <CardHeading>{items.title}</CardHeading>
        <dl className="stack gap-12">
          {BANS.map((ban) => (
            <Item key={ban} ban={ban} />
          ))}
        </dl>
        <CapabilitiesLine about="account" />
      </Card>
      <Card>
        <FoldedPart title={items.judged}>
          <h3 lang="en">{resultText.ban.search_ban.name}</h3>
          <LineList className="stack" lines={items.search.lines} />
          <h3>{items.others.title}</h3>
          <LineList className="stack" lines={items.others.lines} />
          {!config.hasOwnServer && <p className="muted">{items.servers}</p>}
        </FoldedPart>
        <FoldedPart title={posts.title}>
          <DefinitionList terms={posts.lines} />
          {!config.hasOwnServer && <p className="muted">{posts.servers}</p>}
        </FoldedPart>
        <FoldedPart title={limits.title}>
          <LineList className="stack" lines={limits.lines} />
        </FoldedPart>
        <FoldedPart title={hashtagText.title}>
          <LineList className="stack" lines={hashtagText.lines} />
          <p>
            <ExternalLink href={hashtagText.any.href}>{hashtagText.any.label}</ExternalLink>
          </p>
        </FoldedPart>
        <FoldedPart title={methodVersionTexts.title}>
          <p>{methodVersionTexts.lead}</p>
          <DefinitionList
            terms={methodVersionTexts.list.map(({ version, changed }) => [
              methodVersionTexts.name(version),
              changed,
            ])}
          />
        </FoldedPart>
      </Card>
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
      <SearchHealthCard />
    </div>
  )
}
