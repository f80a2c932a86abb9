/** The Durable Objects of one class: the same name reaches the same object from everywhere. */
export type ObjectsNamed<T> = {
  idFromName: (name: string) => unknown
  get: (id: never) => T
}

export function objectNamed<T>(objects: ObjectsNamed<T>, name: string): T {
  return objects.get(objects.idFromName(name) as never)
}

/**
 * The number of one of `shards` objects, the same for the same key and spread evenly (FNV-1a). A kind's number of shards never changes
 * once it is deployed: a spent proof would be looked for in another object.
 */
export function shardOf(key: string, shards: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index++) hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % shards
}
