/** Whether both name one account: to X, capitals do not tell names apart. */
export function isSameName(one: string | null | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase()
}
