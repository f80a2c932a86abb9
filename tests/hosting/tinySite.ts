import { createBuilder } from 'vite'
import type { InlineConfig, ViteBuilder } from 'vite'
import { writeFiles } from '../../build/site/files.ts'

/** A project of a few lines in a folder, whose files are given by their names, and Vite at work on it. Scripts keep the names of their sources. */
export function tinySite(
  root: string,
  files: Record<string, string>,
  { build, ...config }: InlineConfig = {},
): Promise<ViteBuilder> {
  writeFiles(root, {
    'index.html': `<!doctype html>
<html>
  <head><meta charset="utf-8" /></head>
  <body>
    <div id="root"></div>
    <script type="module" src="/src/main.ts"></script>
  </body>
</html>`,
    ...files,
  })
  return createBuilder({
    root,
    configFile: false,
    logLevel: 'silent',
    ...config,
    build: {
      modulePreload: false,
      cssCodeSplit: false,
      minify: false,
      cssMinify: true,
      rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
      ...build,
    },
  })
}
