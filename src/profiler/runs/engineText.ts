import { powText } from '../../text/pow.ts'

const names = new Map<string, string>(Object.entries(powText.engine))

/** What an engine is called; command-line runs name others than the page has. */
export function engineText(engine: string): string {
  return names.get(engine) ?? engine
}
