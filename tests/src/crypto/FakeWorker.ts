import type { CryptoWorker } from '../../../workers/crypto.worker.ts'
import * as searchModule from '../../../workers/search.ts'
import type { EngineRequest, Tuned } from '../../../workers/search.ts'
import { ChannelWorker } from './ChannelWorker.ts'

/** A worker whose answers are what the test says; the rest is real. */
export class FakeWorker extends ChannelWorker {
  static readonly made: FakeWorker[] = []
  static search: (request: { from: number; count: number }, worker: FakeWorker) => Promise<number | null>
  static tune: (request: EngineRequest, worker: FakeWorker) => Tuned | Promise<Tuned>
  static encrypt: (request: Parameters<CryptoWorker['encrypt']>[0], worker: FakeWorker) => Promise<string>

  readonly number = FakeWorker.made.push(this)
  readonly stopped: number[] = []

  constructor() {
    super()
    const worker: CryptoWorker = {
      ...searchModule,
      encrypt: (request) => FakeWorker.encrypt(request, this),
      tune: async (request) => FakeWorker.tune(request, this),
      search: (request) => FakeWorker.search(request, this),
      stop: (job) => void this.stopped.push(job),
    }
    this.run(worker)
  }
}
