import { Capabilities } from '../../contract/wire.ts'
import { askQuietly } from './api.ts'

/** What the server can judge, asked while the page is idle. Throws where the server does not tell. */
export async function fetchCapabilities(): Promise<Capabilities> {
  return await askQuietly('capabilities', Capabilities)
}
