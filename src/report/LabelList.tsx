import { reportText } from '../text/report.ts'
import { Disclosure } from '../ui/Disclosure.tsx'
import styles from './LabelList.module.css'
import { knownLabel } from './labels.ts'
import type { LabelPlace } from './labels.ts'

type ShownLabel = { label: string; about: string; effect: string; amount: string }

/** Each label: its name, its count, its effects, and X's own words, folded; those of an unknown label are shown. */
export function LabelList({ place, labels }: { place: LabelPlace; labels: readonly ShownLabel[] }) {
  if (labels.length === 0) return null
  return (
    <ul className={styles['list']}>
      {labels.map((label) => (
        <li key={`${label.label} ${label.amount}`}>
          <LabelItem place={place} {...label} />
        </li>
      ))}
    </ul>
  )
}

function LabelItem({ place, label, about, effect, amount }: ShownLabel & { place: LabelPlace }) {
  const known = knownLabel(place, label)
  const words = <XWords label={label} about={about} effect={effect} />
  return (
    <>
      <p className={styles['head']}>
        <b>{known?.name ?? label}</b> <span className="unbroken">{amount}</span>
      </p>
      {known ? (
        <>
          <ul className={styles['effects']}>
            {known.does.map((does) => (
              <li key={does}>{reportText.effect[does]}</li>
            ))}
          </ul>
          {known.note && <p>{reportText.note[known.note]}</p>}
          <Disclosure summary={reportText.words}>{words}</Disclosure>
        </>
      ) : (
        <>
          <p>{reportText.unknown}</p>
          {words}
        </>
      )}
    </>
  )
}

function XWords({ label, about, effect }: Omit<ShownLabel, 'amount'>) {
  return (
    <div lang="en" className={styles['words']}>
      <p>{label}</p>
      {about && <p>{about}</p>}
      {effect && <p>{effect}</p>}
    </div>
  )
}
