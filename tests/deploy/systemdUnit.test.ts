import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { which } from '../run/programs.ts'
import { scratchFolder } from '../server/scratch.ts'

const ROOT = join(import.meta.dirname, '../..')
const INSTALLED = '/opt/shadowban-checker'
const unit = readFileSync(join(ROOT, 'deploy/shadowban-checker.service'), 'utf8')
const environment = readFileSync(join(ROOT, 'deploy/shadowban-checker.env'), 'utf8')

/** The lines of a unit by section, in order; a name may come several times. */
function sectionsOf(text: string): Record<string, [string, string][]> {
  const sections: Record<string, [string, string][]> = {}
  let section = ''
  for (const line of text.split('\n')) {
    const [, opened] = /^\[(\w+)\]$/.exec(line) ?? []
    const [, name, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (opened !== undefined) section = opened
    else if (name !== undefined) (sections[section] ??= []).push([name, value])
    else if (line !== '' && !line.startsWith('#')) throw new Error(`Not a line of a unit: ${line}`)
  }
  return sections
}
const sections = sectionsOf(unit)
const valueOf = (section: string, name: string) => sections[section]?.find(([found]) => found === name)?.[1]

it('starts the server again for ever, with a pause, unless its configuration is wrong', () => {
  expect(Object.keys(sections)).toEqual(['Unit', 'Service', 'Install'])
  expect(valueOf('Unit', 'StartLimitIntervalSec')).toBe('0')
  expect(existsSync(join(ROOT, valueOf('Service', 'ExecStart')?.split(' ')[1] ?? ''))).toBe(true)
  expect(Number(valueOf('Service', 'TimeoutStopSec'))).toBeGreaterThan(10)
  expect(valueOf('Service', 'Restart')).toBe('always')
  expect(Number(valueOf('Service', 'RestartSec'))).toBeGreaterThanOrEqual(1)
  const wrong = spawnSync(process.execPath, [join(ROOT, 'server/main.ts')], { env: { PORT: 'eighty' } })
  expect(valueOf('Service', 'RestartPreventExitStatus')).toBe(String(wrong.status))
})

it('gives the server a configuration that it takes, also with every line of it in force', () => {
  const lines = environment.split('\n').filter((line) => /^#?[A-Z_]+=/.test(line))
  const read = (all: string[]) =>
    readConfig(Object.fromEntries(all.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string])))
  const plain = read(lines.filter((line) => !line.startsWith('#')))
  expect(plain.dataDir).toBe(`/var/lib/${valueOf('Service', 'StateDirectory')}`)
  expect(plain.host).toBe('127.0.0.1')
  expect(read(lines.map((line) => line.replace('#', '')))).toMatchObject({
    upstream: 'x',
    accountsPermitted: true,
    storeUrl: 'redis://127.0.0.1:6379/0',
  })
})

/** systemd's own judgement, where it is installed: its table of exposure must stay at 3.0 or below. */
const ANALYZE = which('systemd-analyze') === undefined ? [] : ['systemd-analyze']

it.each(ANALYZE)('%s finds no mistake in it and little that it lays open', (program) => {
  const path = join(scratchFolder(), 'shadowban-checker.service')
  writeFileSync(path, unit.replaceAll(INSTALLED, ROOT))
  const verified = spawnSync(program, ['verify', path], { encoding: 'utf8' })
  expect({ status: verified.status, said: verified.stderr }).toEqual({ status: 0, said: '' })
  const judged = spawnSync(program, ['security', '--offline=true', '--threshold=30', path], {
    encoding: 'utf8',
  })
  expect({ status: judged.status, said: judged.stderr }).toEqual({ status: 0, said: '' })
})
