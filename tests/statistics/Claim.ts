/** What an experiment found out about each claim that it is about; null where the claim says that it cannot tell. */
export type Outcome = Record<string, boolean | null>

export type Claim = {
  name: string
  /** The share of experiments in which it must hold. */
  least: number
  most: number
}

/** Claims that are tested by the same simulated experiment, which follows from its seed alone. */
export type Experiment = { claims: readonly Claim[]; of: (seed: number) => Outcome }

/** A 95 % interval covers the truth about as often as it says. */
export const covers = (name: string): Claim => ({ name, least: 0.93, most: 0.97 })
export const atMost = (name: string, most: number): Claim => ({ name, least: 0, most })
export const atLeast = (name: string, least: number): Claim => ({ name, least, most: 1 })
