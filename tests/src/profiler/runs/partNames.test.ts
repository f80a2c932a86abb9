import { expect, it } from 'vitest'
import { settingsFrom } from '../../../../src/profiler/model/settings.ts'
import { partNames } from '../../../../src/profiler/runs/names.ts'

const namesOf = (query: string) => partNames(settingsFrom(new URLSearchParams(query), 4))

it('calls configurations by what they differ in', () => {
  expect(namesOf('against=engine:javascript')).toEqual(['自動（チェックと同じ）', 'JavaScript（ワーカー）'])
  expect(namesOf('lanes=2&against=lanes:1')).toEqual(['ワーカー2', 'ワーカー1'])
  expect(namesOf('against=pool:cold,range:512')).toEqual([
    '準備してから測る・範囲8,192',
    '毎回、起動から測る・範囲512',
  ])
})

it('calls the same ones by their order, all or some of them', () => {
  expect(namesOf('against=same')).toEqual(['1つ目', '2つ目'])
  expect(namesOf('lanes=2&against=same&against=lanes:1')).toEqual([
    'ワーカー2',
    'ワーカー2（2つ目）',
    'ワーカー1',
  ])
})
