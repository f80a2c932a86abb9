// `npm run bench:pow`: runs in the profiler's format; with --quick, --browsers or --json the engines against native code.
import { argv } from 'node:process'

const againstNative = argv.some((argument) => /^--(quick|browsers|json)\b/.test(argument))
await import(againstNative ? '../engines/main.ts' : './main.ts')
