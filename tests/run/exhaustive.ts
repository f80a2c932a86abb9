// `npm run test:exhaustive`: searches over all counters for every kind of key length.
import { closingLine } from './closingLine.ts'
import { vitest } from './vitest.ts'

closingLine([vitest('exhaustive', ['--config', 'tests/exhaustive/vitest.config.ts'])])
