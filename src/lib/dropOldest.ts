/** Deletes the oldest entries of a map, in insertion order, until at most `max` remain. */
export function dropOldest<Key>(map: Map<Key, unknown>, max: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= max) return
    map.delete(oldest)
  }
}
