import { expect, it } from 'vitest'
import { banNames } from '../../../contract/outcomes.ts'
import { text } from '../../../src/text/ja.ts'
import { resultText } from '../../../src/text/result.ts'

const { badge, empty, state } = resultText

it.each([
  [text.meta.home.title, 'X (Twitter) Shadowban Checker F'],
  [text.meta.post.title, 'Shadowban Checker'],
  [text.post.h1en, 'X Post Search-Exclusion Checker'],
  [text.history.h1, 'チェック履歴'],
  [text.tab.account, 'Shadowban Checker'],
  [text.tab.post, 'Postban Checker'],
  [text.valid.length, 'ユーザー名は1〜15文字にしてください'],
  [text.valid.characters, 'ユーザー名には半角英数字とアンダースコア(_)のみ使用できます'],
  [banNames.search_suggestion_ban, 'Search Suggestion Ban'],
  [banNames.search_ban, 'Search Ban'],
  [banNames.ghost_ban, 'Ghost Ban'],
  [banNames.reply_deboosting, 'Reply Deboosting'],
  [text.alert.title, 'エラー'],
  [text.alert.failed, '取得に失敗しました。'],
  [text.alert.failedCode, 'Xのエラーによりチェックが失敗しました。しばらくたってから改めてお試しください。'],
  [state.not_found.title, 'ユーザーが見つかりません'],
  [state.suspend.title, 'アカウントが凍結されています'],
  [state.protect.title, '非公開アカウントです'],
  [state.no_tweet.title, 'ポストが存在しません'],
  [state.no_tweet.about, 'このアカウントはまだポストを投稿していません。'],
  [
    state.rateLimit,
    'サーバー負荷により取得できませんでした。時間帯をずらして再度実施いただきますようお願いいたします。',
  ],
  [badge.ok, '検索OK'],
  [badge.excluded, '検索除外'],
  [badge.quote, '引用元除外'],
  [badge.error, 'エラー'],
  [empty.title, 'No Data.'],
  [text.post.failed, 'Failed to check status'],
  [text.post.back, '入力画面に戻る'],
  [text.ad.placeholder, '広告 advertisement'],
  [text.error.title, 'Unexpected Application Error!'],
])('says what is specified, to the character: %s', (said, specified) => {
  expect(said).toBe(specified)
})
