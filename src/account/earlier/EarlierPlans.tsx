import { useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { BANS } from '../../../contract/bans.ts'
import type { LoggedCheck } from '../../log/store/LoggedCheck.ts'
import { guideText } from '../../text/guide.ts'
import { resultText } from '../../text/result.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Plan } from '../guide/Plan.tsx'
import { enterTicksAtom } from '../guide/tickAtoms.ts'

/** The plans under the bans that a kept check had found, with what was ticked off; those that were begun are open. */
export function EarlierPlans({ check }: { check: LoggedCheck }) {
  const enter = useSetAtom(enterTicksAtom)
  useEffect(() => enter(check, check.ticks), [enter, check])
  const found = BANS.filter((ban) => check.bans[ban])
  if (found.length === 0) return null
  return (
    <div>
      {found.map((ban) => (
        <Disclosure
          key={ban}
          summary={<Sentence>{guideText.plan.title(resultText.ban[ban].name)}</Sentence>}
          open={check.ticks.some((tick) => tick.startsWith(ban))}
        >
          <Plan ban={ban} name={check.name} at={check.at} />
        </Disclosure>
      ))}
    </div>
  )
}
