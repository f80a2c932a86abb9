import { parseArgs } from 'node:util'
import { exitWithError } from '../config.ts'
import { rotateSigningKey } from '../proof/keyring.ts'
import { openSecrets } from '../store/openBackend.ts'
import type { Command } from './Command.ts'

export const rotateSecrets: Command = {
  usage: 'Usage: node server/tools/main.ts rotate-secrets, without arguments: makes a new challenge key',
  plan(args) {
    parseArgs({ args })
    return async (config) => {
      const { secretBox, close } = await openSecrets(config).catch(
        exitWithError('STORE_URL cannot be reached'),
      )
      const isRotated = await rotateSigningKey(secretBox).catch(
        exitWithError('The challenge keys cannot be rotated'),
      )
      await close()
      console.log(
        isRotated
          ? 'A new challenge key takes over in a minute; the one before it stays good for the challenges that were signed with it.'
          : 'Another rotation is under way: its key takes over within a minute.',
      )
      return 0
    }
  },
}
