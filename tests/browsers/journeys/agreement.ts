import { offerText } from '../../../src/text/findings.ts'
import { guideText } from '../../../src/text/guide.ts'
import { resultText } from '../../../src/text/result.ts'
import { journey } from '../Journey.ts'
import { checkAccount } from '../steps.ts'

// What follows runs in the page, each by itself.

function noteBodies(): void {
  const sent: string[] = []
  Object.assign(globalThis, { sent })
  const platformFetch = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.url.endsWith('/api/agreement')) sent.push(await request.clone().text())
    return await platformFetch(request)
  }
}

function openItem(name: string): boolean {
  const item = [...document.querySelectorAll('summary')].find((summary) =>
    [...summary.querySelectorAll('b')].some(({ textContent }) => textContent === name),
  )
  item?.click()
  return item !== undefined
}

function choose(words: string): boolean {
  const label = [...document.querySelectorAll('label')].find(
    (label) => label.closest('details')?.open && label.textContent?.trim() === words,
  )
  label?.click()
  return label !== undefined
}

function isSentAsShown(): boolean {
  const { sent } = globalThis as unknown as { sent: string[] }
  const { shown } = globalThis as unknown as { shown: string }
  return sent.length === 1 && sent[0] === shown && shown.includes('"seen":"unseen"')
}

function noteShown(): boolean {
  const shown = document.querySelector('pre')?.textContent
  Object.assign(globalThis, { shown })
  return Boolean(shown) && (globalThis as unknown as { sent: string[] }).sent.length === 0
}

export const agreementJourneys = [
  journey('what was seen is sent by a press, to the byte as it was shown', async (visitor) => {
    visitor.gate.inject(noteBodies)
    await checkAccount(visitor, 'sbx_search', resultText.verdict.found(1))
    await visitor.until('the item', openItem, resultText.ban.search_ban.name)
    const { unseen } = guideText.see.answers('search_ban')
    await visitor.until(`the answer ${unseen}`, choose, unseen)
    await visitor.sees(offerText.lead)
    await visitor.press(offerText.exact)
    await visitor.until('what would be sent, and nothing sent', noteShown)
    await visitor.press(offerText.send)
    await visitor.sees(offerText.state.sent)
    await visitor.until('one call with what was shown', isSentAsShown)
  }),
]
