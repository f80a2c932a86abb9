import type { Finding } from '../store/Finding.ts'
import type { LoggedCheck } from '../store/LoggedCheck.ts'

/** A check and the one it is compared with: the one before it of the same account, both real or both from the sandbox. */
export type TimelineEntry = { check: LoggedCheck; before: LoggedCheck | null }
export type LoggedAccount = { account: string; name: string; entries: TimelineEntry[]; findings: Finding[] }

/** The kept checks and findings by account, each newest first; the account with the latest entry comes first. */
export function accountsOf(checks: readonly LoggedCheck[], findings: readonly Finding[]): LoggedAccount[] {
  const accounts = new Map<string, LoggedAccount>()
  const accountFor = ({ account, name }: LoggedCheck | Finding) => {
    const known = accounts.get(account) ?? { account, name, entries: [], findings: [] }
    accounts.set(account, known)
    return known
  }
  checks.forEach((check, index) => {
    const earlier = checks.slice(index + 1)
    const before = earlier.find(
      ({ account, sandbox }) => account === check.account && sandbox === check.sandbox,
    )
    accountFor(check).entries.push({ check, before: before ?? null })
  })
  for (const finding of findings) accountFor(finding).findings.push(finding)
  return [...accounts.values()].sort((a, b) => latest(b) - latest(a))
}

function latest({ entries, findings }: LoggedAccount): number {
  return Math.max(entries[0]?.check.at ?? 0, findings[0]?.at ?? 0)
}
