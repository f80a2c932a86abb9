/**
 * Whether a hostname is not production's: this machine, or a preview of the site. `production` is null where the build was not told it.
 * The build also writes this function into the page's HTML, where it tells before the first paint (`data-outside`): it uses nothing else.
 */
export function isOutsideProduction(hostname: string, production: string | null): boolean {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return isLocal || (production !== null && hostname !== production)
}
