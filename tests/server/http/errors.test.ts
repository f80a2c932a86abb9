import { expect, it } from 'vitest'
import { storeUnavailable } from '../../../server/http/errors.ts'

it('tells the operator why the store failed, and the caller that it is away and for how long', async () => {
  const told: unknown[] = []
  const cause = new Error('connect ECONNREFUSED 10.0.0.7:6379')
  const refused = await Promise.reject(cause)
    .catch(storeUnavailable((error) => told.push(error)))
    .catch((error: unknown) => error)
  expect(told).toEqual([cause])
  expect(refused).toMatchObject({ name: 'ApiError', status: 503, code: 'store_away', retryAfter: 5 })
  expect(String(refused)).not.toContain('10.0.0.7')
})
