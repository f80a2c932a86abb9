import { toJsonSchema } from '@valibot/to-json-schema'
import { expect, it } from 'vitest'
import { Result } from '../../../../src/profiler/model/result.ts'

it('publishes the result format as JSON Schema (vitest -u writes it anew)', async () => {
  // Whether a text is a real date is more than JSON Schema's own words can say.
  const schema = toJsonSchema(Result, { errorMode: 'ignore' })
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
    '../../../../docs/pow-result.schema.json',
  )
})
