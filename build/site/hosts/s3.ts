import { IMMUTABLE, REVALIDATED } from './headers.ts'
import type { Host } from './Host.ts'

const HTML = `--content-type 'text/html; charset=utf-8' --cache-control ${REVALIDATED}`

/** A script that uploads the build: pages become objects without extension, since S3 looks for the very name. */
export const s3: Host = {
  layout: 'files',
  filesOnly: true,
  filesBeside: ({ base }, _policy, paths) => {
    const pages = [...paths, 'tweetcheck/results'].filter(Boolean)
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
      ...['index.html', '404.html', 'app.html'].map((name) => `aws s3 cp ${name} "$target/${name}" ${HTML}`),
      ...pages.map((path) => `aws s3 cp ${path}.html "$target/${path}" ${HTML}`),
    ]
    return { 'dist.s3.sh': `${content.join('\n')}\n` }
  },
}
