/** Objects within objects that a report has: itself, its lists, their rows. */
const DEPTH_MAX = 4

/** A value whose members' names have lost their stray spaces. */
export function withPlainKeys(value: unknown, depth = 0): unknown {
  if (depth > DEPTH_MAX || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => withPlainKeys(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name.trim(), withPlainKeys(item, depth + 1)]),
  )
}
