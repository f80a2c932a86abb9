import ky from 'ky'
import { readDifficulty } from '../../../contract/challenge.ts'
import { Challenge } from '../../../contract/wire.ts'
import { config } from '../../config.ts'

/** Requests a challenge from this site's server, which is not solved, and reads its difficulty. Rejects if there is no such server. */
export async function fetchServerDifficulty(signal: AbortSignal): Promise<number> {
  const json = { screen_name: '', key: '', searchban: false, repost: false }
  const url = `${config.apiBase}/api/generate-keyvalue`
  const { value } = await ky.post(url, { json, signal, retry: 0 }).json(Challenge)
  return readDifficulty(value)
}
