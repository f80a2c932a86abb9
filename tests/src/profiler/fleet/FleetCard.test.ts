import { createStore } from 'jotai/vanilla'
import { Provider } from 'jotai'
import { renderToStaticMarkup } from 'react-dom/server'
import { createElement } from 'react'
import { expect, it } from 'vitest'
import { FleetCard } from '../../../../src/profiler/fleet/FleetCard.tsx'
import { addFleetRunsAtom } from '../../../../src/profiler/fleet/fleet.ts'
import { powFleetText as text } from '../../../../src/text/powParts.ts'
import { runOf } from '../runs/runOf.ts'

const run = runOf('difficulty=4&trials=60', 1, 1)

function cardWith(labels: readonly string[]): string {
  const store = createStore()
  store.set(
    addFleetRunsAtom,
    labels.map((label) => ({ ...run, environment: { ...run.environment, label } })),
  )
  const html = renderToStaticMarkup(createElement(Provider, { store }, createElement(FleetCard)))
  return html.replaceAll(/<wbr\/?>/g, '')
}

it('offers a place for files, and no table before there is a device', () => {
  const card = cardWith([])
  expect(card).toContain(text.drop)
  expect(card).toContain(text.empty)
  expect(card).not.toContain('<table')
})

it('has a row for each device, and one for each difficulty across them', () => {
  const card = cardWith(['棚の電話', '机の電話'])
  const [devices = '', across = ''] = card.split('<table').slice(1)
  expect(devices.match(/<tr>/g)).toHaveLength(1 + 2)
  expect(devices).toContain('棚の電話')
  expect(across.match(/<tr>/g)).toHaveLength(1 + 6)
  expect(card).toContain(text.read('2', '2'))
})
