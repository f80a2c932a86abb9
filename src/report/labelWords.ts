import { reportText } from '../text/report.ts'
import { areRegions, countryLabelOf, countryNames } from './countryLabel.ts'
import type { CountryLabel } from './countryLabel.ts'
import { keyOf, knownLabel } from './labels.ts'
import type { LabelPlace } from './labels.ts'

const { effect, note, law } = reportText

/** What the page says of a label in Japanese; the title of an unknown one is X's spelling. */
export type LabelWords = { title: string; isKnown: boolean; says: readonly string[] }

/** `isDmca` where X marks the row itself as a claim of copyright. */
export function labelWords(place: LabelPlace, label: string, isDmca = false): LabelWords {
  const words = named(place, label)
  return { ...words, says: [...new Set([...words.says, ...(isDmca ? [law.dmca] : [])])] }
}

/** The Japanese name of a label, with its countries; of an unknown one, X's spelling. */
export function labelName(place: LabelPlace, label: string): string {
  const { title, isKnown } = named(place, label)
  const country = countryLabelOf(label)
  return isKnown && country ? law.named(title, countryNames(country.codes)) : title
}

function named(place: LabelPlace, label: string): LabelWords {
  const country = countryLabelOf(label)
  if (country) return ofCountries(label, country)
  if (keyOf(label) === DMCA) return { title: law.title.dmca, isKnown: true, says: [law.dmca] }
  const known = knownLabel(place, label)
  if (!known) return { title: label, isKnown: false, says: [] }
  const lasting = known.note ? [note[known.note]] : []
  return { title: known.name, isKnown: true, says: [...known.does.map((does) => effect[does]), ...lasting] }
}

const DMCA = 'dmca'
/** The names before the countries, spelt as `keyOf` does. */
const LAWS = new Map<string, string>([
  ['legalrequest', law.title.legalRequest],
  ['bystanderreport', law.title.bystanderReport],
  ['unspecifiedreason', law.title.unspecifiedReason],
])

function ofCountries(label: string, { name, codes }: CountryLabel): LabelWords {
  const countries = countryNames(codes)
  const title = LAWS.get(keyOf(name))
  if (title) return { title, isKnown: true, says: [law.withheld(countries)] }
  if (keyOf(name) === DMCA) {
    return { title: law.title.dmca, isKnown: true, says: [law.dmca, law.countries(countries)] }
  }
  return { title: label, isKnown: false, says: areRegions(codes) ? [law.countries(countries)] : [] }
}
