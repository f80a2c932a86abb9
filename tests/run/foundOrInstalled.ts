/** The path that `find` gives, at once or after one of the installs, which are tried in turn. */
export function foundOrInstalled(
  name: string,
  find: () => string | undefined,
  ...installs: (() => unknown)[]
): string | undefined {
  const found = find()
  if (found) return found
  console.log(`No ${name} found; installing one …`)
  for (const install of installs) {
    install()
    const installed = find()
    if (installed) return installed
  }
  return undefined
}
