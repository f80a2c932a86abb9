// A process without a handler ends at a SIGHUP: this one is there before the server's modules are loaded.
process.on('SIGHUP', () => undefined)
void import('./start.ts')
