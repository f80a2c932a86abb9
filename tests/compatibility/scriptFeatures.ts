import { parse } from 'acorn'
import type { AnyNode } from 'acorn'
import { compatData, featuresIn, lackedBy } from './baseline.ts'

/** The newest syntax that all of the oldest browsers read; what they read of it not is looked for below. */
const SYNTAX = 2022

/** Lookbehind, which Safari reads from 16.4 on. A regular expression with it stops the whole script. */
const LOOKBEHIND = /\(\?<[=!]/

type Member = Extract<AnyNode, { type: 'MemberExpression' }>

const lateStatics = new Set<string>()
const lateGlobals = new Set<string>()
/** Names of members, and whether all that have one of that name have it too late. */
const members = new Map<string, boolean>()

const builtins = compatData.javascript['builtins'] ?? {}
for (const root of [compatData.api, builtins, builtins['Intl'] ?? {}, builtins['WebAssembly'] ?? {}]) {
  for (const { path, name, compat } of featuresIn(root, '', 2)) {
    const [, owner = '', member] = path.split('.')
    const late = lackedBy(compat).length > 0
    if (member === undefined) {
      if (late) lateGlobals.add(name)
      continue
    }
    const plain = name.replace(/_static$/, '')
    if (late) lateStatics.add(`${owner}.${plain}`)
    // What a window has is a global.
    if (late && owner === 'Window') lateGlobals.add(plain)
    members.set(plain, (members.get(plain) ?? true) && late)
  }
}
const lateMembers = new Set([...members].filter(([, late]) => late).map(([name]) => name))

/** A script of the built site, and whether it is a module. */
export type Script = { file: string; code: string; isModule: boolean }

/**
 * What scripts use that one of the oldest browsers lacks, with the files: `Promise.withResolvers`, a global, or a call of `.toSorted()`
 * where every interface that has such a member has it too late. A member that the scripts themselves define is taken for theirs.
 */
export function newerScriptFeatures(scripts: readonly Script[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const own = new Set<string>()
  for (const { file, code, isModule } of scripts) {
    const add = (name: string) => found.set(name, [...new Set([...(found.get(name) ?? []), file])])
    const program = parse(code, { ecmaVersion: SYNTAX, sourceType: isModule ? 'module' : 'script' })
    visit(program, null, (node, parent) => {
      if (node.type === 'StaticBlock') add('static blocks')
      if (node.type === 'Literal' && node.regex && LOOKBEHIND.test(node.regex.pattern)) add('lookbehind')
      if (node.type === 'MemberExpression') for (const name of usesOf(node, parent)) add(name)
      if (node.type === 'Identifier' && lateGlobals.has(node.name) && isReference(node, parent))
        add(node.name)
      const defined = definedName(node)
      if (defined !== undefined) own.add(`.${defined}()`)
    })
  }
  return new Map([...found].filter(([name]) => !own.has(name)))
}

function usesOf(node: Member, parent: AnyNode | null): string[] {
  const name = memberName(node)
  if (name === undefined) return []
  const object = node.object.type === 'Identifier' ? node.object.name : ''
  if (lateStatics.has(`${object}.${name}`)) return [`${object}.${name}`]
  if (/^(?:globalThis|window|self)$/.test(object) && lateGlobals.has(name)) return [name]
  const called = parent?.type === 'CallExpression' && parent.callee === node
  return called && lateMembers.has(name) ? [`.${name}()`] : []
}

/** The name of a method or field that is made here, or set. */
function definedName(node: AnyNode): string | undefined {
  if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression')
    return memberName(node.left)
  if (node.type === 'Property' || node.type === 'MethodDefinition' || node.type === 'PropertyDefinition') {
    if (node.key.type === 'Identifier' && !node.computed) return node.key.name
  }
  return undefined
}

function memberName(node: Member): string | undefined {
  if (!node.computed) return node.property.type === 'Identifier' ? node.property.name : undefined
  const { property } = node
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : undefined
}

/** Whether a name stands for a variable, and not for a property or a key. */
function isReference(node: AnyNode, parent: AnyNode | null): boolean {
  if (!parent) return false
  if (parent.type === 'MemberExpression') return parent.object === node || parent.computed
  return (
    parent.type !== 'Property' && parent.type !== 'MethodDefinition' && parent.type !== 'PropertyDefinition'
  )
}

function visit(
  node: AnyNode,
  parent: AnyNode | null,
  see: (node: AnyNode, parent: AnyNode | null) => void,
): void {
  see(node, parent)
  for (const child of Object.values(node).flat()) {
    if (isNode(child)) visit(child, node, see)
  }
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
