import { expect, test as base } from '@playwright/test'

type Options = {
  /** Console messages that this test provokes on purpose. */
  expectedMessages: RegExp[]
}

/** Playwright's `test`, failing on any console error or warning and on any uncaught error of the page. */
export const test = base.extend<Options & { quietConsole: void }>({
  expectedMessages: [[], { option: true }],
  quietConsole: [
    async ({ page, expectedMessages }, use) => {
      const said: string[] = []
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) said.push(message.text())
      })
      page.on('pageerror', (error) => said.push(String(error)))
      await use()
      expect(
        said.filter((line) => isViolation(line) || !expectedMessages.some((expected) => expected.test(line))),
      ).toEqual([])
    },
    { auto: true },
  ],
})

/** The tests run under the policy that the build ships; nobody expects to break it. */
function isViolation(line: string): boolean {
  return line.includes('Content Security Policy')
}

export { expect }
