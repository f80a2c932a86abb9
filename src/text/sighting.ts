/** The sentences about what visitors saw for themselves, of a ban or of a post. */
export const sightingText = {
  own: (answer: string, date: string) => `あなたの確認：${answer}（${date}）`,
  private: 'この確認は送信されず、上の判定も変わりません。',
  /** Where it can be sent. */
  unsent: '下のボタンを押さないかぎり、この確認は送信されません。上の判定も変わりません。',
  outcome: {
    kept: 'この端末に記録しました。',
    off: '端末への記録がオフのため、このページを閉じると消えます。',
    full: '端末の空きがないため、記録できませんでした。',
    unavailable: 'このブラウザでは記録を残せません（プライベートブラウズなど）。',
  },
} as const
