import { Capabilities } from '../../contract/wire.ts'
import { searchHealthLines } from '../text/searchHealth.ts'
import { getCached } from './api.ts'

export async function fetchCapabilities() {
  const capabilities = await getCached('capabilities', Capabilities)
  return { capabilities, searchHealth: searchHealthLines(capabilities) }
}
