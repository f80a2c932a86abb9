import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { DataTable } from '../../../../src/profiler/summary/FigureTable.tsx'

const markupOf = (head: readonly string[], cells: readonly string[]) =>
  renderToStaticMarkup(<DataTable title="Devices" wide head={head} rows={[{ key: 'a', cells }]} />)

it('each figure of a table carries the name of its column, which phones show beside it', () => {
  const names = [
    ...markupOf(['name', 'rate', 'p95'], ['A', '7', '42']).matchAll(/data-name="(\w+)"[^>]*>(\w+)/g),
  ]
  expect(names.map(([, name, figure]) => [name, figure])).toEqual([
    ['rate', '7'],
    ['p95', '42'],
  ])
})

it('the only figure of a row needs no name beside it', () => {
  expect(markupOf(['name', 'rate'], ['A', '7'])).not.toContain('data-name')
})
