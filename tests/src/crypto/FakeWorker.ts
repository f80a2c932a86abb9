import { expose } from 'comlink'
import type { CryptoWorker } from '../../../workers/crypto.worker.ts'
import * as searchModule from '../../../workers/search.ts'
import type { FastestEngineRequest } from '../../../workers/search.ts'

type Fastest = Awaited<ReturnType<CryptoWorker['selectFastest']>>

/** A worker in this process: it answers over a real channel, and dies when the test says so. */
export class ChannelWorker extends EventTarget {
  terminated = false
  readonly #page: MessagePort
  readonly #own: MessagePort

  constructor() {
    super()
    const { port1, port2 } = new MessageChannel()
    this.#page = port1
    this.#own = port2
    port1.addEventListener('message', ({ data }) => {
      this.dispatchEvent(new MessageEvent('message', { data: data as unknown }))
    })
    port1.start()
  }

  /** What the worker's own file does. */
  run(api: object): void {
    expose(api, this.#own)
  }

  postMessage(message: unknown, transfer: Transferable[]): void {
    this.#page.postMessage(message, transfer)
  }

  terminate(): void {
    this.terminated = true
    this.#page.close()
  }

  /** Tells of its death, as browsers do. Returns whether the page has taken that upon itself, so that the console stays quiet. */
  die(type: 'error' | 'messageerror' = 'error'): boolean {
    return !this.dispatchEvent(new Event(type, { cancelable: true }))
  }
}

/** A worker whose answers are what the test says; the rest is real. */
export class FakeWorker extends ChannelWorker {
  static readonly made: FakeWorker[] = []
  static search: (request: { from: number; count: number }, worker: FakeWorker) => Promise<number | null>
  static selectFastest: (request: FastestEngineRequest, worker: FakeWorker) => Fastest | Promise<Fastest>
  static encrypt: (request: Parameters<CryptoWorker['encrypt']>[0], worker: FakeWorker) => Promise<string>

  /** By default a worker whose search does not answer is as silent as a dead one. */
  static ping: () => Promise<true> = () => new Promise(() => undefined)

  readonly number = FakeWorker.made.push(this)
  readonly stopped: number[] = []

  constructor() {
    super()
    const worker: CryptoWorker = {
      ...searchModule,
      ping: () => FakeWorker.ping(),
      encrypt: (request) => FakeWorker.encrypt(request, this),
      selectFastest: async (request) => FakeWorker.selectFastest(request, this),
      search: (request) => FakeWorker.search(request, this),
      stop: (job) => void this.stopped.push(job),
    }
    this.run(worker)
  }
}
