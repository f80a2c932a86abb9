import { Capabilities } from '../../contract/wire.ts'
import { searchHealthLines } from '../text/searchHealth.ts'
import { getCachedAnswer } from './api.ts'

export async function fetchCapabilities() {
  const capabilities = await getCachedAnswer('capabilities', Capabilities)
  return { capabilities, searchHealth: searchHealthLines(capabilities) }
}
