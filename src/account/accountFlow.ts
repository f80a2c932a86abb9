import { createFlow } from '../check/createFlow.ts'
import type { AccountQuery, AccountResult } from './checkAccount.ts'

/** The state machine of the account check: idle, running, done or failed. */
export const accountFlow = createFlow<AccountQuery, AccountResult>()
