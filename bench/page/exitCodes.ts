/** Exit codes of a command that got no outcome from the page. The numbers are those of BSD's sysexits. */
export const NO_OUTCOME_EXIT_CODES = { usage: 64, unreachable: 69, late: 75 } as const

export class ScriptError extends Error {
  override name = 'ScriptError'
  readonly exitCode: number

  constructor(why: keyof typeof NO_OUTCOME_EXIT_CODES, message: string, cause?: unknown) {
    super(message, { cause })
    this.exitCode = NO_OUTCOME_EXIT_CODES[why]
  }
}
