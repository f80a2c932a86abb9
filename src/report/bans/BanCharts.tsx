import { BANS } from '../../../contract/outcomes.ts'
import { kindsByBan } from '../../results/labels/monthOfBans.ts'
import type { StoredMonth } from '../../storage/records.ts'
import { resultText } from '../../text/result.ts'
import { ruleText } from '../../text/rules.ts'
import { MonthChart } from '../months/MonthChart.tsx'

export function BanCharts({ months }: { months: readonly StoredMonth[] }) {
  return BANS.map((ban) => (
    <MonthChart
      key={ban}
      months={months}
      title={
        <>
          <span lang="en">{resultText.ban[ban].name}</span>：{ruleText.chart}
        </>
      }
      count={(month) => kindsByBan(month)[ban]}
      words={ruleText.kinds}
    />
  ))
}
