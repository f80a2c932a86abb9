import { text } from '../text/ja.ts'
import { Alert } from '../ui/Alert.tsx'
import type { AccountResult } from './checkAccount.ts'
import type { Variant } from './query.ts'
import { ALERT_ORDER } from './accountVerdict.ts'

/** Why an account could not be judged: the first reason in the page's order, a rate limit last. */
export function StateAlert({ result, variant }: { result: AccountResult; variant: Variant }) {
  const reason = ALERT_ORDER[variant].find((state) => result[state])
  if (reason) {
    return (
      <Alert title={text.alert[reason].title}>
        <p>{text.alert[reason].about}</p>
      </Alert>
    )
  }
  if (!result.api_status.userSearchGroup.rate_limit) return null
  return (
    <Alert title={text.alert.title}>
      <p>{text.alert.rateLimit}</p>
    </Alert>
  )
}
