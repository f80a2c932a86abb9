// `npm run test:deep`: the end-to-end tests that `npm test` leaves out, those with `@deep` in their title.
import { closingLine } from './closingLine.ts'
import { ensureJapaneseFonts } from './fonts.ts'
import { ensureHeadlessShell } from './headlessShell.ts'
import { playwright } from './playwright.ts'
import { step } from './step.ts'

process.env['CHROMIUM_PATH'] = ensureHeadlessShell()
ensureJapaneseFonts()
const built = step('build', 'npm', ['run', 'build'])
closingLine([built, playwright('deep')])
