/** Texts about who looks, and with which account. X's own name for the setting is used. */
export const viewerText = {
  question: 'どのアカウントで見ますか（任意）',
  none: '選択しない',
  viewers: {
    stranger: 'フォローしていない（検索の設定は初期のまま）',
    stranger_open: 'フォローしていない（検索の設定をオフにした）',
    follower: 'フォローしている',
    logged_out: 'ログアウト中',
    friend: '友だちに見てもらった',
  },
} as const

export const observationText = {
  own: (answer: string, date: string, viewer?: string) =>
    `${viewer === 'friend' ? '友だち' : '自分'}の確認：${answer}（${date}）`,
  private: '答えは送信されず、判定も変わりません。',
  outcome: {
    kept: 'この端末に記録しました。',
    off: '端末への記録がオフのため、このページを閉じると消えます。',
    full: '端末の空きがないため、記録できませんでした。',
    unavailable: 'このブラウザでは記録を残せません（プライベートブラウズなど）。',
  },
} as const
