import type { Ban } from '../../../contract/bans.ts'
import { guideText } from '../../text/guide.ts'
import { OutLink } from '../../ui/OutLink.tsx'
import { RULES, RULES_OF } from './guideLinks.ts'
import styles from './Guide.module.css'

const words = guideText.next

/** The reasons that X publishes, and when another check makes sense. */
export function NextSteps({ ban }: { ban: Ban }) {
  const rules = RULES_OF[ban]
  return (
    <section className={styles['part']}>
      <h3 className={styles['title']}>{words.title}</h3>
      <p>{words[rules]}</p>
      <p>
        <OutLink href={RULES[rules]}>{words[`${rules}Link`]}</OutLink>
      </p>
      <p>{words.wait}</p>
    </section>
  )
}
