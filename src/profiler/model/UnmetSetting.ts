import * as v from 'valibot'

/** The most that are told of one link. */
export const UNMET_MAX = 20

const text = v.pipe(v.string(), v.maxLength(100))

/** A setting of the link that this device cannot give or that means nothing: what was asked for and what is measured instead, as the link writes it. */
export const UnmetSetting = v.object({
  name: text,
  asked: text,
  /** Null where the name itself is unknown. */
  given: v.nullable(text),
})
export type UnmetSetting = v.InferOutput<typeof UnmetSetting>
