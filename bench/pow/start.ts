// `npm run bench:pow`: runs in the profiler's format; with --url the page at that address; with --pool the pool beside bare workers;
// with --quick, --browsers or --json the engines against native code, and the pool.
import { argv } from 'node:process'
import { hookKernels } from './kernelHooks.ts'

// Before any of the site's modules is loaded.
hookKernels()

const asked = (pattern: RegExp) => argv.some((argument) => pattern.test(argument))
if (asked(/^--url\b/)) await import('../page/main.ts')
else if (asked(/^--pool\b/)) await import('../pool/main.ts')
else if (asked(/^--(quick|browsers|json)\b/)) await import('../engines/main.ts')
else await import('./main.ts')
