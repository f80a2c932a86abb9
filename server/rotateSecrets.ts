import { configOrExit, exitBecause } from './exitBecause.ts'
import { rotate } from './proof/keyring.ts'
import { openBackend } from './store/openBackend.ts'

const { store, secretBox } = await openBackend(configOrExit(process.env), () => undefined).catch(
  exitBecause('The store cannot be opened'),
)
const isRotated = await rotate(secretBox).catch(exitBecause('The challenge keys cannot be rotated'))
await store.close()
console.log(
  isRotated
    ? 'A new challenge key takes over in a minute; the one before it stays good for the challenges that were signed with it.'
    : 'Another rotation is under way: its key takes over within a minute.',
)
