import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { Paragraph, Sentence } from '../../text/Sentence.tsx'
import { powText } from '../../text/pow.ts'
import { powRunText } from '../../text/powRun.ts'
import { useSavedFile } from '../../ui/SaveButtons.tsx'
import { Button } from '../../ui/controls.tsx'
import { ChoiceField } from '../form/fields.tsx'
import { formatRatio, formatWhole } from '../model/format.ts'
import { COMPARED_RUNS_MIN } from '../model/settings.ts'
import { RESULT_FORMAT_VERSION } from '../model/result.ts'
import type { RunResult } from '../model/result.ts'
import { FigureTable, HEADLINE_FIGURE_ROWS } from '../summary/FigureTable.tsx'
import { isTooShort } from '../summary/Headline.tsx'
import styles from './Runs.module.css'
import { compareRuns, compareTurns, selectConfiguration } from './compare.ts'
import type { RunComparison, SpeedComparison } from './compare.ts'
import { configurationNames, runName, runNameParts, shortRunName } from './names.ts'
import { runsAtom, selectRunAtom, storedResultsAtom, setOtherRunAtom } from './runs.ts'
import { requestOf, startRunAtom } from '../run/runAtoms.ts'
import { endingOfRun } from '../automation/automation.ts'

const text = powRunText.compare

type Names = readonly [left: string, right: string]

/** Says that one is faster than the other, by how much, and between which times that lies. Null if that cannot be said. */
function findFaster({ faster, ratio, interval }: SpeedComparison, names: Names) {
  if (faster === null || interval === null) return null
  const [low, high] = interval
  return faster === 'right'
    ? { name: names[1], ratio, low, high }
    : { name: names[0], ratio: 1 / ratio, low: 1 / high, high: 1 / low }
}

/** Whether the devices can be compared once each has been measured often enough. */
const isMissingRuns = ({ speed, runs, sameDevice }: RunComparison) =>
  speed !== null && !sameDevice && runs !== null && Math.min(...runs) < COMPARED_RUNS_MIN

/** Says why neither is called faster. */
function undecidedSentence({ method, interval }: SpeedComparison, compared: RunComparison): string {
  const { runs, sameDevice } = compared
  // `few`: no number of separate runs tells anything of one device, nor does a run with too few turns.
  if (method === 'few') {
    if (runs === null) return text.tooShort
    if (sameDevice) return text.sameDevice
    return isMissingRuns(compared) ? text.notYet(...runs) : text.tooShort
  }
  const excludesOne = interval !== null && (interval[0] > 1 || interval[1] < 1)
  return excludesOne ? text.withinNoise : text.level
}

/** A sentence with its figure large. */
function Figured({ figure, children }: { figure: string; children: string }) {
  const at = children.lastIndexOf(figure)
  return (
    <>
      <Sentence>{children.slice(0, at)}</Sentence>
      <b className={`unbroken ${styles['figure']}`}>{figure}</b>
      <Sentence>{children.slice(at + figure.length)}</Sentence>
    </>
  )
}

export function ComparedRuns({ result, other }: { result: RunResult; other: RunResult }) {
  const overlay = useSetAtom(setOtherRunAtom)
  const kept = useAtomValue(storedResultsAtom)
  const compared = useMemo(() => compareRuns(result, other, kept), [result, other, kept])
  const tooFew = isMissingRuns(compared) ? compared.runs : null
  const names = pairNames(result, other)
  // The table names both, and the list below says the settings that they have in common.
  const isNamed =
    shortRunName(result) !== shortRunName(other) &&
    runNameParts(result).settings === runNameParts(other).settings
  const { save, saved } = useSavedFile()
  const saveComparison = () => {
    const content = JSON.stringify({ version: RESULT_FORMAT_VERSION, compared: [result, other] })
    save('pow-comparison.json', new Blob([content], { type: 'application/json' }))
  }
  return (
    <section className="stack" aria-label={text.title}>
      <Found compared={compared} names={names} isDisturbed={result.summary.busy || other.summary.busy} />
      <ComparedFigures title={text.title} parts={[result, other]} names={names} />
      <Method speed={compared.speed} />
      <Endings runs={[result, other]} names={names} />
      {!isNamed && <Paragraph className="muted small by-phrase">{text.with(runName(other))}</Paragraph>}
      <div className={`cluster ${styles['next']}`}>
        {tooFew ? (
          <>
            <MissingRuns run={result} other={other} count={tooFew[0]} name={names[0]} />
            <MissingRuns run={other} other={result} count={tooFew[1]} name={names[1]} />
          </>
        ) : (
          <Button onClick={saveComparison}>{text.file}</Button>
        )}
        <Button onClick={() => overlay(null)}>{text.end}</Button>
      </div>
      {saved}
    </section>
  )
}

type ComparedFiguresProps = { title: string; parts: readonly [RunResult, RunResult]; names: Names }

function ComparedFigures({ title, parts: [part, other], names }: ComparedFiguresProps) {
  const { engine, perceived, median } = HEADLINE_FIGURE_ROWS
  return (
    <>
      <FigureTable
        title={title}
        // The time is what is compared.
        rows={[median, perceived, engine]}
        part={part}
        other={other}
        names={names}
      />
      <p className="muted small">{powRunText.figures.betweens}</p>
    </>
  )
}

/** How both runs ended. */
function Endings({ runs, names }: { runs: readonly [RunResult, RunResult]; names: Names }) {
  const endingOf = (run: RunResult) => {
    const ending = powText.result.ending[endingOfRun(run)]
    return isTooShort(run) ? text.few(ending) : ending
  }
  const [left, right] = [endingOf(runs[0]), endingOf(runs[1])]
  if (left === right) return <Paragraph className="by-phrase">{text.ending(text.both, left)}</Paragraph>
  return (
    <>
      <Paragraph className="by-phrase">{text.ending(names[0], left)}</Paragraph>
      <Paragraph className="by-phrase">{text.ending(names[1], right)}</Paragraph>
    </>
  )
}

type MissingRunsProps = { run: RunResult; other: RunResult; count: number; name: string }

/** Says how many more runs like `run`, of which there are `count`, a comparison with `other` needs. Those of this device can be started. */
function MissingRuns({ run, other, count, name }: MissingRunsProps) {
  const { list } = useAtomValue(runsAtom)
  const select = useSetAtom(selectRunAtom)
  const overlay = useSetAtom(setOtherRunAtom)
  const start = useSetAtom(startRunAtom)
  const missing = COMPARED_RUNS_MIN - count
  const [own, beside] = [run, other].map((wanted) => list.find(({ result }) => result === wanted))
  if (missing <= 0 || !own || !beside) return null
  if (own.imported) return <Paragraph>{text.missingThere(name, missing)}</Paragraph>
  const measure = () => {
    // Each new run is shown, in the place of this one, beside the same other.
    select(own.id)
    overlay(beside.id)
    void start(requestOf(run), missing)
  }
  return <Button onClick={measure}>{text.missingHere(name, missing)}</Button>
}

type ComparedTurnsProps = { result: RunResult; other: number; onTurn: (turn: number) => void }

/** Compares the first configuration of a run with one of those that it took turns with. */
export function ComparedTurns({ result, other, onTurn }: ComparedTurnsProps) {
  const compared = useMemo(() => compareTurns(result, other), [result, other])
  const configurations = configurationNames(result.settings)
  const names = [configurations[0] ?? '', configurations[other] ?? ''] as const
  const parts = [selectConfiguration(result, 0), selectConfiguration(result, other)] as const
  return (
    <section className={`stack ${styles['turns']}`} aria-label={text.turnsTitle}>
      {result.others.length > 1 && (
        <ChoiceField
          label={powText.settings.against.label}
          value={String(other)}
          choices={result.others.map(
            (_, index) => [String(index + 1), configurations[index + 1] ?? ''] as const,
          )}
          onChange={(value) => onTurn(Number(value))}
        />
      )}
      <Found compared={compared} names={names} isDisturbed={result.summary.busy} />
      <ComparedFigures title={text.turnsTitle} parts={parts} names={names} />
      <Method speed={compared.speed} />
    </section>
  )
}

/** How it was compared, and what speaks against a difference. */
function Method({ speed }: { speed: RunComparison['speed'] }) {
  if (!speed || speed.method === 'few') return null
  const { method, noise } = speed
  return (
    // The noise is rounded up, because one of 1.00 would be none.
    <p className="muted small">
      <span>{text[method]}</span>
      {noise !== null && <span>{text.noise[method](formatRatio(Math.ceil(noise * 100) / 100))}</span>}
    </p>
  )
}

type FoundProps = { compared: RunComparison; names: Names; isDisturbed: boolean }

function Found({ compared, names, isDisturbed }: FoundProps) {
  const { speed, same } = compared
  const answers = same && same.equal < same.compared && (
    <p>{text.differing(formatWhole(same.compared - same.equal), formatWhole(same.compared))}</p>
  )
  if (!speed) {
    return (
      <>
        <p>{text.timesDiffer}</p>
        {answers}
      </>
    )
  }
  const { interval } = speed
  const faster = findFaster(speed, names)
  const ratio = formatRatio(1 / speed.ratio)
  const found = isDisturbed ? text.likely : text.beyond
  return (
    <>
      <p className={`by-phrase bold ${styles['difference']}`}>
        {faster ? (
          <Figured figure={text.times(formatRatio(faster.ratio))}>
            {text.faster(faster.name, text.times(formatRatio(faster.ratio)))}
          </Figured>
        ) : (
          <Sentence>{undecidedSentence(speed, compared)}</Sentence>
        )}
      </p>
      {faster ? (
        <Paragraph>{found(formatRatio(faster.low), formatRatio(faster.high))}</Paragraph>
      ) : (
        interval && (
          <p className="by-phrase">
            <Figured figure={text.times(ratio)}>
              {text.observed(...names, ratio, formatRatio(1 / interval[1]), formatRatio(1 / interval[0]))}
            </Figured>
          </p>
        )
      )}
      {answers}
    </>
  )
}

/** The names of a run and of the one that it is compared with. */
export function pairNames(result: RunResult, other: RunResult): [string, string] {
  const [left, right] = [shortRunName(result), shortRunName(other)]
  return left === right ? [text.this, text.other] : [left, right]
}
