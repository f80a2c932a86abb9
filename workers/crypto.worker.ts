import { expose } from 'comlink'
import { encrypt } from './encrypt.ts'
import { choose, search, stop, selectFastest } from './search.ts'

const worker = { choose, encrypt, search, stop, selectFastest }
export type CryptoWorker = typeof worker

expose(worker)
