// `npm run test:deep`: the end-to-end tests that `npm test` leaves out, those with `@deep` in their title. They run in the whole Chromium.
import { ensureChromium } from './chromium.ts'
import { closingLine } from './closingLine.ts'
import { ensureJapaneseFonts } from './fonts.ts'
import { playwright } from './playwright.ts'
import { step } from './step.ts'

process.env['CHROMIUM_PATH'] = ensureChromium()
ensureJapaneseFonts()
const built = step('build', 'npm', ['run', 'build'])
closingLine([built, playwright('deep')])
