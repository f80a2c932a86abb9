import { hash, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { rotateSigningKey } from '../proof/keyring.ts'
import { HISTORY_ID_PATTERN } from '../routes/batch.ts'
import type { SecretBox } from '../store/secrets.ts'
import type { Store } from '../store/Store.ts'
import { dollarsSpentToday } from '../upstream/x/budget.ts'

export const OPERATOR_PATH = '/api/operator'

/** The calls that do for a Worker what the tools do for a Node server. No tool can reach a Worker's data. */
const OperatorCall = v.variant('do', [
  v.strictObject({ do: v.literal('forget'), id: v.pipe(v.string(), v.regex(HISTORY_ID_PATTERN)) }),
  v.strictObject({ do: v.literal('spent') }),
  v.strictObject({ do: v.literal('rotate') }),
])

const BODY_MAX = 1000

type Parts = {
  token: string
  budgetUsd: number
  store: Store
  secretBox: SecretBox
  /** Called when a call with another token was refused. */
  onWrongToken: () => void
}

const digest = (text: string) => hash('sha256', text, 'buffer')

/** Answers a call with `Authorization: Bearer <OPERATOR_TOKEN>`. Without that token set, or with another one, it answers as if there were no such call. */
export async function answerOperatorCall(
  request: Request,
  { token, budgetUsd, store, secretBox, onWrongToken }: Parts,
): Promise<Response> {
  const given = request.headers.get('Authorization') ?? ''
  // Digests are equally long, so the comparison takes as long for every wrong token.
  const isOperator = token !== '' && timingSafeEqual(digest(given), digest(`Bearer ${token}`))
  if (!isOperator && given !== '') onWrongToken()
  if (!isOperator || request.method !== 'POST')
    return answer({ message: 'There is no such call.', code: 'no_such_call' }, 404)
  const text = await request.text()
  const call = v.safeParse(v.pipe(v.string(), v.maxLength(BODY_MAX), v.parseJson(), OperatorCall), text)
  if (!call.success)
    return answer(
      { message: 'The body must be {"do":"spent"}, {"do":"rotate"} or {"do":"forget","id":"…"}.' },
      400,
    )
  switch (call.output.do) {
    case 'forget':
      return answer({ isRemoved: await store.removeHistory(call.output.id) })
    case 'spent':
      return answer({ dollars: await dollarsSpentToday(store, Date.now()), limit: budgetUsd })
    case 'rotate':
      return answer({ isRotated: await rotateSigningKey(secretBox) })
  }
}

const answer = (body: object, status = 200) =>
  Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
