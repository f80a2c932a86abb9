import { text } from '../text/ja.ts'
import { shareIntent } from './shareIntent.ts'

/** Opens X with a prefilled post in a new tab. */
export function ShareLink({ className, label, words }: { className: string; label: string; words: string }) {
  return (
    <a className={className} href={shareIntent(words)} target="_blank" rel="noopener noreferrer">
      <span>{label}</span>
      <span className="visually-hidden">{text.newTab}</span>
    </a>
  )
}
