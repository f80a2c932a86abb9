import type { Reply } from './Reply.ts'

/** Query parameters that only one generation of X's names knows: before and after its renaming of 2026. */
export type Generation = 'before' | 'after' | 'neither'
export type Variants = Readonly<Record<Exclude<Generation, 'neither'>, Readonly<Record<string, string>>>>

/** An answer, and by which names X was asked for it. */
export type NamedReply = { reply: Reply; used: Generation }

/** What only some names ask for, and what X may leave out without a word. */
type Answered = 'pin' | 'references'

export type XNames = {
  /** Sends a question with the names that X accepts, without any when it accepts neither. The first time costs one refused call, which is free. */
  ask: (url: URL, variants: Variants, send: (url: URL) => Promise<Reply>) => Promise<NamedReply>
  /** Notes that X answered what was asked by such a name. */
  noteAnswered: (what: Answered) => void
  /** Whether X did so lately: a name may also be ignored in silence. */
  hasAnswered: (what: Answered) => boolean
}

const REMEMBER_MS = 60 * 60_000
const ALL: readonly Generation[] = ['before', 'after', 'neither']

export function createXNames(now: () => number): XNames {
  let known: { generation: Generation; until: number } | null = null
  let trial: Promise<void> | null = null
  const answeredUntil = { pin: 0, references: 0 }
  const accepted = () => (known && known.until > now() ? known.generation : null)

  async function send(url: URL, variants: Variants, send: (url: URL) => Promise<Reply>) {
    const first = accepted()
    const order = first ? [first, ...ALL.filter((other) => other !== first)] : ALL
    for (const used of order) {
      const reply = await send(used === 'neither' ? url : withParameters(url, variants[used]))
      if (reply.status !== 400) {
        if (reply.status === 200 && used !== accepted())
          known = { generation: used, until: now() + REMEMBER_MS }
        return { reply, used }
      }
      if (used === order.at(-1)) return { reply, used }
    }
    throw new Error('unreachable')
  }

  /** One question finds out what X accepts; others wait for it instead of being refused too. */
  const ask: XNames['ask'] = async (url, variants, sendOne) => {
    if (accepted()) return send(url, variants, sendOne)
    if (trial) {
      await trial
      return ask(url, variants, sendOne)
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    trial = promise
    try {
      return await send(url, variants, sendOne)
    } finally {
      trial = null
      resolve()
    }
  }

  return {
    ask,
    noteAnswered(what) {
      answeredUntil[what] = now() + REMEMBER_MS
    },
    hasAnswered: (what) => answeredUntil[what] > now(),
  }
}

function withParameters(url: URL, parameters: Readonly<Record<string, string>>): URL {
  const full = new URL(url)
  for (const [name, value] of Object.entries(parameters)) {
    const before = full.searchParams.get(name)
    full.searchParams.set(name, before ? `${before},${value}` : value)
  }
  return full
}
