import { Capabilities } from '../../contract/wire.ts'
import { searchHealthLines } from '../text/searchHealth.ts'
import { getCached } from './api.ts'

/** What the server can judge and, where search cannot be judged now, the lines that say so. */
export async function fetchCapabilities() {
  const capabilities = await getCached('capabilities', Capabilities)
  return { capabilities, searchHealth: searchHealthLines(capabilities) }
}
