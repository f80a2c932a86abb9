import { expose } from 'comlink'
import { encrypt } from './encrypt.ts'
import { choose, search, stop, tune } from './search.ts'

const worker = { choose, encrypt, search, stop, tune }
export type CryptoWorker = typeof worker

expose(worker)
