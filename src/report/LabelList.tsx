import { reportText } from '../text/report.ts'
import { Disclosure } from '../ui/Disclosure.tsx'
import styles from './LabelList.module.css'
import type { LabelPlace } from './labels.ts'
import { labelWords } from './labelWords.ts'

type ShownLabel = { label: string; about: string; effect: string; isDmca: boolean; amount: string }

/** Each label: its name, its count, its effects, and X's own words, folded; those of an unknown label are shown. */
export function LabelList({ place, labels }: { place: LabelPlace; labels: readonly ShownLabel[] }) {
  if (labels.length === 0) return null
  return (
    <ul className={styles['list']}>
      {labels.map((label, row) => (
        // Rows never move, and two may be alike.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={row}>
          <LabelItem place={place} {...label} />
        </li>
      ))}
    </ul>
  )
}

function LabelItem({ place, label, about, effect, isDmca, amount }: ShownLabel & { place: LabelPlace }) {
  const { title, isKnown, says } = labelWords(place, label, isDmca)
  const said = { label, about, effect }
  return (
    <>
      <p className={styles['head']}>
        <b>{title}</b> <span className="unbroken">{amount}</span>
      </p>
      {says.length > 0 && (
        <ul className={styles['effects']}>
          {says.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {isKnown ? (
        <Disclosure summary={reportText.words}>
          <XWords {...said} />
        </Disclosure>
      ) : (
        <>
          <p>{reportText.unknown}</p>
          <XWords {...said} />
        </>
      )}
    </>
  )
}

function XWords({ label, about, effect }: Pick<ShownLabel, 'label' | 'about' | 'effect'>) {
  return (
    <div lang="en" className={styles['words']}>
      <p>{label}</p>
      {about && <p>{about}</p>}
      {effect && <p>{effect}</p>}
    </div>
  )
}
