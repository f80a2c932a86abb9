import type { UnsearchedReason } from '../../../../contract/PostEvidence.ts'

/** Search has it. `quoted` is the post that it quotes, as X marks it; null for none, undefined where X did not tell. */
export type Hit = { found: true; time: number; quoted: string | null | undefined }

/** What search says of a post. `time` is when search was asked last; null where it was not asked. */
export type Finding =
  | Hit
  /** It was looked for twice, in two forms, and a control was found before the first miss and between the two: last at `control`. */
  | { found: false; time: number; control: number }
  /** Neither, for this reason. */
  | { found: null; reason: UnsearchedReason; time: number | null }

export const unasked = (reason: UnsearchedReason): Finding => ({ found: null, reason, time: null })

/** What a search for posts of one author found out so far. */
export type Looked = {
  findings: Map<string, Finding>
  /** Other posts of the author that search showed, by each id that X told of them. */
  others: Map<string, Hit>
}
