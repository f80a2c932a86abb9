import { spawnSync } from 'node:child_process'
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { coloursPlugin } from './build/colours.ts'
import { kernelAssetsPlugin } from './build/kernelAssets.ts'
import { routerPlugin } from './build/routerPlugin.ts'
import packageJson from './package.json' with { type: 'json' }
import { licencePlugin } from './build/site/licences.ts'
import { sitePlugin } from './build/site/sitePlugin.ts'

/**
 * Modules that every page needs at first, with all that they import: in one chunk they compress better, and are fetched once. Other modules of
 * `src/ui` (buttons that save, copy or share) are needed later, or by one page.
 */
const everyPage =
  /\/src\/(?:main\.tsx|pages\.ts|app\/|ads\/|ui\/(?:Card|Lazy|Notice|TwoColumns|UndoBar|controls|hooks)\.tsx|lib\/tabStore)|\/node_modules\/jotai\//

/** What the account page needs at first. Parts of it that are loaded later import some of these modules, which would each get a file of its own. */
const accountPage =
  /\/src\/account\/(?:AccountPage|AccountForm|accountAtoms|accountFlow|formAtoms|address|tabCheck|guide\/guideAtoms)\.ts/

const groups = [
  { name: 'base', test: everyPage, priority: 1 },
  { name: 'account', test: accountPage, includeDependenciesRecursively: false },
]

/** Licence comments stay in the files; hints for bundlers do not. */
const comments = { legal: true, annotation: false, jsdoc: false }

/** Without warnings of what is meant: /pow loads at once what the other pages load only where it is needed. */
const checks = { pluginTimings: false, ineffectiveDynamicImport: false }

/** The commit that is built: `VITE_COMMIT`, or git's; empty where there is no repository, as in the image. */
function commitOf(given: string | undefined): string {
  if (given) return given
  const options = { cwd: import.meta.dirname, encoding: 'utf8' } as const
  return spawnSync('git', ['rev-parse', '--short=9', 'HEAD'], options).stdout?.trim() ?? ''
}

export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, import.meta.dirname)
  return {
    define: {
      'import.meta.env.APP_VERSION': JSON.stringify(packageJson.version),
      'import.meta.env.APP_COMMIT': JSON.stringify(commitOf(env['VITE_COMMIT'])),
    },
    base: env['VITE_BASE'] || '/',
    plugins: [
      coloursPlugin(),
      react(),
      routerPlugin(),
      kernelAssetsPlugin(),
      licencePlugin(),
      sitePlugin(env['VITE_HOST'] || 'server'),
    ],
    // Class names without the words of their files make each page half a kilobyte lighter.
    css: { modules: mode === 'production' ? { generateScopedName: '[hash:base64:5]' } : {} },
    build: {
      // The oldest browsers that everything works in.
      target: ['chrome100', 'firefox102', 'ios15.4', 'safari15.4'],
      assetsInlineLimit: 0,
      modulePreload: false,
      cssCodeSplit: false,
      rolldownOptions: {
        checks,
        output: { comments, codeSplitting: { groups } },
      },
    },
    worker: {
      format: 'iife',
      plugins: () => [kernelAssetsPlugin()],
      rolldownOptions: { checks, output: { comments } },
    },
  }
})
