import { useAtomValue } from 'jotai'
import { config } from '../config.ts'
import { text } from '../text/ja.ts'
import { Disclosure } from '../ui/Card.tsx'
import { capabilitiesAtom } from './capabilities.tsx'
import styles from './PageInfo.module.css'

export function PageInfo({ usage }: { usage: string }) {
  return (
    <section className={styles['card']} aria-label={text.info.usage}>
      <Disclosure summary={<Title>{text.info.usage}</Title>} open>
        <p>{usage}</p>
      </Disclosure>
      <Disclosure summary={<Title>{text.info.what}</Title>}>
        <p>{text.info.whatBody}</p>
      </Disclosure>
      <Disclosure summary={<Title>{text.info.caution}</Title>}>
        <Cautions />
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

function Cautions() {
  // A server that says what it can judge distinguishes restricted posts from excluded ones.
  const tellsRestricted = useAtomValue(capabilitiesAtom) !== null
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
