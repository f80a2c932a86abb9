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
const Report = v.object({ suites: v.array(Suite) })

/** A test by its whole name, and the first line of what was wrong. */
export type FailedTest = { name: string; why: string }

/** The tests of a Playwright report that did not pass, skipped ones included. */
export function failedTests(report: unknown): FailedTest[] {
  return v.parse(Report, report).suites.flatMap((suite) => failedIn(suite, []))
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

function firstLine(message: string): string {
  return stripVTControlCharacters(message).split('\n')[0] ?? ''
}
