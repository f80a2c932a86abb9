import { ScriptError } from './exitCodes.ts'

/**
 * Returns a link for each combination of the listed values: `difficulty=3,4` and `lanes=1,2` turn one link into four. Throws a `ScriptError`
 * for a malformed list.
 */
export function createScanLinks(link: string, lists: readonly string[]): string[] {
  return lists.reduce((links, list) => links.flatMap((one) => withEach(one, list)), [link])
}

function withEach(link: string, list: string): string[] {
  const [, name = '', values = ''] = /^(\w+)=(.+)$/.exec(list) ?? []
  if (!name)
    throw new ScriptError('usage', `--scan is a name and its values, as in "lanes=1,2", not "${list}"`)
  if (!URL.canParse(link)) throw new ScriptError('usage', `--url is the address of /pow, not "${link}"`)
  return values.split(',').map((value) => {
    const url = new URL(link)
    url.searchParams.set(name, value)
    return url.href
  })
}
