import type { Ban } from '../../../contract/bans.ts'
import { guideText } from '../../text/guide.ts'
import { OutLink } from '../../ui/OutLink.tsx'
import { SIGHT_LINKS } from './guideLinks.ts'
import styles from './Guide.module.css'
import { BanSighting } from './BanSighting.tsx'

const words = guideText.see

/** How to check one ban by hand: three steps, a link to X's page for them, and a field for what was seen. */
export function SeeForYourself({ ban, name }: { ban: Ban; name: string }) {
  return (
    <section className={styles['part']}>
      <h3 className={styles['title']}>{words.title}</h3>
      <p>{words.lead}</p>
      <ol className={styles['steps']}>
        {words.steps[ban](name).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>
        <OutLink href={SIGHT_LINKS[ban](name)}>{words.links[ban]}</OutLink>
      </p>
      <BanSighting ban={ban} />
    </section>
  )
}
