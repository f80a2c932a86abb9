import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scratchFolder } from '../server/scratch.ts'

const SCRIPT = join(import.meta.dirname, '../../deploy/upgrade.sh')
const folder = scratchFolder()
// The user that builds must reach it.
chmodSync(folder, 0o755)
const isRoot = process.getuid?.() === 0
const origin = join(folder, 'origin')
const installed = join(folder, 'checker')
const restarts = join(folder, 'restarts')

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=test', '-c', 'user.email=test@example.org', ...args], {
    cwd,
    stdio: 'pipe',
  })

/** A version whose build writes one asset, and keeps the build's variable. */
function release(
  version: string,
  build = 'mkdir -p dist/assets && touch dist/assets/$(cat version).js && cat .env.production.local > dist/variables && id -un > dist/builder',
): void {
  mkdirSync(origin, { recursive: true })
  if (!existsSync(join(origin, '.git'))) git(origin, 'init', '--quiet')
  writeFileSync(join(origin, 'version'), version)
  writeFileSync(join(origin, '.gitignore'), 'dist\nnode_modules\n.env.*\n')
  const manifest = { name: 'small', version: '1.0.0', scripts: { build } }
  writeFileSync(join(origin, 'package.json'), JSON.stringify(manifest))
  const lock = { name: 'small', version: '1.0.0', lockfileVersion: 3, packages: { '': manifest } }
  writeFileSync(join(origin, 'package-lock.json'), JSON.stringify(lock))
  git(origin, 'add', '--all')
  git(origin, 'commit', '--quiet', '--message', version)
}

function upgrade(...args: string[]) {
  const env = {
    ...process.env,
    INSTALLED: installed,
    BUILD_USER: 'nobody',
    RESTART: `cp ${installed}/version ${restarts}`,
  }
  const { status, stdout, stderr } = spawnSync('sh', [SCRIPT, ...args], { env, encoding: 'utf8' })
  return { status, said: stdout + stderr }
}
const runs = () => readFileSync(restarts, 'utf8')
const versionIn = (path: string) => readFileSync(join(path, 'version'), 'utf8')

it('the upgrade script upgrades twice, returns to the version before, and stops at a build that fails', () => {
  release('one')
  git(folder, 'clone', '--quiet', origin, installed)
  writeFileSync(join(installed, '.env.production.local'), 'VITE_SITE_ORIGIN=https://checker.example\n')
  mkdirSync(join(installed, 'dist/assets'), { recursive: true })
  writeFileSync(join(installed, 'dist/assets/one.js'), '')

  for (const [version, before] of [
    ['two', 'one'],
    ['three', 'two'],
  ] as const) {
    release(version)
    const done = upgrade()
    expect(done.said).toContain('upgrade: now at ')
    expect([done.status, runs(), versionIn(installed), versionIn(`${installed}.old`)]).toEqual([
      0,
      version,
      version,
      before,
    ])
    expect(readFileSync(join(installed, 'dist/variables'), 'utf8')).toContain('https://checker.example')
    expect(readFileSync(join(installed, 'dist/builder'), 'utf8').trim()).toBe(
      isRoot ? 'nobody' : userInfo().username,
    )
    expect(statSync(join(installed, 'dist/builder')).uid).toBe(process.getuid?.())
    expect(JSON.parse(readFileSync(join(installed, 'sbom.json'), 'utf8'))).toMatchObject({
      bomFormat: 'CycloneDX',
    })
  }
  expect(readdirSync(join(installed, 'dist/assets')).toSorted()).toEqual(['one.js', 'three.js', 'two.js'])
  expect(existsSync(`${installed}.new`)).toBe(false)

  expect(upgrade('--back').status).toBe(0)
  expect([runs(), versionIn(installed), versionIn(`${installed}.old`)]).toEqual(['two', 'two', 'three'])

  release('broken', 'exit 1')
  rmSync(restarts)
  const failed = upgrade()
  expect(failed.status).toBe(1)
  expect(failed.said).toContain('could not be built, and the old one goes on')
  expect([versionIn(installed), versionIn(`${installed}.old`), existsSync(restarts)]).toEqual([
    'two',
    'three',
    false,
  ])
})

it('the upgrade script says what is missing if there is nothing to upgrade', () => {
  const env = { ...process.env, INSTALLED: join(folder, 'nowhere'), BUILD_USER: 'nobody' }
  const { status, stderr } = spawnSync('sh', [SCRIPT], { env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([
    1,
    `upgrade: ${folder}/nowhere is no clone of the repository; set INSTALLED.\n`,
  ])
})
