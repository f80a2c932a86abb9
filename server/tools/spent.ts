import { parseArgs } from 'node:util'
import { exitWithError } from '../config.ts'
import { dollarsSpentToday } from '../upstream/x/budget.ts'
import { withBackend } from './Command.ts'
import type { Command } from './Command.ts'

export const spent: Command = {
  usage: 'Usage: node server/tools/main.ts spent, without arguments: prints what X has cost in this UTC day',
  plan(args) {
    parseArgs({ args })
    return (config) =>
      withBackend(config, async ({ store }) => {
        const dollars = await dollarsSpentToday(store, Date.now()).catch(
          exitWithError('The store does not answer'),
        )
        console.log(
          `$${dollars.toFixed(3)} of $${config.budgetUsd} in this UTC day, over all processes that share the store.`,
        )
        return 0
      })
  },
}
