import { isIP } from 'node:net'
import { exit } from 'node:process'
import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'
import { NO_OUTCOME_EXIT_CODES } from './page/exitCodes.ts'

export type OptionRule = { must: string; fits: (value: string) => boolean }

export function allowWhole(min: number, max = Number.MAX_SAFE_INTEGER): OptionRule {
  const must =
    max === Number.MAX_SAFE_INTEGER ? `a whole number from ${min} on` : `a whole number from ${min} to ${max}`
  return { must, fits: (value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max }
}

export function allowOnly(names: readonly string[]): OptionRule {
  return { must: `one of ${names.join(', ')}`, fits: (value) => names.includes(value) }
}

export function allowList({ must, fits }: OptionRule): OptionRule {
  return {
    must: `a list, apart by commas, of which each is ${must}`,
    fits: (value) => value.split(',').every(fits),
  }
}

export const URL_RULE: OptionRule = {
  must: 'an http(s) address',
  fits: (value) => /^https?:\/\//.test(value) && URL.canParse(value),
}

export const ADDRESS_RULE: OptionRule = { must: 'an IP address', fits: (value) => isIP(value) > 0 }

type Options = NonNullable<ParseArgsConfig['options']>

/** Reads the options of a command. `--help` prints its usage. A wrong option ends the command with 64, the code of BSD's sysexits for it. */
export function readOptions<const T extends Options>(
  usage: string,
  options: T,
  rules: Partial<Record<keyof T, OptionRule>> = {},
) {
  const refuse = (message: string): never => {
    console.error(`${message}\n\n${usage}`)
    return exit(NO_OUTCOME_EXIT_CODES.usage)
  }
  const parsed = (() => {
    try {
      return parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } })
    } catch (error) {
      return refuse(error instanceof Error ? error.message : String(error))
    }
  })()
  const given: Record<string, unknown> = parsed.values
  if (given['help'] === true) {
    console.log(usage)
    return exit(0)
  }
  for (const [name, rule] of Object.entries<OptionRule | undefined>(rules)) {
    const wrong = [given[name]].flat().find((value) => typeof value === 'string' && !rule?.fits(value))
    if (rule && wrong !== undefined) refuse(`--${name} must be ${rule.must}, not "${String(wrong)}".`)
  }
  return parseArgs({ options, args: process.argv.slice(2) }).values
}
