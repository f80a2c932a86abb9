import { expose } from 'comlink'
import type { CryptoWorker } from '../../../workers/crypto.worker.ts'
import type { EngineRequest, Tuned } from '../../../workers/search.ts'
import * as lane from '../../../workers/search.ts'

/** A worker whose search is what the test says; the rest is real. */
export class FakeWorker {
  static readonly made: FakeWorker[] = []
  static search: (request: { from: number; count: number }, worker: FakeWorker) => Promise<number | null>

  static tune: (request: EngineRequest, worker: FakeWorker) => Tuned

  readonly number = FakeWorker.made.push(this)
  readonly stopped: number[] = []
  terminated = false
  readonly #page: MessagePort

  constructor() {
    const { port1, port2 } = new MessageChannel()
    this.#page = port1
    const worker: CryptoWorker = {
      ...lane,
      encrypt: async () => '',
      tune: async (request) => FakeWorker.tune(request, this),
      search: (request) => FakeWorker.search(request, this),
      stop: (job) => void this.stopped.push(job),
    }
    expose(worker, port2)
  }

  addEventListener(type: string, listener: EventListener): void {
    if (type !== 'message') return
    this.#page.addEventListener(type, listener)
    this.#page.start()
  }

  postMessage(message: unknown, transfer: Transferable[]): void {
    this.#page.postMessage(message, transfer)
  }

  terminate(): void {
    this.terminated = true
    this.#page.close()
  }
}
