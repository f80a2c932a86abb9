/** Where secrets lie: beside the database, for every process that shares it. */
export type SecretBox = {
  /** What to call it in a message to the operator. */
  name: string
  read: () => Promise<string | null>
  /** Writes only where nothing is yet. */
  create: (text: string) => Promise<void>
  /** Writes only where `before` still is: false when another was faster. */
  replace: (text: string, before: string) => Promise<boolean>
}
