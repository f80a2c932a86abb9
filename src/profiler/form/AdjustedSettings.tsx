import { powText } from '../../text/pow.ts'
import type { AdjustedSetting } from '../model/settings.ts'

const text = powText.unmet
const NAMES: Record<string, string> = text.names

export function AdjustedSettings({ unmet }: { unmet: readonly AdjustedSetting[] }) {
  if (unmet.length === 0) return null
  return (
    <section className="panel stack gap-4" aria-label={text.title}>
      <p>{text.title}</p>
      <ul>
        {unmet.map(({ name, asked, given }) => (
          <li key={`${name}:${asked}`}>
            {given === null
              ? text.unused(NAMES[name] ?? name, asked)
              : text.replaced(NAMES[name] ?? name, asked, given)}
          </li>
        ))}
      </ul>
    </section>
  )
}
