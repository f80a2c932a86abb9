import type { HttpReply } from './replies.ts'

/** X renamed query parameters in 2026, and may take the names from before (`legacy`) or from after (`current`). */
const GENERATIONS = ['legacy', 'current'] as const
type Generation = (typeof GENERATIONS)[number]

/** The fields that X was asked for under names that it accepts. If a member is false, an absent value means "unknown". */
export type ToldFields = {
  /** X was asked which post is pinned. */
  pin: boolean
  /** X was asked for the community of a post, whether it is sensitive and where it is withheld. If X sends none of them, there is none. */
  facts: boolean
  /** X was asked which posts a post replies to, repeats or quotes. */
  references: boolean
}
export const NO_FIELDS_TOLD: ToldFields = { pin: false, facts: false, references: false }

/** Parameters that have a name of their own in each generation, and what they make X tell. */
export type ParameterVariants = Readonly<
  Record<Generation, { parameters: Readonly<Record<string, string>>; tells: Partial<ToldFields> }>
>

export type ReplyWithToldFields = { reply: HttpReply; told: ToldFields }
type Send = (url: URL) => Promise<HttpReply>
export type SendWithParameterNames = (
  url: URL,
  variants: ParameterVariants,
  send: Send,
) => Promise<ReplyWithToldFields>

/** After this long, parameters that X refused in both generations are tried again. */
const REFUSED_NAMES_MS = 60 * 60_000

/**
 * Finds out which generation of names X takes: at the first call with these parameters, and again after a 400 that names one of them. Parameters that
 * X refuses in both are left out. A trial costs one refused call, which is free. `clock` is in milliseconds and only goes forward.
 */
export function createSendWithParameterNames(
  clock: () => number = () => performance.now(),
): SendWithParameterNames {
  let accepted: Generation | null = null
  const refusedUntil = new Map<ParameterVariants, number>()
  const answered = new Set<ParameterVariants>()
  let trial: Promise<ReplyWithToldFields> | null = null

  const isRefused = (variants: ParameterVariants) => (refusedUntil.get(variants) ?? -Infinity) > clock()

  async function sendUntilAccepted(
    url: URL,
    variants: ParameterVariants,
    send: Send,
  ): Promise<ReplyWithToldFields> {
    for (const generation of accepted
      ? [accepted, ...GENERATIONS.filter((one) => one !== accepted)]
      : GENERATIONS) {
      if (isRefused(variants)) break
      const { parameters, tells } = variants[generation]
      const reply = await send(withParameters(url, parameters))
      if (reply.status === 200) {
        accepted = generation
        answered.add(variants)
      }
      const mayBeNames = reply.status === 400 && (!answered.has(variants) || namesOne(reply, variants))
      if (!mayBeNames) return { reply, told: { ...NO_FIELDS_TOLD, ...tells } }
    }
    const reply = await send(url)
    // A 400 was about the names only if the same request is taken without them.
    if (reply.status === 200 && !isRefused(variants)) refusedUntil.set(variants, clock() + REFUSED_NAMES_MS)
    return { reply, told: NO_FIELDS_TOLD }
  }

  /** While one request finds out what X takes, the others wait for it instead of being refused too. */
  return async (url, variants, send) => {
    while (accepted === null && !isRefused(variants)) {
      if (!trial) {
        trial = sendUntilAccepted(url, variants, send)
        return await trial.finally(() => (trial = null))
      }
      await trial.catch(() => undefined)
    }
    return await sendUntilAccepted(url, variants, send)
  }
}

/** Whether X's words name a parameter of ours, or a value of one: its answers to invalid parameters do. */
function namesOne({ json }: HttpReply, variants: ParameterVariants): boolean {
  const said = JSON.stringify(json) ?? ''
  const parameters = GENERATIONS.flatMap((generation) => Object.entries(variants[generation].parameters))
  const words = parameters.flatMap(([name, value]) => `${name},${value}`.split(','))
  return words.some((word) => said.includes(word))
}

function withParameters(url: URL, parameters: Readonly<Record<string, string>>): URL {
  const full = new URL(url)
  for (const [name, value] of Object.entries(parameters)) {
    const given = full.searchParams.get(name)
    full.searchParams.set(name, given ? `${given},${value}` : value)
  }
  return full
}
