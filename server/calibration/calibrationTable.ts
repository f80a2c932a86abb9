import { AGREEMENT_VERDICTS } from '../../contract/AgreementTicket.ts'
import { BANS } from '../../contract/bans.ts'
import { wilson } from '../../contract/wilson.ts'
import type { Compared } from './askAll.ts'

const HEAD = ['item', 'truth', 'known', 'judged', 'agreed', '', '95 % interval']

/** How often the verdicts agree with what is known, by item and truth, and which lines they contradict. */
export function calibrationTable(compared: readonly Compared[]): string {
  const rows = BANS.flatMap((item) =>
    AGREEMENT_VERDICTS.flatMap((truth) => {
      const known = compared.filter((one) => one.item === item && one.truth === truth)
      return known.length > 0 ? [rowOf(item, truth, known)] : []
    }),
  )
  const against = compared.filter(({ verdict, truth }) => verdict !== null && verdict !== truth)
  return [
    ...[HEAD, ...rows].map((cells) =>
      cells
        .map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0))
        .join(' ')
        .trimEnd(),
    ),
    '',
    ...unjudged(compared),
    against.length === 0
      ? 'No verdict contradicts what is known.'
      : `Contradicted: ${against.map(({ line, verdict }) => `line ${line} (${verdict})`).join(', ')}.`,
  ].join('\n')
}

const WIDTHS = [22, 8, 6, 7, 7, 6, 0]

function rowOf(item: string, truth: string, known: readonly Compared[]): string[] {
  const judged = known.filter(({ verdict }) => verdict !== null)
  const agreed = judged.filter(({ verdict }) => verdict === truth).length
  const { low, high } = wilson(agreed, judged.length)
  const counts = [known.length, judged.length, agreed].map(String)
  if (judged.length === 0) return [item, truth, ...counts, '–', '–']
  const part = `${Math.round((100 * agreed) / judged.length)} %`
  return [item, truth, ...counts, part, `${Math.floor(100 * low)}–${Math.ceil(100 * high)} %`]
}

function unjudged(compared: readonly Compared[]): string[] {
  const reasons = Map.groupBy(
    compared.filter(({ verdict }) => verdict === null),
    ({ reason }) => reason,
  )
  if (reasons.size === 0) return []
  return [`Not judged: ${[...reasons].map(([reason, all]) => `${all.length} ${reason}`).join(', ')}.`]
}
