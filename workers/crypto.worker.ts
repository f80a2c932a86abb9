import { expose } from 'comlink'
import { encrypt } from './encrypt.ts'
import { choose, search } from './search.ts'

const worker = { choose, encrypt, search }
export type CryptoWorker = typeof worker

expose(worker)
