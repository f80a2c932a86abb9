import init, { solve_pow } from '@cap.js/wasm/browser/cap_wasm.js'
import capUrl from '@cap.js/wasm/browser/cap_wasm_bg.wasm?url'
import { expose } from 'comlink'
import { createContestantField } from '../field.ts'
import { createPeers } from '../peers.ts'

const ready = init({ module_or_path: capUrl })
const field = createContestantField(createPeers(solve_pow))

const worker = {
  async rate(name: string, milliseconds: number) {
    await ready
    return await field.rate(name, milliseconds)
  },
  trials: field.trials,
  names: () => field.names,
}
export type PeersWorker = typeof worker

expose(worker)
