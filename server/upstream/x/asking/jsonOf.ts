/** Levels of nesting that X's answers never come near. Deeper ones overflow the stack of whatever walks through them. */
const DEEPEST = 100

/** The JSON in a text; undefined where there is none, or none that any answer of X could be. */
export function jsonOf(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text)
    return isWithin(json, DEEPEST) ? json : undefined
  } catch {
    return undefined
  }
}

function isWithin(json: unknown, levels: number): boolean {
  if (typeof json !== 'object' || json === null) return true
  return levels > 0 && Object.values(json).every((inner) => isWithin(inner, levels - 1))
}
