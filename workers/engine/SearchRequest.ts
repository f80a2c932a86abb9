/** One range of counters to search: [from, from + count), for SHA-256(key + counter) with `difficulty` leading hex zeros. */
export type SearchRequest = {
  key: string
  difficulty: number
  from: number
  count: number
}
