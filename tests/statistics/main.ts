// `npm run test:statistics`: how often every claim of the profiler holds in simulated experiments, whose truth is known.
//   npm run test:statistics -- [experiments]
import { closingLine } from '../run/closingLine.ts'
import { EXPERIMENTS, judge } from './judge.ts'

const count = Number(process.argv[2] ?? 2_000)
console.log(`${count} experiments of each claim\n`)
const judged = EXPERIMENTS.flatMap((experiment) => judge(experiment, count))
const isRight = ({ made, share, least, most }: (typeof judged)[number]) =>
  made > 0 && share >= least && share <= most
const percent = (share: number) => `${(share * 100).toFixed(1)} %`
console.table(
  Object.fromEntries(
    judged.map((claim) => [
      claim.name,
      {
        experiments: claim.made,
        held: percent(claim.share),
        wanted: `${percent(claim.least)} … ${percent(claim.most)}`,
        '': isRight(claim) ? 'ok' : 'WRONG',
      },
    ]),
  ),
)
const passed = judged.filter(isRight).length
closingLine([{ passed, failed: judged.length - passed }])
