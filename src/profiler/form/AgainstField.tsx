import { powText } from '../../text/pow.ts'
import { ChoiceField } from './ChoiceField.tsx'
import { configurationText } from '../model/configurationText.ts'
import type { RunEngine } from '../model/RunEngine.ts'
import type { Settings } from '../model/settings.ts'
import { useSettings } from './useSettings.tsx'

const text = powText.settings.against

/** What the first configuration takes turns with: nothing, itself, another engine, one lane, or the other kind of pool. */
export function AgainstField({ disabled }: { disabled: boolean }) {
  const { settings, engines, set } = useSettings()
  const chosen = settings.against.map((other) => configurationText(other, settings)).join(' ')
  const offered = choicesFor(settings, engines)
  const known = offered.some(([value]) => value === chosen)
  return (
    <ChoiceField
      label={text.label}
      hint={text.hint}
      value={chosen}
      // A link may hold more than the list offers.
      choices={known ? offered : [...offered, [chosen, linked(settings, chosen)]]}
      disabled={disabled}
      onChange={(value) => set('against', value)}
    />
  )
}

function choicesFor(
  { engine, lanes, pool }: Settings,
  engines: readonly RunEngine[],
): (readonly [value: string, words: string])[] {
  const others = engines
    .filter((name) => name !== engine)
    .map(
      (name) =>
        [
          name === 'page' && lanes > 1 ? 'engine:page,lanes:1' : `engine:${name}`,
          powText.engine[name],
        ] as const,
    )
  const otherPool = pool === 'warm' ? 'cold' : 'warm'
  return [
    ['', text.none],
    ['same', text.same],
    ...others,
    ...(lanes > 1 ? [['lanes:1', text.lanes] as const] : []),
    [`pool:${otherPool}`, powText.pool[otherPool]],
  ]
}

const linked = ({ against }: Settings, chosen: string) =>
  against.length > 1 ? text.several(against.length) : text.other(chosen)
