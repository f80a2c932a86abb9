import { config } from '../config.ts'
import { text } from '../text/ja.ts'
import { Disclosure } from './Card.tsx'
import styles from './InfoSections.module.css'

/** `tellsRestricted`: the server tells posts that X restricts from excluded ones. */
type InfoSectionsProps = { usage: string; tellsRestricted: boolean }

export function InfoSections({ usage, tellsRestricted }: InfoSectionsProps) {
  return (
    <section className={styles['card']} aria-label={text.info.usage}>
      <Disclosure summary={<Title>{text.info.usage}</Title>} open>
        <p>{usage}</p>
      </Disclosure>
      <Disclosure summary={<Title>{text.info.what}</Title>}>
        <p>{text.info.whatBody}</p>
      </Disclosure>
      <Disclosure summary={<Title>{text.info.caution}</Title>}>
        <Cautions tellsRestricted={tellsRestricted} />
      </Disclosure>
      {config.contactUrl && (
        <p className={styles['contact']}>
          <a href={config.contactUrl} target="_blank" rel="noopener noreferrer">
            {text.info.contact}
          </a>
        </p>
      )}
    </section>
  )
}

function Title({ children }: { children: string }) {
  return <h2 className={styles['title']}>{children}</h2>
}

function Cautions({ tellsRestricted }: { tellsRestricted: boolean }) {
  const [notGuaranteed, mayStop, misjudged] = text.info.cautions
  return (
    <ul className="stack">
      <li>{notGuaranteed}</li>
      <li>{mayStop}</li>
      <li>
        <span>{tellsRestricted ? text.info.misjudgedOrRestricted : misjudged}</span>
        <ul className="stack">
          {text.info.misjudged.map((kind) => (
            <li key={kind}>{kind}</li>
          ))}
        </ul>
      </li>
      <li>{text.info.unofficial}</li>
    </ul>
  )
}
