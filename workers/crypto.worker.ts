import { expose } from 'comlink'
import { encrypt } from './encrypt.ts'
import { search } from './search.ts'

const worker = { encrypt, search }
export type CryptoWorker = typeof worker

expose(worker)
