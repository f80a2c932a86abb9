import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../run/step.ts'

/** The documents that newcomers and operators follow. */
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

const FENCE = /```(\w*)\n([^]*?)```/g
const CODE = /`([^`]+)`/g
/** What stands before a command's own name: variables, and the core that it is pinned to. */
const BEFORE = /^(?:\w+=(?:"[^"]*"|\S*) |taskset -c \d+ )*/

/** The commands of npm and npx that the documents name, without comments, variables and more than one space. */
export function documentedCommands(): string[] {
  const commands = DOCUMENTS.flatMap((document) => commandsIn(readFileSync(join(ROOT, document), 'utf8')))
  return [...new Set(commands)].toSorted()
}

function commandsIn(words: string): string[] {
  const lines = [...words.matchAll(FENCE)]
    .filter(([, language]) => language === 'sh')
    .flatMap(([, , script = '']) => script.replaceAll(/\\\n/g, ' ').split('\n'))
    .map((line) => line.replace(/\s#.*/, ''))
  const spans = [...words.replaceAll(FENCE, '').matchAll(CODE)].map(([, code = '']) => code)
  return [...lines, ...spans]
    .flatMap((line) => line.split('&&'))
    .map((command) => command.trim().replaceAll(/\s+/g, ' ').replace(BEFORE, ''))
    .filter((command) => /^(?:npm|npx) \S/.test(command))
}
