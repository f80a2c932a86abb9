import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/**
 * Opens a port that leads to the socket file on which another program listens. This process keeps it to its end: a free port that is
 * looked up first and opened by the program later may be somebody else's by then.
 */
export async function openFrontDoor(path: string): Promise<number> {
  const door = createServer({ allowHalfOpen: true }, (outer) => {
    const inner = connect({ path, allowHalfOpen: true })
    outer.pipe(inner).pipe(outer)
    inner.on('error', () => outer.resetAndDestroy())
    outer.on('error', () => inner.destroy())
    outer.on('close', () => inner.destroy())
  })
  door.listen(0, '127.0.0.1')
  await once(door, 'listening')
  door.unref()
  return (door.address() as AddressInfo).port
}
