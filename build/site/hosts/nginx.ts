import { headersOf, IMMUTABLE, REVALIDATED } from './headers.ts'
import type { Host } from './Host.ts'

/** A file to include in a server block, whose root holds the build at the base path. */
export const nginx: Host = {
  layout: 'files',
  filesOnly: true,
  filesBeside: ({ base }, policy) => {
    const security = Object.entries(headersOf(policy)).map(([name, value]) => header(name, value))
    const location = (match: string, cache: string, ...lines: string[]) =>
      block(`location ${match}`, [...lines, header('Cache-Control', cache), ...security])
    const content = [
      '# Include this in a server block whose root holds the build at the base path; docs/hosting.md shows one.',
      'gzip_static on;',
      '# brotli_static on;   # with libnginx-mod-http-brotli-static',
      location(`= ${base}`, REVALIDATED, `try_files ${base}index.html =404;`),
      location(base, REVALIDATED, 'try_files $uri $uri.html =404;', `error_page 404 ${base}404.html;`),
      // No error page here: HTML in place of a script would break the page that asked for it.
      location(`${base}assets/`, IMMUTABLE, 'try_files $uri =404;'),
      location(
        `${base}tweetcheck/history/`,
        REVALIDATED,
        `try_files ${base}app.html =404;`,
        header('X-Robots-Tag', 'noindex'),
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
}

function block(head: string, lines: string[]): string {
  return [`${head} {`, ...lines.map((line) => `  ${line}`), '}'].join('\n')
}

function header(name: string, value: string): string {
  return `add_header ${name} "${value}" always;`
}
