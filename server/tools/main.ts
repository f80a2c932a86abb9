import { readServerConfigOrExit } from '../config.ts'
import { UsageError } from './Command.ts'
import type { Command } from './Command.ts'
import { calibrate } from './calibrate.ts'
import { forget } from './forget.ts'
import { notice } from './notice.ts'
import { rotateSecrets } from './rotateSecrets.ts'
import { spent } from './spent.ts'
import { store } from './store.ts'

const COMMANDS = new Map<string, Command>(
  Object.entries({ calibrate, forget, notice, 'rotate-secrets': rotateSecrets, spent, store }),
)
const USAGE = `Usage: node server/tools/main.ts <command>
Commands: ${[...COMMANDS.keys()].join(', ')}. Each prints its usage with --help.`
/** EX_USAGE of BSD's sysexits. */
const EXIT_USAGE = 64

const [name = '', ...args] = process.argv.slice(2)
const command = COMMANDS.get(name)
if (args.includes('--help') || name === '--help') {
  console.log(command?.usage ?? USAGE)
  process.exit(0)
}
const work = planOrExit()
process.exit(await work(await readServerConfigOrExit(process.env)))

function planOrExit() {
  if (!command) return exitWithUsage(USAGE)
  try {
    return command.plan(args)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (error instanceof UsageError) return exitWithUsage(message || command.usage)
    if (code.startsWith('ERR_PARSE_ARGS')) return exitWithUsage(command.usage)
    throw error
  }
}

function exitWithUsage(sentence: string): never {
  console.error(sentence)
  process.exit(EXIT_USAGE)
}
