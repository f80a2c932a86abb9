import { atom } from 'jotai/vanilla'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { SearchHealth } from '../../contract/wire.ts'
import { getCachedAnswer } from '../check/api.ts'
import { capabilitiesAtom } from '../check/capabilities.tsx'
import { formatClock } from '../text/japanese.ts'
import { searchHealthText as words } from '../text/searchHealth.ts'
import { Card } from '../ui/Card.tsx'
import { FoldedPart } from './FoldedPart.tsx'
import styles from './SearchHealthCard.module.css'

const loadedSearchHealthAtom = atom<SearchHealth | null>(null)
const askAtom = atom(null, async (_get, set) => {
  const health = await getCachedAnswer('search-health', SearchHealth).catch(() => null)
  if (health) set(loadedSearchHealthAtom, health)
})

const KINDS = ['ok', 'blind', 'limited'] as const

export function SearchHealthCard() {
  const counts = useAtomValue(capabilitiesAtom)?.search !== undefined
  const health = useAtomValue(loadedSearchHealthAtom)
  const ask = useSetAtom(askAtom)
  useEffect(() => {
    if (counts) void ask()
  }, [counts, ask])
  if (!health || health.hours.length === 0) return null
  const hours = health.hours.filter((hour) => KINDS.some((kind) => hour[kind] > 0))
  const most = Math.max(...hours.map(({ ok, blind, limited }) => ok + blind + limited))
  return (
    <Card>
      <FoldedPart title={words.title}>
        <p>{words.lead}</p>
        {hours.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <table className={`small ${styles['chart']}`}>
            <thead>
              <tr>
                <th scope="col">{words.hour}</th>
                {KINDS.map((kind) => (
                  <th key={kind} scope="col" data-kind={kind}>
                    {words.kinds[kind]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {hours.map((hour) => (
                <tr key={hour.from}>
                  <th scope="row">{formatClock(hour.from)}</th>
                  {KINDS.map((kind) => (
                    <td key={kind} data-kind={kind} className={hour[kind] === 0 ? 'muted' : undefined}>
                      {words.count(hour[kind])}
                      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                        <rect width={(hour[kind] / most) * 100} height="1" />
                      </svg>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </FoldedPart>
    </Card>
  )
}
