import { powText } from '../../text/pow.ts'

const names: Record<string, string> = powText.engine

/** What an engine is called; command-line runs name others than the page has. */
export function engineText(engine: string): string {
  return names[engine] ?? engine
}
