import { reportText } from '../../text/report.ts'
import { COPYRIGHT_CODE, EVERYWHERE_CODE, countryName } from '../../text/result.ts'

/** Formats the time span of a report: 2026年7月, or 2026年7月1日〜2026年8月15日. */
export function reportSpanText(key: string): string {
  return key
    .split('/')
    .map((date) => {
      const [year = 0, month = 0, day] = date.split('-').map(Number)
      return `${reportText.month(year, month)}${day === undefined ? '' : `${day}日`}`
    })
    .join('〜')
}

/** A label that names countries, in X's form `Name(CC|CC)`. Its codes are unique and in alphabetical order. */
type CountryLabel = { name: string; codes: readonly string[] }

const FORM = /^([^()]+)\(([^()]+)\)$/
const SEPARATOR = /[|,]/
/** A code is two letters for a country, or three digits for a region of the world. */
const REGION = /^(?:[a-z]{2}|\d{3})$/i

export function countryLabelOf(label: string): CountryLabel | null {
  const [, name = '', list = ''] = FORM.exec(label) ?? []
  const codes = list.split(SEPARATOR).flatMap((code) => code.trim() || [])
  return codes.length === 0 ? null : { name: name.trim(), codes: [...new Set(codes)].sort(byLetters) }
}

function countryNames(codes: readonly string[]): string {
  return codes.map(countryName).join('、')
}

function byLetters(one: string, other: string): number {
  return one.toUpperCase() < other.toUpperCase() ? -1 : 1
}

const { effect, note, law } = reportText

type Label = { name: string; does: readonly (keyof typeof effect)[]; note?: keyof typeof note }

/** The labels that X publishes, as its report spells them. X's own "may" is 「の可能性」, its "likely" 「とみられる」. */
const POST_LABELS = {
  NSFW_HIGH_RECALL: { name: '成人向けの可能性（自動判定）', does: ['R', 'M'] },
  NSFW_HIGH_PRECISION: {
    name: '成人向けとみられる（自動判定または報告）',
    does: ['W', 'R', 'M'],
    note: 'lawInIndia',
  },
  NSFW_TEXT: { name: '性的に露骨な言葉とみられる（自動判定）', does: ['R', 'A'] },
  NSFW_CARD_IMAGE: { name: 'リンク先の画像が成人向けとみられる（自動判定）', does: ['W', 'R', 'A'] },
  GORE_AND_VIOLENCE_HIGH_PRECISION: {
    name: '暴力的な内容とみられる（自動判定または報告）',
    does: ['W', 'R', 'M'],
  },
  NSFW_ADMIN: { name: '成人向けと指定されたアカウントのポスト', does: ['W', 'R', 'M'] },
  NSFW_ADMIN_STAMPED: { name: '成人向けと指定されたアカウントのポスト', does: ['W', 'R', 'M'] },
  SPAM_HIGH_RECALL: { name: 'スパムの可能性（自動判定）', does: ['R'] },
  SPAM: { name: 'Xの信頼性のルールへの違反とみられる', does: ['N'] },
  MALICIOUS_URL: { name: '有害なサイトへのリンクとみられる（自動判定）', does: ['R'] },
  DO_NOT_AMPLIFY: { name: '有害なサイトへのリンクとみられる（自動判定・以前の名称）', does: ['R'] },
  PDNA: { name: '利用規約への違反とみられる', does: ['N'], note: 'untilReviewed' },
  BOUNCE: { name: '利用規約への違反', does: ['N'], note: 'untilDeleted' },
  FOSNR_ABUSE: { name: '攻撃的な行為のルールへの違反（報告）', does: ['P'] },
  FOSNR_HATEFUL_CONDUCT: { name: 'ヘイト行為のルールへの違反（報告または自動判定）', does: ['P'] },
  FOSNR_VIOLENT_SPEECH: { name: '暴力的な発言のルールへの違反（報告）', does: ['P'] },
  FOSNR_CIVIC_INTEGRITY: { name: '選挙などの公正さのルールへの違反（報告）', does: ['P'] },
  FOSNR_ABUSE_INSULTS: { name: '侮辱的な表現（自動判定または報告）', does: ['R', 'V'] },
  FOR_EMERGENCY_USE_ONLY: { name: 'X側の緊急対応', does: ['H'] },
  BRAZIL_ELECTION_LEGAL: { name: 'ブラジルの選挙に関する法律による制限', does: ['B'] },
  is_dmca: { name: '著作権の申し立てを受けた画像や動画', does: ['R'], note: 'mediaGone' },
} as const satisfies Record<string, Label>

const ACCOUNT_LABELS = {
  SpamHighRecall: { name: 'スパムを投稿しているとみられる', does: ['R'] },
  NsfwHighRecall: { name: '成人向けの投稿をしている可能性', does: ['R'] },
  NsfwHighPrecision: { name: '成人向けの投稿をしているとみられる', does: ['R'] },
  NsfwNearPerfect: { name: '成人向けの投稿をしている可能性（Xの区分：NearPerfect）', does: ['R'] },
  NsfwAvatarImage: { name: 'アイコンの画像が成人向けの可能性', does: ['R'] },
  NsfwBannerImage: { name: 'ヘッダーの画像が成人向けの可能性', does: ['R'] },
  NsfwAdmin: { name: '主に成人向け・暴力的な内容（報告）', does: ['W', 'R', 'M'] },
  ImpersonationHighPrecision: {
    name: '信頼性のルールへの違反とみられる（Xの区分：Impersonation）',
    does: ['R'],
  },
  AbusiveHighRecall: { name: '信頼性のルールへの違反の可能性', does: ['R'], note: 'challenge' },
  DoNotAmplify: { name: '利用規約への違反とみられる', does: ['R'], note: 'untilReviewed' },
  Compromised: { name: '第三者による乗っ取り', does: ['R'], note: 'untilPassword' },
  ReadOnly: { name: 'ポストを削除するまでのロック', does: ['R'], note: 'cannotPost' },
} as const satisfies Record<string, Label>

export const LABELS_BY_PLACE = { post: POST_LABELS, account: ACCOUNT_LABELS } as const
export type LabelPlace = keyof typeof LABELS_BY_PLACE

const KNOWN = { post: indexByLabelKey<Label>(POST_LABELS), account: indexByLabelKey<Label>(ACCOUNT_LABELS) }

export function indexByLabelKey<Row>(rows: Readonly<Record<string, Row>>): ReadonlyMap<string, Row> {
  return new Map(Object.entries(rows).map(([label, row]) => [labelKeyOf(label), row]))
}

/** Returns a key that is equal for all spellings of one label. */
export function labelKeyOf(label: string): string {
  return label.replaceAll('_', '').toLowerCase()
}

export function labelText(place: LabelPlace, label: string) {
  const country = countryLabelOf(label)
  if (country) return ofCountries(place, label, country)
  if (labelKeyOf(label) === 'dmca') return { title: law.title.dmca, isKnown: true, sentences: [law.dmca] }
  const known = KNOWN[place].get(labelKeyOf(label))
  if (!known) return { title: label, isKnown: false, sentences: [] }
  const sentences = known.does.map((does) => effect[does])
  return {
    title: known.name,
    isKnown: true,
    sentences: [...sentences, ...(known.note ? [note[known.note]] : [])],
  }
}

export function labelName(place: LabelPlace, label: string): string {
  const { title, isKnown } = labelText(place, label)
  const country = countryLabelOf(label)
  if (!isKnown || !country) return title
  return law.named(title, isWithheldEverywhere(country) ? law.everywhere : countryNames(country.codes))
}

/** Labels that X renamed: the key of the older name, and the newer name. */
const RENAMED: Record<LabelPlace, ReadonlyMap<string, string>> = {
  post: indexByLabelKey({ DO_NOT_AMPLIFY: 'MALICIOUS_URL', NSFW_ADMIN_STAMPED: 'NSFW_ADMIN' }),
  account: new Map(),
}

/** Returns the name by which X calls the label today. */
export function newestLabelSpelling(place: LabelPlace, label: string): string {
  return RENAMED[place].get(labelKeyOf(label)) ?? label
}

/**
 * Returns a key that is equal for labels of one kind: for all spellings and older names of a label, whatever countries it names. A label
 * and a limit that the page calls by the same name are of one kind too.
 */
export function labelKind(place: LabelPlace, label: string): string {
  const { title, isKnown } = labelText(place, newestLabelSpelling(place, label))
  return isKnown ? title : labelKeyOf(countryLabelOf(label)?.name ?? label)
}

export function isWithheldEverywhere({ codes }: CountryLabel): boolean {
  return codes.some((code) => code === EVERYWHERE_CODE || code === COPYRIGHT_CODE)
}

const LAWS = indexByLabelKey({
  LegalRequest: { title: law.title.legalRequest, sentence: law.withheld },
  BystanderReport: { title: law.title.bystanderReport, sentence: law.reported },
  UnspecifiedReason: { title: law.title.unspecifiedReason, sentence: law.unspecified },
})

function ofCountries(place: LabelPlace, label: string, country: CountryLabel) {
  const { name, codes } = country
  const known = LAWS.get(labelKeyOf(name))
  if (!known) {
    const areRegions = codes.every((code) => REGION.test(code))
    return { title: label, isKnown: false, sentences: areRegions ? [law.countries(countryNames(codes))] : [] }
  }
  const isCopyright = codes.includes(COPYRIGHT_CODE)
  const title = isCopyright ? law.title.dmca : known.title
  const limit = isWithheldEverywhere(country) ? effect.N : known.sentence(countryNames(codes))
  const said = isCopyright ? law.dmca : limit
  return { title, isKnown: true, sentences: [place === 'account' ? law.ofAccount(said) : said] }
}
