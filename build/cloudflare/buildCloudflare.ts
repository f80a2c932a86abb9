// `npm run build:cloudflare`: the site for Cloudflare's assets (dist/) and the API as one Worker (dist-cloudflare/worker.js).
import { build, createBuilder } from 'vite'
import { workerBuild } from './workerBuild.ts'

process.env['VITE_HOST'] = 'cloudflare'
const site = await createBuilder({ logLevel: 'warn' })
await site.buildApp()
await build(workerBuild)
console.log('The site is in dist/, the Worker in dist-cloudflare/. docs/hosting.md tells how to deploy them.')
