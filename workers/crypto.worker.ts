import { expose } from 'comlink'
import { encrypt } from './encrypt.ts'
import { choose, search, stop, selectFastest } from './search.ts'

/** Shows that the worker is alive. It is answered at once, also between two slices of a search. */
const ping = () => Promise.resolve(true as const)

const worker = { choose, encrypt, search, stop, selectFastest, ping }
export type CryptoWorker = typeof worker

expose(worker)
