export const copyText = {
  action: 'リンクをコピー',
  done: 'リンクをコピーしました',
  failed: 'コピーできませんでした。次のリンクを選択してコピーしてください。',
} as const
