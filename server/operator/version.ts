import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

const REPOSITORY_FOLDER = join(import.meta.dirname, '../..')

export const BuildVersion = v.object({ version: v.string(), commit: v.string() })
export type BuildVersion = v.InferOutput<typeof BuildVersion>

const Package = v.pipe(v.string(), v.parseJson(), v.object({ version: v.string() }))
const Built = v.pipe(v.string(), v.parseJson(), BuildVersion)

/** The version in package.json, and the commit that the site in `dist/` was built from: empty without a build, or where the build did not know it. */
export function readBuildVersion(): BuildVersion {
  const { version } = v.parse(Package, readFileSync(join(REPOSITORY_FOLDER, 'package.json'), 'utf8'))
  return { version, commit: builtCommit() }
}

function builtCommit(): string {
  try {
    return v.parse(Built, readFileSync(join(REPOSITORY_FOLDER, 'dist/version.json'), 'utf8')).commit
  } catch {
    return ''
  }
}

/** For example `0.1.0 (1a2b3c4d5)`. */
export const versionText = ({ version, commit }: BuildVersion) =>
  commit === '' ? version : `${version} (${commit})`
