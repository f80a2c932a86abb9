import { createFlow } from '../check/createFlow.ts'
import type { AccountQuery, AccountResult } from './checkAccount.ts'

/** The states of the account check. */
export const accountFlow = createFlow<AccountQuery, AccountResult>()
