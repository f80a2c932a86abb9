import type { Viewer } from '../../contract/feedback.ts'

/** With which account a visitor looks. The setting is called as X calls it. */
export const viewerText = {
  question: '何で見ますか（任意）',
  hint: 'フォローしていないアカウントで、検索の設定「センシティブな内容を含むものを表示しない」を初めの状態（オン）のまま見ると、いちばん隠れやすい人の見え方がわかります。Xが2023年に公開した規則では、人によって見え方が変わります。',
  none: '選んでいません',
  viewers: {
    stranger: 'フォローしていない・設定はオンのまま',
    stranger_open: 'フォローしていない・設定をオフにした',
    follower: 'フォローしている',
    logged_out: 'ログアウト中',
  } satisfies Record<Viewer, string>,
} as const
