import { readFileSync } from 'node:fs'
import { isIPv6 } from 'node:net'
import type { BlockList } from 'node:net'
import { toBlockList } from '../http/limits.ts'
import { isAddressOrNetwork } from '../variableSchemas.ts'

type DenyOptions = { denied: readonly string[]; denyFile: string }

/** Thrown for a `DENY_FILE` that cannot be read or holds something else than addresses. Its message names the line, not its content. */
export class DenyFileError extends Error {
  override name = 'DenyFileError'
}

/** One address or network a line; empty lines and lines that begin with `#` are skipped. */
function readNetworks(path: string): string[] {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new DenyFileError(`DENY_FILE cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
  return text.split(/\r?\n/).flatMap((line, index) => {
    const entry = line.replace(/#.*/, '').trim()
    if (entry === '') return []
    if (!isAddressOrNetwork(entry))
      throw new DenyFileError(`Line ${index + 1} of DENY_FILE must hold an IP address or a CIDR range.`)
    return [entry]
  })
}

/** The addresses of `DENY` and `DENY_FILE`. Throws a `DenyFileError`; when `reload` does, the former list stays in force. */
export function openDeniedAddresses({ denied, denyFile }: DenyOptions) {
  const read = (): BlockList => toBlockList([...denied, ...(denyFile === '' ? [] : readNetworks(denyFile))])
  let list = read()
  return {
    isDenied: (address: string): boolean => {
      const bare = address.replace(/%.*$/, '')
      return list.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4')
    },
    reload: () => void (list = read()),
  }
}
