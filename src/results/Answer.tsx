import type { ReactNode } from 'react'
import { Paragraph, Sentence } from '../text/Sentence.tsx'
import type { ChangeBetweenChecks, ChangeKind } from './changes.ts'
import { TONE_SIGNS } from '../lib/tones.ts'
import type { Tone } from '../lib/tones.ts'
import { useFocusOnResult } from '../ui/hooks.tsx'
import styles from './Answer.module.css'

/** Shows a sign on a disc, so that the state is never shown by colour alone. The text beside it says the same. */
export function StateIcon({ tone, sign = TONE_SIGNS[tone], large = false }: StateIconProps) {
  return (
    <span aria-hidden="true" className={`bold ${styles['icon']}`} data-tone={tone} data-large={large}>
      {sign}
    </span>
  )
}

type StateIconProps = {
  tone: Tone
  /** By default the sign of the tone. */
  sign?: string
  large?: boolean
}

const CHANGE_LOOKS = {
  better: { tone: 'ok', sign: '↑' },
  worse: { tone: 'excluded', sign: '↓' },
  other: { tone: 'warning', sign: '→' },
  same: { tone: 'unknown', sign: '＝' },
  incomparable: { tone: 'unknown', sign: TONE_SIGNS.unknown },
} as const satisfies Record<ChangeKind, { tone: Tone; sign: string }>

/** The second line of a result: says what changed since the check before. */
function ChangeLine({ kind, sentence, more }: ChangeBetweenChecks) {
  const isChange = kind !== 'same' && kind !== 'incomparable'
  return (
    <div className={styles['change']} data-kind={kind}>
      <StateIcon {...CHANGE_LOOKS[kind]} />
      <div>
        <Paragraph className={isChange ? 'by-phrase bold' : 'by-phrase'}>{sentence}</Paragraph>
        <Paragraph className="muted small">{more}</Paragraph>
      </div>
    </div>
  )
}

type AnswerProps = {
  tone: Tone
  sentence: string
  /** When the check ended, if the visitor waits for its result, which is then scrolled into view once. */
  arrival?: number | undefined
  change?: ChangeBetweenChecks | null
  children: ReactNode
}

export function ResultAnswer({ tone, sentence, arrival, change, children }: AnswerProps) {
  const heading = useFocusOnResult<HTMLHeadingElement>(arrival)
  const [, main = sentence, aside] = WITH_ASIDE.exec(sentence) ?? []
  return (
    <div className={`line ${styles['answer']}`}>
      <StateIcon tone={tone} large />
      <h2
        ref={heading}
        tabIndex={-1}
        className={styles['sentence']}
        data-tone={tone}
        data-long={main.length > LONG_CHARACTERS}
      >
        <Sentence>{main}</Sentence>
        {aside && (
          <small className={styles['aside']}>
            <Sentence>{aside}</Sentence>
          </small>
        )}
      </h2>
      <div className={styles['rest']}>
        {change && <ChangeLine {...change} />}
        <div className={`stack gap-4 ${styles['about']}`}>{children}</div>
      </div>
    </div>
  )
}

/** A second sentence, or a part in brackets, is written smaller on a line of its own, so that the first one is as large as others. */
const WITH_ASIDE = /^([^（。]+。|[^（]+(?=（))(.+)$/

/** A sentence with at least this many characters gets a smaller font, so that it fits on two lines of a phone. */
const LONG_CHARACTERS = 30
