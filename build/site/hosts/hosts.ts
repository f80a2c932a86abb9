import { HISTORY_PATH } from '../../../contract/paths.ts'
import type { SiteFacts } from '../../../src/prerender.tsx'

/** How pages become files. `files`: /pow is pow.html, for hosts that add the extension. `folders`: /pow is pow/index.html, which any file server finds. */
export type PageLayout = 'files' | 'folders'

type FilesFor = (site: SiteFacts, policy: string, pages: readonly string[]) => Record<string, string>

/** A kind of host: the layout of its pages, whether it serves files only, its own files, and files for the operator beside the folder. */
export type HostPreset = { layout: PageLayout; filesOnly: boolean; files?: FilesFor; filesBeside?: FilesFor }

/** Creates the headers of every file. The pages contain the policy too, but only a header can forbid framing and applies to workers. */
function createHostHeaders(policy: string): Record<string, string> {
  return {
    'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  }
}

const HISTORY = HISTORY_PATH.slice(1)

/** Names under `assets/` contain a hash of the content, so they are cached for a year. Everything else is revalidated each time. */
const IMMUTABLE = 'public, max-age=31536000, immutable'
const REVALIDATED = 'no-cache'

/** Writes the `_headers` file of Cloudflare and Netlify. Both revalidate files without a rule. `assets` is the rule for assets. */
function headersFile(base: string, policy: string, assets = IMMUTABLE): string {
  const lines = Object.entries(createHostHeaders(policy)).map(([name, value]) => `  ${name}: ${value}`)
  return [
    `${base}*`,
    ...lines,
    '# Once nothing of this name needs http, remove the # of the next line: browsers will keep to https for a year.',
    '#  Strict-Transport-Security: max-age=31536000',
    `${base}assets/*`,
    `  Cache-Control: ${assets}`,
    `${base}${HISTORY}*`,
    '  X-Robots-Tag: noindex',
    '',
  ].join('\n')
}

function block(head: string, lines: string[]): string {
  return [`${head} {`, ...lines.map((line) => `  ${line}`), '}'].join('\n')
}

/** Returns the variable of dist.nginx.conf that contains a header's value, e.g. `$checker_cache_control`. */
const nginxVariable = (header: string) => `$checker_${header.toLowerCase().replaceAll('-', '_')}`

const HTML = `--content-type 'text/html; charset=utf-8' --cache-control ${REVALIDATED}`

const HOSTS: Record<string, HostPreset> = {
  server: { layout: 'folders', filesOnly: false },
  github: { layout: 'files', filesOnly: true, files: () => ({ '.nojekyll': '' }) },
  // Cloudflare (Workers and Pages) serves pages without extension, also as targets of rewrites, and compresses files itself.
  cloudflare: {
    layout: 'files',
    filesOnly: false,
    files: ({ base }, policy) => ({
      '.assetsignore': '*.br\n*.gz\n',
      _headers: headersFile(base, policy),
      _redirects: `${base}${HISTORY}* ${base}app 200\n`,
    }),
  },
  netlify: {
    layout: 'files',
    filesOnly: true,
    files: ({ base }, policy) => ({
      // A rule also applies to missing files: browsers would cache for a year that an asset is missing.
      _headers: headersFile(base, policy, REVALIDATED),
      _redirects: `${base}${HISTORY}* ${base}app.html 200\n`,
    }),
  },
  nginx: {
    layout: 'files',
    filesOnly: true,
    filesBeside: ({ base }, policy) => {
      const security = createHostHeaders(policy)
      const names = [...Object.keys(security), 'Cache-Control', 'X-Robots-Tag']
      /** Sets the values of headers in a location. nginx omits a header without a value. */
      const setting = (headers: Record<string, string>) =>
        Object.entries(headers).map(([name, value]) => `set ${nginxVariable(name)} "${value}";`)
      const location = (match: string, cache: string, ...lines: string[]) =>
        block(`location ${match}`, [...setting({ 'Cache-Control': cache, ...security }), ...lines])
      const content = [
        '# Include this in a server block whose root holds the build at the base path; docs/hosting.md shows one.',
        '# No location has an add_header of its own, since it would switch off those of the server block, which may be yours.',
        ...names.flatMap((name) => [
          `set ${nginxVariable(name)} "";`,
          `add_header ${name} ${nginxVariable(name)} always;`,
        ]),
        'gzip_static on;',
        '# brotli_static on;   # with libnginx-mod-http-brotli-static',
        location(`= ${base}`, REVALIDATED, `try_files ${base}index.html =404;`),
        location(
          base,
          REVALIDATED,
          `rewrite ^(${base}.+)/(?:index\\.html)?$ $1 break;`,
          'try_files $uri $uri.html =404;',
          `error_page 404 ${base}404.html;`,
        ),
        // A missing asset is not answered with a page, which would be read as a script, and is not cached, because it may be uploaded soon.
        location(`${base}assets/`, IMMUTABLE, 'try_files $uri @missing_asset;'),
        location('@missing_asset', 'no-store', 'return 404;'),
        location(
          base + HISTORY,
          REVALIDATED,
          ...setting({ 'X-Robots-Tag': 'noindex' }),
          `try_files ${base}app.html =404;`,
        ),
        location(
          `= ${base}manifest.webmanifest`,
          REVALIDATED,
          'types { }',
          'default_type application/manifest+json;',
        ),
      ]
      return { 'dist.nginx.conf': `${content.join('\n')}\n` }
    },
  },
  // A script uploads the build. Pages become objects without extension, because S3 looks up the exact name.
  s3: {
    layout: 'files',
    filesOnly: true,
    filesBeside: ({ base }, _policy, paths) => {
      const pages = paths.filter(Boolean)
      const content = [
        '#!/bin/sh',
        '# Uploads dist/ to a bucket: sh dist.s3.sh s3://my-bucket',
        'set -eu',
        'cd "$(dirname "$0")/dist"',
        `target="\${1%/}${base.slice(0, -1)}"`,
        `aws s3 sync . "$target" --exclude '*.html' --exclude '*.br' --exclude '*.gz' --exclude 'assets/*' --cache-control ${REVALIDATED}`,
        `aws s3 sync assets "$target/assets" --exclude '*.br' --exclude '*.gz' --exclude '*.wasm' --cache-control '${IMMUTABLE}'`,
        `aws s3 sync assets "$target/assets" --exclude '*' --include '*.wasm' --content-type application/wasm --cache-control '${IMMUTABLE}'`,
        `aws s3 cp manifest.webmanifest "$target/manifest.webmanifest" --content-type application/manifest+json --cache-control ${REVALIDATED}`,
        ...['index.html', '404.html', 'app.html'].map(
          (name) => `aws s3 cp ${name} "$target/${name}" ${HTML}`,
        ),
        ...pages.map((path) => `aws s3 cp ${path}.html "$target/${path}" ${HTML}`),
      ]
      return { 'dist.s3.sh': `${content.join('\n')}\n` }
    },
  },
}

export const HOST_NAMES = Object.keys(HOSTS)

export function hostPresetByName(name: string): HostPreset {
  const host = HOSTS[name]
  if (!host) throw new Error(`VITE_HOST is one of ${HOST_NAMES.join(', ')}, not ${name}`)
  return host
}
