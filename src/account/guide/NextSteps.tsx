import type { Ban } from '../../../contract/bans.ts'
import { guideText } from '../../text/guide.ts'
import { OutLink } from '../../ui/OutLink.tsx'
import { RULES, RULES_OF } from './guideLinks.ts'
import styles from './Guide.module.css'
import { Plan } from './Plan.tsx'

const words = guideText.next

/** `plan` is set where a ban was found: whose, and when, in Unix milliseconds. */
type NextStepsProps = { ban: Ban; plan: { name: string; at: number } | null }

/** The reasons that X publishes, and when another check makes sense; under a found ban with a plan. */
export function NextSteps({ ban, plan }: NextStepsProps) {
  const rules = RULES_OF[ban]
  return (
    <section className={styles['part']}>
      <h3 className={styles['title']}>{words.title}</h3>
      <p>{words[rules]}</p>
      <p>
        <OutLink href={RULES[rules].url}>{RULES[rules].name}</OutLink>
      </p>
      {plan && <Plan ban={ban} {...plan} />}
      <p>{words.wait}</p>
    </section>
  )
}
