import { Sentence } from '../../text/Sentence.tsx'
import { ruleText } from '../../text/rules.ts'
import { LineList } from '../../ui/Card.tsx'
import { Link } from '../../ui/controls.tsx'
import { labelName } from './labels.ts'
import { LABEL_RULES } from './rules.ts'

const PLACES = ['account', 'post'] as const

/** Lists the labels that, by X's rules of 2023, hide posts in search from everybody but their author. */
const SEARCH_BAN_LABELS = PLACES.flatMap((place) =>
  Object.entries(LABEL_RULES[place])
    .filter(([, rules]) => rules.search_ban?.some(({ when }) => when === 'all'))
    .map(([label]) => ruleText.label(ruleText.place[place], labelName(place, label))),
)

export function SearchBanLabels() {
  return (
    <>
      <p>{ruleText.searchLabels}</p>
      <LineList lines={SEARCH_BAN_LABELS} />
      <p>
        <Link to="/report" className="touchable">
          <Sentence>{ruleText.searchOwn}</Sentence>
        </Link>
      </p>
    </>
  )
}
