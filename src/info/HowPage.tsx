import { config } from '../config.ts'
import { CapabilitiesLine } from '../check/capabilities.tsx'
import { Paragraph, Sentence } from '../text/Sentence.tsx'
import { hashtagText } from '../text/reasons.ts'
import { howText, methodVersionTexts } from '../text/how.ts'
import { Card, CardHeading, LineList, PageHeading } from '../ui/Card.tsx'
import { ExternalLink, TextLink } from '../ui/controls.tsx'
import { SearchHealthCard } from './SearchHealthCard.tsx'
import { Terms } from './Terms.tsx'

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
        <CardHeading>{hashtagText.title}</CardHeading>
        <LineList className="stack" lines={hashtagText.lines} />
        <p>
          <ExternalLink href={hashtagText.any.href}>{hashtagText.any.label}</ExternalLink>
        </p>
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
    </div>
  )
}
