import { afterEach, describe, expect, it, vi } from 'vitest'
import { CheckError } from '../../../src/check/CheckError.ts'
import type { Stage } from '../../../src/check/stage.ts'
import { proofHeaders, withProof } from '../../../src/check/withProof.ts'
import { serveInProcess } from '../serveInProcess.ts'

const body = { screen_name: 'sbx_clear', key: '', searchban: true, repost: true }
const { signal } = new AbortController()

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('withProof', () => {
  it('makes its call with a proof that the real server accepts, and tells of the stages that last', async () => {
    serveInProcess()
    const stages: Stage['name'][] = []
    let told: () => void = () => undefined
    const response = await withProof(
      body,
      signal,
      (stage) => {
        stages.push(stage.name)
        if (stage.name === 'server') told()
      },
      async (proof) => {
        await new Promise<void>((resolve) => (told = resolve))
        return await fetch('http://api.test/api/check-by-user', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...proofHeaders(proof) },
          body: JSON.stringify(body),
        })
      },
    )
    expect(response.status).toBe(200)
    expect(stages.at(-1)).toBe('server')
  })

  it('fetches one new challenge when the server calls the first expired, and no third', async () => {
    let clock = Date.now()
    const called = serveInProcess({ now: () => clock })
    const call = vi.fn<(proof: { key: string }) => Promise<never>>(async () => {
      clock += 6 * 60_000
      const { HTTPError } = await import('ky')
      const error = new HTTPError(
        new Response(null, { status: 403 }),
        new Request('http://api.test/'),
        {} as never,
      )
      error.data = { message: 'The challenge has expired', code: 'expired' }
      throw CheckError.from('Failed to check user status: ', error)
    })
    await expect(withProof(body, signal, () => undefined, call)).rejects.toThrow('expired')
    expect(call).toHaveBeenCalledTimes(2)
    expect(called).toEqual(['/api/generate-keyvalue', '/api/generate-keyvalue'])
    expect(call.mock.calls[0]?.[0].key).not.toBe(call.mock.calls[1]?.[0].key)
  })

  it('does not spend a challenge twice for any other refusal', async () => {
    const called = serveInProcess()
    const call = vi.fn<() => Promise<never>>(async () => {
      throw new TypeError('Failed to fetch')
    })
    await expect(withProof(body, signal, () => undefined, call)).rejects.toThrow('Failed to fetch')
    expect(call).toHaveBeenCalledTimes(1)
    expect(called).toEqual(['/api/generate-keyvalue'])
  })
})
