import type { Plugin, Rolldown } from 'vite'

const PART = /\/src\/text\/ja\.ts\?part=(\w+)$/
const IMPORT = /import \{ text \} from "([^"]*\/text\/ja\.ts)";/
/** `text.form`, also spread as `...text.form`, but not the end of another name or chain. */
const USE = /(?<![\w$]|(?<!\.\.)\.)text\.(\w+)/g

/**
 * Gives every chunk the sentences that it shows and no others. To its readers the catalogue stays one object; here each
 * `text.form` of theirs becomes an import of that part. A use of the object as a whole still works, and brings it all.
 */
export function splitText(): Plugin {
  return {
    name: 'split-text',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      const name = PART.exec(id)?.[1]
      return name ? partOf(code, this.parse(code), name) : withParts(code)
    },
  }
}

function withParts(code: string): string | null {
  const from = IMPORT.exec(code)?.[1]
  if (!from) return null
  const names = new Set<string>()
  const body = code.replaceAll(USE, (_, name: string) => {
    names.add(name)
    return `text_${name}`
  })
  return (
    [...names].map((name) => `import { part as text_${name} } from "${from}?part=${name}";`).join('') + body
  )
}

/** The catalogue with one part of it in place of the whole. */
function partOf(code: string, { body }: ReturnType<Rolldown.PluginContext['parse']>, name: string): string {
  for (const node of body) {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration?.type !== 'VariableDeclaration') continue
    const catalogue = node.declaration.declarations[0]?.init
    if (catalogue?.type !== 'ObjectExpression') continue
    const part = catalogue.properties.find(
      (entry) => entry.type === 'Property' && entry.key.type === 'Identifier' && entry.key.name === name,
    )
    if (part?.type !== 'Property') break
    const { start, end } = part.value
    return `${code.slice(0, node.start)}export const part = ${code.slice(start, end)};${code.slice(node.end)}`
  }
  throw new Error(`The catalogue has no ${name}`)
}
