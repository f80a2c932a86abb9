/**
 * Whether a hostname is not production's: this machine, or a preview of the site. `production` is null if the build does not know it.
 * The build also writes this function into the page's HTML, where it runs before the first paint (`data-outside`), so it must not use anything outside itself.
 */
export function isOutsideProduction(hostname: string, production: string | null): boolean {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return isLocal || (production !== null && hostname !== production)
}
