import { expect, it, vi } from 'vitest'
import { recordByGroup } from '../../../contract/outcomes.ts'
import { RestoredCard } from '../../../src/account/restored/RestoredResult.tsx'
import type { StoredCheck } from '../../../src/storage/records.ts'
import { resultText } from '../../../src/text/result.ts'
import { accountVerdict } from '../../../src/results/accountVerdict.ts'
import { storedCheck } from '../log/deviceLog.ts'
import { textOf } from './textOf.tsx'

vi.stubGlobal('location', new URL('https://site.test/'))

const posts = { ...recordByGroup(() => 0), ok: 18, excluded: 2 }

it.each<[string, Partial<StoredCheck>]>([
  ['直近のポストのうち2件が検索に出ていません', { posts }],
  ['最近の9件のうち、検索で見つかったのは4件です。', { partly: { looked: 9, found: 4 } }],
  ['Xからポストの一覧を得られず、直近のポストは取得できませんでした。', { postsMissing: true, posts: null }],
])(
  'a restored result says once, directly below its verdict, why the check got no ✓: %s',
  (doubt, changes) => {
    const lines = textOf(<RestoredCard check={storedCheck(changes)} change={null} earlier={[]} />)
    expect(lines[lines.indexOf(doubt) - 1]).toBe(resultText.verdict.none)
    expect(lines.filter((line) => line === doubt)).toHaveLength(1)
  },
)

it('a restored result with a ✓ or a found ban says no such reason', () => {
  const bans = { ...storedCheck().bans, ghost_ban: true }
  for (const check of [storedCheck(), storedCheck({ bans, posts })]) {
    const lines = textOf(<RestoredCard check={check} change={null} earlier={[]} />)
    const { sentence } = accountVerdict(check)
    expect(lines[lines.indexOf(sentence) + 1]).toBe(resultText.ban.search_suggestion_ban.name)
  }
})
