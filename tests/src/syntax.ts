import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'

const SRC = join(import.meta.dirname, '../../src')

/** A node of a syntax tree: its kind, where it begins, and the rest. */
export type Node = { type: string; start: number; [key: string]: unknown }

export const isNode = (value: unknown): value is Node => typeof Object(value).type === 'string'

/** What stands directly below a node. */
export function below(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode)
}

/** A node and all below it. */
export function* within(node: Node): Generator<Node> {
  yield node
  for (const child of below(node)) yield* within(child)
}

export function programOf(code: string): Node {
  return parseAst(code, { lang: 'tsx' }) as unknown as Node
}

/** Where a node stands, for the message of a test. */
export function lineOf(code: string, { start }: Node): string {
  return `line ${code.slice(0, start).split('\n').length}`
}

/** The files that hold the page's components, below src/. */
export const components = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.tsx'),
)

export function codeOf(component: string): string {
  return readFileSync(join(SRC, component), 'utf8')
}
