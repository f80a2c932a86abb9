import type { Session } from '../../tests/browsers/Visitor.ts'

/** A browser with one page, as far as a run of `/pow` needs it. */
export type Driven = Pick<Session, 'go' | 'evaluate' | 'close'>
