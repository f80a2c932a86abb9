import type { Identifier } from '@mdn/browser-compat-data'
import { parse, walk } from 'css-tree'
import { compatData, featuresIn, lackedBy } from './baseline.ts'

const { css } = compatData

/** What styles use that one of the oldest browsers lacks: `rotate`, `:has()`, `color-mix()`, `@layer`. */
export function newerStyleFeatures(styles: string): Set<string> {
  const found = new Set<string>()
  const look = (name: string, ...path: string[]) => {
    if (isLate(path)) found.add(name)
  }
  walk(parse(styles), (node) => {
    switch (node.type) {
      case 'Declaration':
        look(node.property, 'properties', node.property)
        walk(node.value, (value) => {
          if (value.type === 'Identifier')
            look(`${node.property}: ${value.name}`, 'properties', node.property, value.name)
        })
        break
      case 'Function':
        if (lateFunctions.has(node.name)) found.add(`${node.name}()`)
        break
      case 'Dimension':
        if (LATE_UNITS.test(node.unit)) found.add(node.unit)
        break
      case 'PseudoClassSelector':
        look(`:${node.name}${node.children ? '()' : ''}`, 'selectors', node.name)
        break
      case 'PseudoElementSelector':
        look(`::${node.name}`, 'selectors', node.name)
        break
      case 'NestingSelector':
        found.add('nesting')
        break
      case 'FeatureRange':
        found.add('ranges in media queries')
        break
      case 'Feature':
        look(`@media (${node.name})`, 'at-rules', 'media', node.name)
        break
      case 'Atrule':
        look(`@${node.name}`, 'at-rules', node.name)
        break
    }
  })
  return found
}

/** Lengths of small, large and dynamic windows, of containers, and of lines; the data has them in groups. */
const LATE_UNITS = /^(?:[sld]v(?:w|h|i|b|min|max)|cq(?:w|h|i|b|min|max)|r?lh|cap|rcap|rex|rch|ric|ic)$/

function isLate(path: readonly string[]): boolean {
  let node: Identifier | undefined = css as Identifier
  for (const step of path) node = node?.[step]
  return node?.['__compat'] !== undefined && lackedBy(node['__compat']).length > 0
}

/** Functions of values that are in the data under their own name, everywhere too late. */
const lateFunctions = (() => {
  const late = new Map<string, boolean>()
  for (const { name, compat } of featuresIn(css.types ?? {}, '', 3)) {
    late.set(name, (late.get(name) ?? true) && lackedBy(compat).length > 0)
  }
  return new Set([...late.keys()].filter((name) => late.get(name)))
})()
