import { describe, expect, it } from 'vitest'
import { codeOf, components, lineOf, programOf, within } from './syntax.ts'
import type { Node } from './syntax.ts'

/** Names under which elements are handed on. */
const HANDED_ON = new Set(['children', 'before', 'picture'])

const isElement = ({ type }: Node) => type === 'JSXElement' || type === 'JSXFragment'
const holdsElement = (node: Node) => [...within(node)].some(isElement)
/** Whether a child is a text of its own, or an expression that gives one: anything in which no element stands, but for handed-on children. */
function isText(child: Node): boolean {
  if (child.type === 'JSXText') return String(child['value']).trim() !== ''
  if (child.type !== 'JSXExpressionContainer') return false
  const expression = child['expression'] as Node
  if (expression.type === 'JSXEmptyExpression' || HANDED_ON.has(String(expression['name']))) return false
  return expression['value'] !== ' ' && !holdsElement(child)
}

/** Whether what an expression gives may be nothing, or now more and now less: a condition, a list, null. */
const isUnsteady = (expression: Node) =>
  /^(?:Logical|Conditional)Expression$/.test(expression.type) ||
  (expression.type === 'CallExpression' && holdsElement(expression)) ||
  (expression.type === 'Literal' && expression['value'] === null)

/** The components that may put nothing on the page, or several things: what they return is a condition, a fragment or null. */
function unsteadyComponents(codes: readonly string[]): Set<string> {
  const functions = codes.flatMap((code) =>
    [...within(programOf(code))].filter(({ type }) => type === 'FunctionDeclaration'),
  )
  return new Set(
    functions
      .filter((component) =>
        [...within(component)].some(({ type, argument }) => {
          const returned = argument as Node | null
          return (
            type === 'ReturnStatement' &&
            returned &&
            (isUnsteady(returned) || returned.type === 'JSXFragment')
          )
        }),
      )
      .map(({ id }) => String((id as Node)['name'])),
  )
}

function nameOf({ openingElement }: Node): string {
  return String((openingElement as { name?: { name?: string } } | undefined)?.name?.name)
}

/**
 * Texts that a translated page would crash on: a browser moves each into an element of its own, and React then fails to take it
 * out, or to put something in front of it. A text that stands beside something that comes and goes belongs into an element, and so does
 * every text of a fragment, which comes and goes with it.
 */
function looseTexts(code: string, unsteady: ReadonlySet<string>): string[] {
  const comesAndGoes = (child: Node) =>
    child.type === 'JSXExpressionContainer'
      ? isUnsteady(child['expression'] as Node)
      : child.type === 'JSXElement' && unsteady.has(nameOf(child))
  return [...within(programOf(code))].flatMap((node) => {
    if (!isElement(node)) return []
    const shown = (node['children'] as Node[]).filter(
      (child) => child.type !== 'JSXText' || String(child['value']).trim() !== '',
    )
    const isLoose = node.type === 'JSXFragment' || (shown.length > 1 && shown.some(comesAndGoes))
    return isLoose ? shown.filter(isText).map((text) => lineOf(code, text)) : []
  })
}

describe('a text is loose', () => {
  const loose = (jsx: string) => looseTexts(`const a = ${jsx}`, new Set(['Maybe']))

  it('beside a condition, a list, or a component that may be nothing', () => {
    expect(loose('<p>{x && <b />} hi</p>')).toEqual(['line 1'])
    expect(loose("<p>{words.a}{x ? 'b' : ''}</p>")).toEqual(['line 1', 'line 1'])
    expect(loose('<p>{all.map((one) => <b key={one} />)}{words.a}</p>')).toEqual(['line 1'])
    expect(loose('<p><Maybe />{words.a}</p>')).toEqual(['line 1'])
  })

  it('in a fragment', () => {
    expect(loose('<>{words.a}</>')).toEqual(['line 1'])
    expect(loose('<p>{x && <>hi<b /></>}</p>')).toEqual(['line 1'])
  })

  it('neither in an element of its own, nor alone in one, nor handed on', () => {
    expect(loose('<p><span>{words.a}</span>{x && <b />}</p>')).toEqual([])
    expect(loose('<p>{x && words.a}</p>')).toEqual([])
    expect(loose('<p>{children}{x && <b />}</p>')).toEqual([])
    expect(loose('<p><Steady />{words.a}</p>')).toEqual([])
  })

  it('beside the components that may be nothing, which are found', () => {
    const codes = [
      'function A() { return x && <b /> }',
      'function B() { if (x) return null; return <b /> }',
      'function C() { return <><b /><i /></> }',
      'function D() { return <b>{x && <i />}</b> }',
    ]
    expect([...unsteadyComponents(codes)]).toEqual(['A', 'B', 'C'])
  })
})

const UNSTEADY = unsteadyComponents(components.map(codeOf))

it('knows components that may be nothing', () => {
  expect(UNSTEADY).toContain('SandboxNotice')
  expect(UNSTEADY).not.toContain('Card')
})

it.each(components)('%s has no text that a translated page would crash on', (component) => {
  expect(looseTexts(codeOf(component), UNSTEADY)).toEqual([])
})
