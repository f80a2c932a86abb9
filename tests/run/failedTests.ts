import { stripVTControlCharacters } from 'node:util'
import * as v from 'valibot'

const Test = v.object({
  projectName: v.string(),
  status: v.string(),
  results: v.array(v.object({ error: v.optional(v.object({ message: v.optional(v.string()) })) })),
})
const Spec = v.object({ title: v.string(), tests: v.array(Test) })
type Suite = { title: string; specs: v.InferOutput<typeof Spec>[]; suites?: Suite[] | undefined }
const Suite: v.GenericSchema<Suite> = v.object({
  title: v.string(),
  specs: v.array(Spec),
  suites: v.optional(v.lazy(() => v.array(Suite))),
})
const EndToEndReport = v.object({ suites: v.array(Suite) })

const UnitReport = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      message: v.string(),
      assertionResults: v.array(
        v.object({ fullName: v.string(), status: v.string(), failureMessages: v.array(v.string()) }),
      ),
    }),
  ),
})

/** A test by its whole name, and the first line of what was wrong. */
export type FailedTest = { name: string; why: string }

/** The tests of a Playwright report that did not pass, skipped ones included. */
export function failedEndToEnd(report: unknown): FailedTest[] {
  return v.parse(EndToEndReport, report).suites.flatMap((suite) => failedIn(suite, []))
}

function failedIn({ title, specs, suites = [] }: Suite, above: string[]): FailedTest[] {
  const path = [...above, title]
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status !== 'expected')
      .map(({ projectName, results }) => ({
        name: [`[${projectName}]`, ...path, spec.title].join(' › '),
        why: firstLine(results.at(-1)?.error?.message ?? ''),
      })),
  )
  return [...own, ...suites.flatMap((suite) => failedIn(suite, path))]
}

/** The tests of a Vitest report that did not pass, and the files that could not be read. */
export function failedUnits(report: unknown): FailedTest[] {
  return v.parse(UnitReport, report).testResults.flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults
      .filter(({ status }) => status !== 'passed')
      .map((test) => ({
        name: `${name} › ${test.fullName}`,
        why: firstLine(test.failureMessages[0] ?? test.status),
      }))
    return message === '' ? tests : tests.concat({ name, why: firstLine(message) })
  })
}

/** Names failed tests in a suite's output. */
export function tellFailed(failed: readonly FailedTest[]): void {
  for (const { name, why } of failed) console.log(`✗ ${name}\n  ${why}`)
}

/** The tests that a suite's output names as failed. */
export function readFailed(output: string): FailedTest[] {
  const lines = stripVTControlCharacters(output).matchAll(/^✗ (.*)\n *(.*)$/gm)
  return Array.from(lines, ([, name = '', why = '']) => ({ name, why }))
}

function firstLine(message: string): string {
  return stripVTControlCharacters(message).split('\n')[0] ?? ''
}
