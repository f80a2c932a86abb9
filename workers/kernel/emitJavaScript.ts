import { SLOT_ADDRESSES } from './Kernel.ts'
import type { Kernel, KernelStatement } from './Kernel.ts'
import { reachableWords } from './schedule.ts'
import type { Word } from './sha256Graph.ts'

const BASES = { start: '', loop: 'slot + ', word: 'place + ' }

const variable = (local: number) => `v${local}`
const constantFor = (word: Word) => `t${word.id}`

/**
 * Emits straight-line code in the order of the standard. Outputs and words that are read more than once get a constant; a word that is
 * read once becomes part of its reader's expression.
 */
function emitStraight(statement: KernelStatement): string {
  const { outputs } = statement
  const results = outputs.map(([, word]) => word)
  const words = reachableWords(statement)
  const reads = words.flatMap((word) => word.inputs)
  const repeated = words.filter((word) => reads.indexOf(word) !== reads.lastIndexOf(word))
  const kept = new Set([...results, ...repeated])
  const moved = results.filter((word) => word.operation === 'input')
  const steps = [...moved, ...words].filter((word) => word.operation === 'store' || kept.has(word))
  // Variables are assigned last, because until then they are inputs.
  const assignments = outputs.map(([local, word]) => `${variable(local)} = ${constantFor(word)}`)
  return [...steps.map(emitStep), ...assignments].join('\n')

  function emitStep(word: Word): string {
    const computed = expression(word)
    if (word.operation === 'store') return computed
    return `const ${constantFor(word)} = ${word.operation === 'add' ? `${computed} | 0` : computed}`
  }

  function read(word: Word): string {
    return kept.has(word) ? constantFor(word) : `(${expression(word)})`
  }

  function expression({ operation, inputs, constant, base }: Word): string {
    const [x = '', y = ''] = inputs.map(read)
    const slot = `memory[${BASES[base]}${constant}]`
    switch (operation) {
      case 'input':
        return variable(constant)
      case 'load':
        return slot
      case 'store':
        return `${slot} = ${x}`
      case 'add':
        return `${x} + ${y}`
      case 'xor':
        return `${x} ^ ${y}`
      case 'and':
        return `${x} & ${y}`
      case 'shr':
        return `${x} >>> ${constant}`
      case 'rotr':
        return `(${x} >>> ${constant}) | (${x} << ${32 - constant})`
      default:
        throw new Error(`JavaScript has no ${operation}`)
    }
  }
}

function emitStatement(statement: KernelStatement): string {
  const block = `{\n${emitStraight(statement)}\n}`
  if (!statement.loop) return block
  const { from, to, step } = statement.loop
  const start = from === 'word' ? `place & ${-step}` : from
  return `for (let slot = ${start}; slot < ${to}; slot += ${step}) ${block}`
}

/** Emits a function `name(memory, from, to, shift, word)`, which is the same kernel over an Int32Array with one lane. */
export function emitJavaScript(name: string, kernel: Kernel): string {
  const attempt = kernel.statements.map(emitStatement).join('\n')
  const variables = Array.from({ length: kernel.locals }, (_, local) => `${variable(local)} = 0`)
  return `function ${name}(memory, from, to, shift, word) {
const place = word >> 2
let ${variables.join(', ')}
for (; from < to; from += 4) {
v0 = (memory[from >> 2] << shift) + memory[${SLOT_ADDRESSES.base}] | 0
${attempt}
if ((${variable(kernel.digest)} & memory[${SLOT_ADDRESSES.mask}]) === 0) return from
}
return from
}
`
}
