// `npm run bench:pow` measures engines and peers. With --url it measures the page at that address, with --pool the pool beside bare workers,
// and with --quick, --browsers or --json the engines beside native code, and the pool.
import { argv } from 'node:process'
import { hookKernelImports } from './kernelHooks.ts'

// The hooks must be registered before any module of the site is loaded.
hookKernelImports()

const asked = (pattern: RegExp) => argv.some((argument) => pattern.test(argument))
if (asked(/^--url\b/)) await import('../page/main.ts')
else if (asked(/^--pool\b/)) await import('../pool/main.ts')
else if (asked(/^--(quick|browsers|json)\b/)) await import('../engines/main.ts')
else await import('./main.ts')
