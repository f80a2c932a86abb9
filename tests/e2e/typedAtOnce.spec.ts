import { text } from '../../src/text/ja.ts'
import { waitForHydration } from './waitForHydration.ts'
import { expect, test } from './fixtures.ts'

test('letters that are typed in the moment in which the page comes to life stay', async ({ page }) => {
  await page.addInitScript(() => {
    const type = (letter: string) => {
      const field = document.querySelector('input')
      if (!field) return
      const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
      native?.set?.call(field, field.value + letter)
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
    // The page reads the address while React commits it: what is queued then runs before any later task.
    globalThis.URLSearchParams = class extends URLSearchParams {
      constructor(init?: ConstructorParameters<typeof URLSearchParams>[0]) {
        super(init)
        if (init !== location.search || document.documentElement.dataset['typed'] === '') return
        document.documentElement.dataset['typed'] = ''
        queueMicrotask(() => ['a', 'b', 'c'].forEach(type))
      }
    }
  })
  await page.goto('/')
  await waitForHydration(page)
  await expect(page.locator('html[data-typed]')).toBeAttached()
  await expect(page.getByLabel(text.form.user.label)).toHaveValue('abc')
})
