import { readArgumentOrExit, readServerConfigOrExit, exitWithError } from '../config.ts'
import { rotateSigningKey } from '../proof/keyring.ts'
import { openSecrets } from '../store/openBackend.ts'

readArgumentOrExit(
  'Usage: node server/tools/rotateSecrets.ts, without arguments: makes a new challenge key',
  (text) => text === '',
)
const config = await readServerConfigOrExit(process.env)
const { secretBox, close } = await openSecrets(config).catch(exitWithError('STORE_URL cannot be reached'))
const isRotated = await rotateSigningKey(secretBox).catch(
  exitWithError('The challenge keys cannot be rotated'),
)
await close()
console.log(
  isRotated
    ? 'A new challenge key takes over in a minute; the one before it stays good for the challenges that were signed with it.'
    : 'Another rotation is under way: its key takes over within a minute.',
)
