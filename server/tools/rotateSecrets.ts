import { argumentOrExit, configOfServerOrExit, exitWithError } from '../config.ts'
import { rotate } from '../proof/keyring.ts'
import { openSecrets } from '../store/openBackend.ts'

argumentOrExit(
  'Usage: node server/tools/rotateSecrets.ts, without arguments: makes a new challenge key',
  (text) => text === '',
)
const config = await configOfServerOrExit(process.env)
const { secretBox, close } = await openSecrets(config).catch(exitWithError('STORE_URL cannot be reached'))
const isRotated = await rotate(secretBox).catch(exitWithError('The challenge keys cannot be rotated'))
await close()
console.log(
  isRotated
    ? 'A new challenge key takes over in a minute; the one before it stays good for the challenges that were signed with it.'
    : 'Another rotation is under way: its key takes over within a minute.',
)
