import { CapabilitiesLine } from '../check/CapabilitiesLine.tsx'
import { howText } from '../text/how.ts'
import { Card } from '../ui/Card.tsx'
import { Link } from '../ui/Link.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { AgreementCard } from './AgreementCard.tsx'
import styles from './HowPage.module.css'

const { items, posts, limits, hidden, questions } = howText

/** /how: what each answer rests on, where it can be wrong, and the questions that people ask. */
export function HowPage() {
  return (
    <div className={styles['page']}>
      <div>
        <PageHeading>{howText.h1}</PageHeading>
        <p className={styles['note']}>{howText.lead}</p>
      </div>
      <Card>
        <h2>{howText.server}</h2>
        <CapabilitiesLine about="account" />
      </Card>
      <Card>
        <h2>{items.title}</h2>
        <h3 lang="en">{items.search.name}</h3>
        <Lines lines={items.search.lines} />
        <h3 lang="en">
          {items.others.names.map((name, index, { length }) => (
            <span key={name} className="unbroken">
              {index < length - 1 ? `${name}・` : name}
            </span>
          ))}
        </h3>
        <Lines lines={items.others.lines} />
        <p className={styles['note']}>{items.servers}</p>
      </Card>
      <Card>
        <h2>{posts.title}</h2>
        <dl className={styles['list']}>
          {posts.lines.map(([badge, meaning]) => (
            <div key={badge}>
              <dt>{badge}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
        <p className={styles['note']}>{posts.servers}</p>
      </Card>
      <Card>
        <h2>{limits.title}</h2>
        <Lines lines={limits.lines} />
      </Card>
      <Card>
        <h2>{hidden.title}</h2>
        <Lines lines={hidden.lines} />
        <p>{hidden.report}</p>
        <p>
          <Link to="/report" className="touchable">
            {hidden.reportLink}
          </Link>
        </p>
      </Card>
      <Card>
        <h2>{questions.title}</h2>
        <dl className={styles['list']}>
          {questions.list.map(({ question, answer }) => (
            <div key={question}>
              <dt>{question}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <AgreementCard />
    </div>
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={styles['lines']}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
