/** A value as a file that people can read too. */
export function jsonFile(value: unknown): Blob {
  return new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' })
}
