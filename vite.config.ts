import react from '@vitejs/plugin-react'
import { loadEnv } from 'vite'
import { defineConfig } from 'vitest/config'
import { kernelAssets } from './build/kernelAssets.ts'
import { leanComlink } from './build/leanComlink.ts'
import { leanRouter } from './build/leanRouter.ts'
import { plainImports } from './build/plainImports.ts'
import { site } from './build/site/site.ts'
import { splitText } from './build/splitText.ts'

/** What every page needs goes into one script: it compresses better, and is fetched once. */
const everyPage =
  /\/node_modules\/(?:react|react-dom|react-router|scheduler|jotai)\/|\/src\/(?:app|ads|main|config|replayInput|ui\/(?:Alert|Announcer|Button|Card|Disclosure|Field|IconButton|InfoSections|Link|TwoColumns|useVisit))|\/check\/(?:failure|inState|loadChunk|prepareOnFocus|SandboxNotice|upstreamAtom)|rolldown\/runtime/

/** The post form in one file: a browser fetches six at once over HTTP/1.1, and the seventh waits for a round trip. */
const postForm = /\/src\/posts\/(?:form\/PostCheckPage|PostHeading)|\/contract\/PostUrl/

export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, import.meta.dirname, ['VITE_', 'PORT'])
  return {
    base: env['VITE_BASE'] || '/',
    plugins: [
      react(),
      leanRouter(),
      leanComlink(),
      plainImports(),
      splitText(),
      kernelAssets(),
      site(env['VITE_HOST'] || 'server'),
    ],
    build: {
      // The oldest browsers that everything works in.
      target: ['chrome100', 'firefox102', 'ios15.4', 'safari15.4'],
      assetsInlineLimit: 0,
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'base', test: everyPage },
              { name: 'posts', test: postForm },
            ],
          },
        },
      },
    },
    worker: {
      format: 'iife',
      plugins: () => [kernelAssets(), leanComlink()],
      rolldownOptions: { output: { comments: { annotation: false } } },
    },
    server: { proxy: { '/api': `http://localhost:${env['PORT'] || 8787}` } },
    test: {
      include: ['tests/**/*.test.ts', 'tests/**/*.test.tsx'],
      exclude: ['tests/e2e/**'],
      testTimeout: 30_000,
      env: { VITE_API_BASE: 'http://api.test' },
    },
  }
})
