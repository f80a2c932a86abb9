/** Longest wait for the site's answer, in milliseconds. */
const PATIENCE = 5_000

/** Whether the site answers, which `navigator.onLine` does not tell: it is true in any local network. */
export async function isReachable(): Promise<boolean> {
  if (navigator.onLine === false) return false
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), PATIENCE)
  try {
    await fetch(location.href, { method: 'HEAD', cache: 'no-store', signal: controller.signal })
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
