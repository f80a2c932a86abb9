/** The Durable Objects of one class, reached by a name: every caller in the world who gives the same name reaches the same object. */
export type ObjectsNamed<T> = {
  idFromName: (name: string) => unknown
  get: (id: never) => T
}

export function objectNamed<T>(objects: ObjectsNamed<T>, name: string): T {
  return objects.get(objects.idFromName(name) as never)
}
