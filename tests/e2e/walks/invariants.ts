import { BANS } from '../../../contract/outcomes.ts'
import { resultText } from '../../../src/text/result.ts'
import { NAMES, bansOf, batchVerdictOf, verdictOf } from './model.ts'
import type { Name, Tab, World } from './model.ts'
import type { Observed } from './observed.ts'

type Seen = Observed & { world: World; tab: Tab }

/** What holds after each step. A row returns whether it does. */
const INVARIANTS: Record<string, (seen: Seen) => boolean> = {
  'no check is running': ({ isRunning }) => !isRunning,
  'the address names the account that is shown': ({ tab, path, name }) =>
    path !== '/' || tab.shown === null || tab.shown.name === name,
  'the result is the one that the address asks for': ({ tab, path, answer, title }) => {
    if (path !== '/' || tab.shown?.kind !== 'answer') return answer === null
    const { name } = tab.shown
    return answer?.name === name && answer.sentence.includes(verdictOf(name)) && title.includes(`@${name}：`)
  },
  'the stored result is the one that the address asks for': ({ tab, path, restored }) => {
    if (path !== '/' || tab.shown?.kind !== 'restored') return restored === null
    const { name } = tab.shown
    return [`@${name} `, verdictOf(name)].every((words) => restored?.includes(words))
  },
  'what is shared names the account and its bans': ({ tab, path, shared }) => {
    if (path !== '/' || tab.shown?.kind !== 'answer') return path !== '/' || shared.length === 0
    const { name } = tab.shown
    return (
      shared.length > 0 &&
      shared.every((words) => words.includes(`@ ${name} の`)) &&
      shared.some((words) => saysBansOf(name, words))
    )
  },
  'the saved result says what was checked, and what is shared says the same': ({
    world,
    path,
    main,
    shared,
  }) => {
    const posts = world.saved.get(path)
    if (!posts) return true
    const all = posts.ok + posts.excluded
    return (
      main.includes(batchVerdictOf(posts)) &&
      shared.length === 1 &&
      shared.every((words) => words.includes(resultText.postsVerdict.total(all)))
    )
  },
  'the start view names the accounts of the log, and what each check said': ({
    world,
    tab,
    isStartView,
    chips,
  }) => {
    if (!isStartView) return true
    const names =
      world.device.isOn && (tab.hasChips || chips.length > 0) ? accountsOf(world.device.checks) : []
    return (
      chips.length === names.length &&
      names.every((name, at) => chips[at]?.includes(`@${name}、${verdictOf(name)}`))
    )
  },
  'the log lists the accounts, and what each check said': ({ tab, path, accounts }) => {
    if (path !== '/log') return true
    const names = accountsOf(tab.log?.checks ?? [])
    return (
      accounts.length === names.length &&
      names.every((name, at) => accounts[at]?.name === name && accounts[at].words.includes(verdictOf(name)))
    )
  },
  'the device has stored each check, and nothing else': ({ world, stored, batches }) =>
    stored.join() === world.device.checks.map(({ name }) => name).join() &&
    batches === world.device.batches.length,
  'what was typed is there': ({ tab, field }) =>
    field === null || tab.typed === null || field === tab.typed.value,
  'the focus is on something visible': ({ tab, isFocusLost, isFocusHidden }) =>
    !isFocusHidden && (tab.isFresh || !isFocusLost),
  'nothing says of a found ban that it was not found': ({ answer, restored, accounts, chips }) =>
    NAMES.every((name) =>
      [
        answer?.name === name ? answer.words : '',
        restored?.includes(`@${name} `) ? restored : '',
        accounts.find((one) => one.name === name)?.words ?? '',
        chips.find((chip) => chip.includes(`@${name}、`)) ?? '',
      ].every((words) => !deniesBanOf(name, words)),
    ),
}

/** The invariants that do not hold, and then what was seen. */
export function brokenInvariants(seen: Seen): string[] {
  const broken = Object.entries(INVARIANTS).flatMap(([title, holds]) => (holds(seen) ? [] : [title]))
  const { world: _, tab, main, ...observed } = seen
  return broken.length === 0
    ? []
    : [...broken, JSON.stringify({ ...tab, page: tab.page.url(), ...observed }), main]
}

function accountsOf(checks: readonly { name: Name }[]): Name[] {
  return [...new Set(checks.map(({ name }) => name))]
}

function saysBansOf(name: Name, words: string): boolean {
  const bans = bansOf(name)
  return BANS.every((ban) => words.includes(`${bans[ban] ? '❌' : '✅'} ${resultText.ban[ban].name}`))
}

function deniesBanOf(name: Name, words: string): boolean {
  const found = BANS.filter((ban) => bansOf(name)[ban])
  const denials = found.map((ban) => `${resultText.ban[ban].name}は${resultText.ban.no}`)
  if (found.length > 0) denials.push(resultText.verdict.none)
  return denials.some((denial) => words.includes(denial))
}
