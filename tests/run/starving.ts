import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aptInstall } from './apt.ts'
import { foundOrInstalled } from './foundOrInstalled.ts'
import { which } from './which.ts'

/** A machine that has little time for a program: `prefix` is what the program's command begins with then. */
export type Starving = Disposable & { prefix: readonly string[] }

/** Beside two programs that never rest. */
export function besideBusyLoops(): Starving {
  const loops = [1, 2].map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  return {
    prefix: [],
    [Symbol.dispose]: () => {
      for (const loop of loops) loop.kill('SIGKILL')
    },
  }
}

/** The share of one processor, and the time by which it is counted, in microseconds. */
const QUARTER = { share: 25_000, of: 100_000 }

/** With a quarter of one processor for all that the program starts, or where that cannot be ordered, for each. */
export function withQuarter(): Starving {
  return controlGroup() ?? cpulimit()
}

/** Linux's own way, which needs the right to make a control group: of the first or of the second version. */
function controlGroup(): Starving | null {
  const name = `checker-steady-${process.pid}`
  const first = existsSync('/sys/fs/cgroup/cpu')
  const folder = first ? join('/sys/fs/cgroup/cpu', name) : join('/sys/fs/cgroup', name)
  try {
    mkdirSync(folder)
    if (first) writeFileSync(join(folder, 'cpu.cfs_period_us'), String(QUARTER.of))
    if (first) writeFileSync(join(folder, 'cpu.cfs_quota_us'), String(QUARTER.share))
    else writeFileSync(join(folder, 'cpu.max'), `${QUARTER.share} ${QUARTER.of}`)
  } catch {
    return null
  }
  return {
    prefix: ['sh', '-c', `echo $$ > ${folder}/cgroup.procs && exec "$@"`, 'sh'],
    [Symbol.dispose]: () => {
      try {
        rmdirSync(folder)
      } catch {
        console.error(`${folder} is left: something in it still runs.`)
      }
    },
  }
}

function cpulimit(): Starving {
  const path = foundOrInstalled(
    'cpulimit',
    () => which('cpulimit'),
    () => aptInstall('cpulimit'),
  )
  if (!path) throw new Error('A quarter of a processor needs cpulimit (Debian: apt-get install cpulimit).')
  const percent = String((100 * QUARTER.share) / QUARTER.of)
  return { prefix: [path, '-q', '-f', '-m', '-l', percent, '--'], [Symbol.dispose]: () => undefined }
}
