import { parsePostUrl } from '../../contract/PostUrl.ts'
import { snowflakeDate } from '../../contract/snowflakeDate.ts'

/** When a post was made, in Unix milliseconds, read from its id; nothing for a URL without an id that holds a time. */
export function postTime(url: string): number | undefined {
  return snowflakeDate(parsePostUrl(url)?.id ?? '')?.getTime()
}
