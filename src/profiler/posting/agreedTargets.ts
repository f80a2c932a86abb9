/** The session storage key for the addresses that the tester has agreed to in this tab. */
const KEY = 'pow-post'

/** Whether the tester has agreed to this very address. Where nothing can be stored, every run asks. */
export function isAgreed(url: string): boolean {
  return agreed().includes(url)
}

export function agreeTo(url: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...new Set([...agreed(), url])]))
  } catch {
    // The next run asks again.
  }
}

function agreed(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((url) => typeof url === 'string') : []
  } catch {
    return []
  }
}
