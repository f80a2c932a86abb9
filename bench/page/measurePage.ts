import * as v from 'valibot'
import { RunOutcome } from '../../src/profiler/automation/automation.ts'
import { ScriptError } from './exitCodes.ts'
import type { DrivenBrowser } from './openBrowser.ts'

/** Longest time that one call into the page waits, in milliseconds. Drivers and their connections give up on longer calls. */
const SLICE = 20_000

/** Opens a link to `/pow`, lets it run and returns its outcome. Throws a `ScriptError` if there is none within `limit` milliseconds. */
export async function runPowPage(
  { go, evaluate }: DrivenBrowser,
  link: string,
  limit: number,
): Promise<RunOutcome> {
  if (!URL.canParse(link)) throw new ScriptError('usage', `--url is the address of /pow, not "${link}"`)
  const until = Date.now() + limit
  await go(link).catch((cause: unknown) => {
    throw new ScriptError('unreachable', `${link} cannot be opened`, cause)
  })
  while (Date.now() < until) {
    const answer = await evaluate(outcomeInPage, Math.min(SLICE, until - Date.now()))
    if (answer !== null) return v.parse(RunOutcome, JSON.parse(answer))
  }
  throw new ScriptError(
    'late',
    `The page reported no outcome within ${limit / 60_000} minutes: measure fewer trials, or allow more minutes`,
  )
}

/** Runs in the page. Returns the outcome as JSON, or null if the run has not ended after `slice` milliseconds. The first call starts the run. */
async function outcomeInPage(slice: number): Promise<string | null> {
  type Scripted = { powRun?: PromiseLike<unknown> & { state: string; start: () => unknown } }
  const until = Date.now() + slice
  const wait = (milliseconds: number) =>
    new Promise<null>((resolve) => setTimeout(resolve, milliseconds, null))
  const scripted = globalThis as Scripted
  while (!scripted.powRun && Date.now() < until) await wait(50)
  const { powRun } = scripted
  if (!powRun) return null
  if (powRun.state === 'idle') powRun.start()
  return await Promise.race([wait(until - Date.now()), powRun.then((outcome) => JSON.stringify(outcome))])
}
