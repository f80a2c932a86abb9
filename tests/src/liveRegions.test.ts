import { expect, it } from 'vitest'
import { below, codeOf, components, lineOf, programOf, within } from './syntax.ts'
import type { Node } from './syntax.ts'

/** Elements and attributes that make a polite live region. An alert is told when it is put in, whatever it holds. */
const REGIONS = new Set(['output', 'Announcer'])

function isRegion({ type, openingElement }: Node): boolean {
  if (type !== 'JSXElement') return false
  const { name, attributes } = openingElement as { name: { name?: string }; attributes: Node[] }
  if (REGIONS.has(String(name.name))) return true
  return attributes.some((attribute) => {
    const { name, value } = attribute as unknown as { name?: { name: string }; value?: { value: unknown } }
    return name?.name === 'aria-live' || (name?.name === 'role' && value?.value === 'status')
  })
}

const isFunction = ({ type }: Node) => /Function/.test(type)
const comesAndGoes = ({ type }: Node) => /^(?:Logical|Conditional)Expression$/.test(type)
/** An `if` that may leave the component before its region is put on the page. */
const leavesEarly = (node: Node) =>
  node.type === 'IfStatement' && [...within(node)].some(({ type }) => type === 'ReturnStatement')

/**
 * Live regions that a screen reader does not hear: those that are put on the page together with their text, since they stand within a
 * condition, or behind an early return of their component.
 */
function lateRegions(code: string): string[] {
  const late: Node[] = []
  const look = (node: Node, isLate: boolean): void => {
    if (isLate && isRegion(node)) late.push(node)
    let left = isFunction(node) ? false : isLate
    for (const child of below(node)) {
      look(child, left || comesAndGoes(node))
      left ||= node.type === 'BlockStatement' && leavesEarly(child)
    }
  }
  look(programOf(code), false)
  return late.map((node) => lineOf(code, node))
}

it('finds regions that come with their text', () => {
  expect(lateRegions('const A = () => <p>{x && <output>hi</output>}</p>')).toEqual(['line 1'])
  expect(lateRegions('const A = () => (x ? <p role="status">hi</p> : null)')).toEqual(['line 1'])
  expect(lateRegions('const A = () => <p>{x ? <b /> : <i aria-live="polite">hi</i>}</p>')).toEqual(['line 1'])
  expect(lateRegions('function A() { if (!x) return null\nreturn <Announcer>{x}</Announcer> }')).toEqual([
    'line 2',
  ])
  expect(
    lateRegions('function A() { if (!x) { y(); return }\nreturn <div><output>{x}</output></div> }'),
  ).toEqual(['line 2'])
})

it('lets a region be that is there before its text', () => {
  expect(lateRegions('const A = () => <output>{x && words}</output>')).toEqual([])
  expect(lateRegions('const A = () => <p role="status">{x ? <b>hi</b> : null}</p>')).toEqual([])
  expect(lateRegions('function A() { if (x) y()\nreturn <output>{x}</output> }')).toEqual([])
  expect(
    lateRegions('function A() { const f = () => { if (x) return 1 }\nreturn <output>{x}</output> }'),
  ).toEqual([])
})

it.each(components)('%s puts no live region on the page together with its text', (component) => {
  expect(lateRegions(codeOf(component))).toEqual([])
})
