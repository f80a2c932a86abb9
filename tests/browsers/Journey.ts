import type { Lack } from './Session.ts'
import type { Visitor } from './Visitor.ts'

/** Something that a visitor does from beginning to end. It throws where the site does not do its part. */
export type Journey = { title: string; lack: Lack; run: (visitor: Visitor) => Promise<void> }

export function journey(title: string, run: Journey['run'], lack: Lack = 'nothing'): Journey {
  return { title, run, lack }
}
