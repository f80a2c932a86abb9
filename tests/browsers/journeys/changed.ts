import { text } from '../../../src/text/ja.ts'
import { resultText } from '../../../src/text/result.ts'
import { journey } from '../Journey.ts'
import type { Visitor } from '../Visitor.ts'

/** Before the page comes to life, as soon as its form is there: a name is typed, and a password manager puts its sign behind the field. */
function typeBesideSign(): void {
  new MutationObserver((_, observer) => {
    const field = document.querySelector('main input')
    if (!(field instanceof HTMLInputElement) || !document.querySelector('footer')) return
    observer.disconnect()
    field.focus()
    field.value = 'sbx_all_bans'
    field.after(document.createElement('manager-sign'))
  }).observe(document, { childList: true, subtree: true })
}

/** The same where a translator has put every text into an element of its own. */
function typeInTranslation(): void {
  new MutationObserver((_, observer) => {
    const field = document.querySelector('main input')
    if (!(field instanceof HTMLInputElement) || !document.querySelector('footer')) return
    observer.disconnect()
    field.value = 'sbx_all_bans'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('script, style, noscript')) continue
      const font = document.createElement('font')
      text.replaceWith(font)
      font.append(text.data)
    }
  }).observe(document, { childList: true, subtree: true })
}

async function checksWhatWasTyped(visitor: Visitor): Promise<void> {
  await visitor.open('/')
  await visitor.until(
    'the name',
    () => document.querySelector<HTMLInputElement>('main [name=screen_name]')?.value === 'sbx_all_bans',
  )
  await visitor.until(
    'a button that starts',
    () => document.querySelector('main button[type=submit]:enabled') !== null,
  )
  await visitor.press(text.form.user.submit)
  await visitor.sees(resultText.verdict.found(4))
}

export const changedJourneys = [
  journey('what was typed beside the sign of a password manager is checked', async (visitor) => {
    visitor.gate.inject(typeBesideSign)
    await checksWhatWasTyped(visitor)
  }),
  journey(
    'what was typed in a page that was translated before it came to life is checked',
    async (visitor) => {
      visitor.gate.inject(typeInTranslation)
      await checksWhatWasTyped(visitor)
    },
  ),
]
