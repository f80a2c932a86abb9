import type { Ban } from '../../contract/outcomes.ts'
import { resultText } from '../text/result.ts'

export function BanTitle({ ban }: { ban: Ban }) {
  const { name, gloss } = resultText.ban[ban]
  return (
    <>
      <b lang="en">{name}</b> <small className="unbroken">{gloss}</small>
    </>
  )
}
