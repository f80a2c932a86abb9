import type { X_HELP_LINKS } from './result.ts'
import { observationText } from './observations.ts'

/** What a friend is asked to look at: X's page, the steps there, and the question. */
type FriendLook = { url: string; steps: readonly string[]; question: string }
type Counted = { period: string; posts: number; found: number; time: string }

const NO_PROMISE = '必ず解除されるとは限りません。'

/** The sentences about evidence, checking by hand and next steps: loaded with the first result. */
export const guideText = {
  evidence: {
    /** A short text on the item itself, on one line of a phone. The time stands above it. */
    counted: (posts: number, found: number) =>
      found === 0
        ? `${posts}件を検索し、1件も見つかりませんでした`
        : `検索した${posts}件中${found}件が見つかりました`,
    control: '同じころのほかのポストは検索に出ているので、検索の不調ではありません。',
    found: ({ period, posts, found, time }: Counted) =>
      `直近${period}のポスト${posts}件のうち${found}件が検索で見つかりました（${time}）。`,
    hidden: ({ period, posts, time }: Counted) =>
      `直近${period}のポスト${posts}件が、検索で1件も見つかりませんでした（${time}）。`,
  },
  controlHours: (hours: number) =>
    `比べたのは、それぞれのポストから${hours}時間以内に投稿された、検索に出ている別のポストです。`,
  list: {
    noPin: 'どれが固定ポストかは、Xから得られませんでした。',
    /** Reposts were not asked for. */
    maybeQuotes: '引用しているポストが含まれていることがあります。',
    noKinds: 'リポストと引用の区別をXから得られなかったため、リポストは含まれていません。',
  },
  ownReport: '自分のアカウントなら、Xのレポートで調べられます',
  ownMonth: (month: string, kinds: number) =>
    kinds === 0
      ? `Xのレポート（${month}）：関係するラベルなし`
      : `Xのレポート（${month}）：関係するラベル${kinds}種類`,
  searchLabels: 'Xが検索から外す理由',
  see: {
    title: '自分で確かめる',
    lead: {
      search: 'フォローし合っていない別のアカウントで、検索の設定は変えずに見ます。',
      reach: 'フォローし合っていない別のアカウントで見ます。',
    } satisfies Record<keyof typeof X_HELP_LINKS, string>,
    repeat: '日を変えて2〜3回見ると、より確かです。',
    ...observationText,
  },
  guided: {
    start: (items: number) => `手順を見ながら確かめる（${items}項目・数分）`,
    open: (items: number, all: number) =>
      items === all ? `${all}項目とも、自分で確かめられます。` : `残り${items}項目は、自分で確かめられます。`,
    before: '別のアカウントで見て答えます。なければ友だちに頼めます。',
    private: {
      kept: '答えはこの端末にだけ残り、判定は変わりません。',
      notKept: '答えは送信されず、記録もされません（記録がオフです）。判定は変わりません。',
      /** Follows what became of the answers. */
      end: '答えは送信されず、判定も変わりません。',
    },
    meaning: {
      seen: 'いまのところ制限されていないようです。',
      unseen: '制限されている可能性があります。',
      unsure: '別のアカウントや別の日に見ると、わかることがあります。',
    },
    none: 'まだどの項目も見ていません。',
    next: (day: string) => `見え方は変わります。${day}ごろに、もう一度チェックしてください。`,
    again: 'もう一度確かめる',
    done: (items: number) => `残り${items}項目は、自分で確かめました。`,
    progress: (step: number, total: number) => `${step}／${total}項目`,
    restart: '答え直す',
    leave: '閉じて、あとで続ける',
    end: '確認が終わりました',
    unanswered: 'まだ確かめていません',
    inPicture: '自分の確認を画像にも載せる',
    close: '結果に戻る',
  },
  friend: {
    action: '友だちに頼む',
    copied: '頼む文をコピーしました。友だちに送ってください。',
    message: (name: string, looks: readonly FriendLook[]) =>
      [
        `@ ${name} がXでどう見えるか、見て教えてください。`,
        ...looks.map(({ url, steps, question }) =>
          [url, ...steps.map((step, index) => `${index + 1}. ${step}`), `→ ${question}`].join('\n'),
        ),
      ].join('\n\n'),
  },
  next: {
    title: '次にできること',
    search: {
      lead: 'Xによると、次の行動があると検索に出ないことがあります：',
      list: [
        '同じような内容の繰り返し、話題と関係のないハッシュタグ',
        '自動投稿や自動返信、複数アカウントでの同じ投稿',
        'フォローと解除の繰り返し',
      ],
    },
    reach: {
      lead: 'Xによると、品質や安全のために、返信の順番を下げたり、押すまで隠したりすることがあります。',
      list: [],
    },
    wait: (day: string) => `心当たりがあれば控え、${day}ごろにもう一度チェックしてください。${NO_PROMISE}`,
  },
  plan: {
    title: '次にできること',
    goTo: '次にできることを見る',
    review: {
      search: '最近のポストを見直す（同じ内容の繰り返し、無関係なハッシュタグ）',
      reach: '返信やふるまいを見直す',
      both: 'ポストと返信を見直す（同じ内容の繰り返し、無関係なハッシュタグ）',
    } satisfies Record<keyof typeof X_HELP_LINKS | 'both', string>,
    /** Short names of X's help pages: both fit on one line of a phone. */
    help: { search: 'Xヘルプ：検索', reach: 'Xヘルプ：リーチ' } satisfies Record<
      keyof typeof X_HELP_LINKS,
      string
    >,
    rest: '心当たりのある投稿や操作をしばらく休む',
    again: (day: string) => `${day}にもう一度チェック`,
    noPromise: NO_PROMISE,
    calendar: 'カレンダーに入れる',
    saved: 'カレンダーのファイルを作りました。開くと予定に加わります。',
    file: {
      found: (ban: string, time: string) => `${time} のチェックで ${ban} が検出されました。`,
      seen: (time: string) => `${time} に見え方を確かめました。`,
      calendar: (name: string, reason: string, url: string) => ({
        summary: `シャドウバンをもう一度チェック（@${name}）`,
        description: [reason, 'もう一度チェックして、変わったかどうかを確かめましょう。', url].join('\n'),
      }),
    },
  },
} as const
