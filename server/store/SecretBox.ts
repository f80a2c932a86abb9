/** Where secrets lie: beside the database, for every process that shares it. */
export type SecretBox = {
  read: () => Promise<string | null>
  /** Writes only where nothing is yet. */
  create: (text: string) => Promise<void>
  replace: (text: string) => Promise<void>
}
