import type { Environment } from '../model/runResult.ts'

/** What browsers write instead of a phone's model since they no longer tell it. */
const HIDDEN = /^(?:K|Mobile|Tablet)$/

/** The model of a device as far as its browser tells: a phone's name, else its system; the processor for command-line runs. */
export function modelName({ model, platform, cpu }: Pick<Environment, 'model' | 'platform' | 'cpu'>): string {
  if (model) return model
  const [first = '', ...parts] = platform.split(';').map((part) => part.trim())
  const android = parts.findIndex((part) => part.startsWith('Android'))
  if (android !== -1) {
    const named = (parts[android + 1] ?? '').replace(/\s+(?:Build|wv)\b.*$/, '')
    return named && !HIDDEN.test(named) ? named : (parts[android] ?? 'Android')
  }
  if (/^(?:iPhone|iPad|iPod)/.test(first)) return first
  return cpu ?? (first === 'X11' ? (parts[0] ?? first) : first)
}
