import type { Ban } from '../../contract/outcomes.ts'
import { resultText } from '../text/result.ts'

/** What a ban is called, and what it means in few words: within a heading. */
export function BanTitle({ ban }: { ban: Ban }) {
  const { name, gloss } = resultText.ban[ban]
  return (
    <>
      <b lang="en">{name}</b> <small className="unbroken">{gloss}</small>
    </>
  )
}
