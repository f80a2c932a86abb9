import type { Server } from 'node:http'

/** So many open connections may be idle among them: about 50 MB. A proxy in front of the server needs a few hundred. */
const FEW = 2000
/** How often that is looked at. */
const LOOK_MS = 1000

/** Closes every idle connection while more than `few` are open, so that one client's cannot fill the memory. Those with a request under way stay. */
export function boundIdleConnections(server: Server, few = FEW): void {
  let open = 0
  server.on('connection', (socket) => {
    open++
    socket.once('close', () => open--)
  })
  const look = setInterval(() => {
    if (open > few) server.closeIdleConnections()
  }, LOOK_MS).unref()
  server.once('close', () => clearInterval(look))
}
