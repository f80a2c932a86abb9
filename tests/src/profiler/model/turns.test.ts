import { describe, expect, it } from 'vitest'
import { configurationsOf, settingsFrom, turnsOf } from '../../../../src/profiler/model/settings.ts'

/** A B B A and so on. */
const namesOf = (trials: number, configurations: number) =>
  turnsOf(trials, configurations)
    .map(({ configuration }) => 'ABCD'.charAt(configuration))
    .join('')

describe('the turns of a run', () => {
  it('are one where there is one configuration', () => {
    expect(turnsOf(1_000, 1)).toEqual([{ configuration: 0, block: null, from: 0, to: 1_000 }])
  })

  it('change their order with every block, which all of them search', () => {
    expect(turnsOf(2, 2)).toEqual([
      { configuration: 0, block: 0, from: 0, to: 1 },
      { configuration: 1, block: 0, from: 0, to: 1 },
      { configuration: 1, block: 1, from: 1, to: 2 },
      { configuration: 0, block: 1, from: 1, to: 2 },
    ])
    expect(namesOf(3, 3)).toBe('ABCCBAABC')
  })

  it('are of a hundred blocks, and of a key each where there are fewer', () => {
    const thousand = turnsOf(1_000, 2)
    expect(thousand).toHaveLength(200)
    expect(thousand.at(-1)).toEqual({ configuration: 0, block: 99, from: 990, to: 1_000 })
    expect(turnsOf(40, 2)).toHaveLength(80)
  })

  it('end with a shorter block where the keys do not come out even', () => {
    const turns = turnsOf(250, 2)
    expect(turns.at(-3)).toMatchObject({ from: 246, to: 249 })
    expect(turns.at(-1)).toEqual({ configuration: 0, block: 83, from: 249, to: 250 })
    expect(turns).toHaveLength(168)
  })
})

it('the configurations of a run are its own one and those that differ from it', () => {
  const settings = settingsFrom(new URLSearchParams('lanes=2&seed=5&against=lanes:1&against=same'), 2)
  const own = { ...settings, against: [] }
  expect(configurationsOf(settings)).toEqual([own, { ...own, lanes: 1 }, own])
})
