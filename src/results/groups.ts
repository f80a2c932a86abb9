import type { PostGroup } from '../../contract/outcomes.ts'
import type { Tone } from '../lib/tones.ts'

type GroupLook = {
  tone: Tone
  /** SVG path data for a 16 × 16 view box. */
  icon: string
  /** Explains the group: without and with evidence from the server. */
  legend: string
  legendWithEvidence?: string
  finding?: (count: number) => string
}

export const GROUP_STYLES = {
  ok: {
    tone: 'ok',
    icon: 'M3 8.5 6.5 12 13 4.5',
    legend: '検索OK：検索から除外されていないと判定したポスト',
    legendWithEvidence: '検索OK：XのAPI検索で見つかったポスト',
  },
  excluded: {
    tone: 'excluded',
    icon: 'M4 4l8 8M12 4l-8 8',
    legend: '検索除外：検索に表示されない、または閲覧が制限されていると判定したポスト',
    legendWithEvidence: '検索除外：XのAPI検索で繰り返し探して、見つからなかったポスト',
    finding: (count: number) => `${count}件のポストが検索から除外されています`,
  },
  quote: {
    tone: 'warning',
    icon: 'M6.5 4.5C4.5 5.5 3.5 7 3.5 9v2.5H7V8H4.5M13 4.5c-2 1-3 2.5-3 4.500v2.500h3.500V8H11',
    legend: '引用元除外：ポスト自体に問題はなく、引用元のポストが除外されているもの',
    legendWithEvidence: '引用元除外：ポスト自体は検索で見つかり、引用元のポストの表示が制限されているもの',
    finding: (count: number) => `${count}件のポストで引用元が除外されています`,
  },
  restricted: {
    tone: 'warning',
    icon: 'M4 7.5h8V13H4zM5.500 7.500V5.500a2.500 2.500 0 0 1 5 0v2',
    legend: '閲覧制限：Xが、ログインしていない人などへの表示を制限しているポスト',
    finding: (count: number) => `${count}件のポストで表示が制限されています`,
  },
  unsearched: {
    tone: 'unknown',
    icon: 'M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9M10.500 10.500 14 14',
    legend: '未判定：検索に出るかどうかを判定していないポスト',
  },
  error: {
    tone: 'unknown',
    icon: 'M8 3v6.500M8 12.400v.100',
    legend: 'エラー：削除済み、URLの誤り、通信エラーなどで判定できなかったもの',
  },
} as const satisfies Record<PostGroup, GroupLook>

export const groupStyle = (group: PostGroup): GroupLook => GROUP_STYLES[group]
