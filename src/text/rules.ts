import { BANS } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'

type Place = 'post' | 'account'

const IN_2023 = 'Xが2023年に公開した規則では、'
const IN_2026 = 'Xが2026年に公開した規則では、'
/** The report explains its labels itself; `year` is the report's. */
const own = (year: number) => `Xのレポート（${year}年）の説明では、`

/** For each ban: its subject in a sentence, what people do not see because of it, and what the report never lists. The names of labels are X's. */
const BAN_TEXT: Record<Ban, { subject: Record<Place, string>; hidden: string; never: string }> = {
  search_suggestion_ban: {
    subject: { post: 'このラベルのポストは、', account: 'このラベルのアカウントは、' },
    hidden: 'には、検索候補にも「アカウント」の検索結果にも出ません。',
    never: `${IN_2023}レポートに載らないラベル（LowQuality、SearchBlacklist、DuplicateContentなど）でも、アカウントが検索候補から外れます。`,
  },
  search_ban: {
    subject: { post: 'このラベルのポストは、', account: 'このラベルのアカウントのポストは、' },
    hidden: 'の検索結果に出ません。',
    never: `${IN_2023}レポートに載らないラベル（SearchBlacklist、DuplicateContent、SmyteSpamTweetなど）でも、ポストが検索から外れます。`,
  },
  ghost_ban: {
    subject: { post: 'このラベルの返信は、', account: 'このラベルのアカウントの返信は、' },
    hidden: 'には表示されません。',
    never: `${IN_2023}レポートに載らないラベル（DuplicateContent、SmyteSpamTweetなど）でも、返信が表示されなくなります。`,
  },
  reply_deboosting: {
    subject: { post: 'このラベルの返信は、', account: 'このラベルのアカウントの返信は、' },
    hidden: 'には、返信の下のほうに表示されます。',
    never: `${IN_2023}レポートに載らないラベル（HighToxicityScore、UntrustedUrl、DownrankSpamReplyなど）でも、返信が下に回されます。`,
  },
}

const FILTERING = 'ログアウト中の人や、検索でセンシティブな内容を隠している人'

type Parts = { ban: Ban; subject: string; year: number }

const hiddenFrom =
  (viewers: string) =>
  ({ ban, subject }: Parts) =>
    `${IN_2023}${subject}${viewers}${BAN_TEXT[ban].hidden}`

export const ruleText = {
  title: `${BANS.length}種類のシャドウバンとの関係`,
  titleOf: (month: string) => `${BANS.length}種類のシャドウバンとの関係（${month}）`,
  lead: 'レポートのラベルを、Xが2023年に公開した規則と照らし合わせました。いまも使われているかはわかりません。',
  unrelated: 'この月のレポートに、関係するラベルはありませんでした。',
  /** Below the lead, which says the year once. */
  withoutYear: (sentence: string) => sentence.replaceAll(IN_2023, ''),
  subject: (ban: Ban, place: Place) => BAN_TEXT[ban].subject[place],
  when: {
    all: hiddenFrom('本人以外の人'),
    allLookedUp: ({ subject }) =>
      `${IN_2023}${subject}本人以外の人には表示されません（Xの公開されていない仕組みが、投稿者のラベルを調べた場合に限ります）。`,
    filtering: hiddenFrom(FILTERING),
    filteringLoggedIn: ({ subject }) =>
      `${IN_2023}${subject}ログインしていて、検索でセンシティブな内容を隠している人には、「アカウント」の検索結果に出ません。`,
    filteringNonFollowers: hiddenFrom(`フォローしていない人のうち、${FILTERING}`),
    filteringNoName: ({ subject }) =>
      `${IN_2023}${subject}${FILTERING}（本人を含む）がアカウント名を入れずに検索したとき、結果に出ません。ほかの場合は、注意書きの後ろに表示されます。`,
    nonFollowers: hiddenFrom('ログアウト中の人や、フォローしていない人'),
    nonFollowersTop: ({ subject }) =>
      `${IN_2023}${subject}ログアウト中の人や、フォローしていない人には、「話題」の検索にも画像や動画の検索にも出ません。「最新」の検索は対象ではありません。`,
    hideSetting: ({ subject }) =>
      `${IN_2023}${subject}この種の画像や動画を隠す設定にしている人には表示されません。`,
    notice: ({ subject }) => `${IN_2023}${subject}注意書きの後ろに表示され、開けば読めます。`,
    notClose: ({ subject }) =>
      `${IN_2023}${subject}ごく親しい人以外には、攻撃的な返信の区分に分けて表示されます。`,
    companion: () =>
      `${IN_2026}このラベルのポストには、検索から外すラベルも一緒に付きます。Xが2023年に公開した規則では、検索から外すラベルのポストは、本人以外の人の検索結果に出ません。`,
    off: ({ ban, subject }) =>
      `${IN_2023}${subject}${ban === 'search_ban' ? '検索結果から外す' : '注意書きに置き換える'}対象として書かれていますが、この規則はオフに設定されていました。`,
    ownAll: ({ ban, subject, year }) =>
      `${own(year)}${subject}Xに表示されません。${ban === 'search_ban' ? '検索結果にも出ないことになります。' : ''}`,
    ownCountries: ({ ban, subject, year }) =>
      `${own(year)}${subject}対象の国では表示されません。${ban === 'search_ban' ? 'その国の検索結果にも出ないことになります。' : ''}`,
    ownProfile: ({ subject, year }) =>
      `${own(year)}${subject}プロフィールでだけ見つかります。検索結果には出ないことになります。`,
  } satisfies Record<string, (parts: Parts) => string>,
  /** Said once below a ban if X's rules have two pairs of lists for it, and a label is only in one of them. */
  inOneList:
    'Xが2023年に公開した検索候補の規則は2組あり、上には片方だけに書かれたものもあります。Xのアプリがどちらを使っているかはわかりません。',
  byDefault: '検索でセンシティブな内容を隠す設定は、変更していなければオンになっています。',
  never: (ban: Ban) => BAN_TEXT[ban].never,
  place: { post: 'ポスト', account: 'アカウント' } satisfies Record<Place, string>,
  label: (place: string, name: string) => `${place}：${name}`,
  others: 'そのほかのラベル',
  untiedSaid: `${IN_2023}これらのラベルで${BANS.length}種類のシャドウバンが起きる規則は見当たりません。`,
  unknownSaid: 'まだ照らし合わせていない新しいラベルです。Xの表記のまま示します。',
  searchLabels: `${IN_2023}次のラベルが付いたポストや、次のラベルが付いたアカウントのポストは、本人以外の人の検索結果に出ません。いまも使われているかはわかりません。`,
  searchOwn: '本人なら、どのラベルが付いていたかをXのレポートで確かめられます',
  sources: 'もとになった規則（英語）',
  chart: '関係するラベルの種類：',
  kinds: (kinds: number) => (kinds === 0 ? 'なし' : `${kinds}種類`),
  carry: `ファイルや画像に、${BANS.length}種類のシャドウバンとの関係も入れる`,
  inPicture: (kinds: number) => (kinds === 0 ? '関係するラベルなし' : `関係するラベル${kinds}種類`),
  caution:
    'Xが2023年と2026年に公開した規則との照らし合わせで、このサイトの判定ではありません。いまも使われているかはわかりません。',
} as const

/** The people from whom a rule hides a label's posts or account. `own…`: in the words of the report itself. */
export type RuleCondition = keyof typeof ruleText.when
