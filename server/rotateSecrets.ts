import { configOrExit } from './configOrExit.ts'
import { rotate } from './proof/keyring.ts'
import { openBackend } from './store/openBackend.ts'

const { store, secretBox } = await openBackend(configOrExit(process.env), () => undefined)
await rotate(secretBox)
await store.close()
console.log(
  'A new challenge key takes over in a minute; the one before it stays good until the next rotation.',
)
