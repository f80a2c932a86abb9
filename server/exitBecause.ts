/** Ends the process with one sentence on standard error instead of a stack. */
export function exitBecause(sentence: string) {
  return (error: unknown): never => {
    const reason = error instanceof Error ? (codeOf(error) ?? error.message) : 'unknown'
    console.error(`${sentence}: ${reason}`)
    process.exit(1)
  }
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
