import { expose } from 'comlink'
import { baselines } from './baselines.ts'
import type { BaselineName } from './baselines.ts'
import type { SearchRequest } from './searchRequest.ts'

const worker = {
  search: ({ engine, ...request }: SearchRequest & { engine: BaselineName }) => baselines[engine](request),
}
export type ProfilerWorker = typeof worker

expose(worker)
