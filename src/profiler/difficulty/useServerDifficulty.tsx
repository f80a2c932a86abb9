import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { difficultyOf } from '../../../contract/challenge.ts'
import { Challenge } from '../../../contract/wire.ts'
import { config } from '../../config.ts'

export function useServerDifficulty(): number | null {
  const [difficulty, setDifficulty] = useState<number | null>(null)
  useEffect(() => {
    const left = new AbortController()
    fetchDifficulty(left.signal).then(setDifficulty, () => undefined)
    return () => left.abort()
  }, [])
  return difficulty
}

/** Asks this site's server for a challenge, which nobody solves, and reads its difficulty. Rejects where there is no such server. */
async function fetchDifficulty(signal: AbortSignal): Promise<number> {
  const response = await fetch(`${config.apiBase}/api/generate-keyvalue`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ screen_name: '', key: '', searchban: false, repost: false }),
    signal,
  })
  return difficultyOf(v.parse(Challenge, await response.json()).value)
}
