import * as v from 'valibot'

/** What a thread is started with. */
export type Opening = { kind: 'claims' | 'history'; path: string; maxPages?: number | undefined }

/** One call of a write, and until when (Unix milliseconds) anybody waits for it. */
const Job = v.object({ number: v.number(), name: v.string(), given: v.array(v.unknown()), until: v.number() })
export type Job = v.InferOutput<typeof Job>

/** What a thread is asked. */
const Message = v.array(v.union([Job, v.literal('close')]))
export type Message = v.InferOutput<typeof Message>

/** What came of a call. */
const Done = v.object({ number: v.number(), value: v.optional(v.unknown()), fault: v.optional(v.string()) })
export type Done = v.InferOutput<typeof Done>
const Answers = v.array(Done)

/** The first that a thread says. */
const Opened = v.union([v.object({ opened: v.literal(true) }), v.object({ fault: v.string() })])
export type Opened = v.InferOutput<typeof Opened>

// A port hears more than its other side says: under `--watch` Node tells every thread's port which files were read.
export const isMessage = (heard: unknown): heard is Message => v.is(Message, heard)
export const isOpened = (heard: unknown): heard is Opened => v.is(Opened, heard)
export const areAnswers = (heard: unknown): heard is Done[] => v.is(Answers, heard)
