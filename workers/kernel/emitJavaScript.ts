import { SLOT } from './Kernel.ts'
import type { Kernel, Statement, Straight } from './Kernel.ts'
import { reachableWords } from './schedule.ts'
import type { Word } from './sha256Graph.ts'

const BASES = { start: '', loop: 'slot + ', word: 'place + ' }

const variable = (local: number) => `v${local}`

/** Variables beyond the kernel's own, taken and given back as values come and go. */
type Variables = { count: number; readonly free: string[] }

/** Straight-line code in the standard's order: a word that is read once becomes part of its reader's expression. */
class StraightWriter {
  readonly #outputs: Straight['outputs']
  readonly #targets: ReadonlyMap<Word, number>
  /** How often a word, or the input in a local, is still to be read. */
  readonly #reads = new Map<Word | number, number>()
  readonly #places = new Map<Word, string>()
  readonly #variables: Variables

  constructor(words: readonly Word[], outputs: Straight['outputs'], variables: Variables) {
    this.#variables = variables
    this.#outputs = outputs
    this.#targets = new Map(outputs.map(([local, word]) => [word, local]))
    for (const input of words.flatMap((word) => word.inputs)) this.#count(input, 1)
    for (const [, word] of outputs) if (word.operation === 'input') this.#count(word, 1)
  }

  #count(word: Word, reads: 1 | -1): number {
    const key = word.operation === 'input' ? word.constant : word
    const left = (this.#reads.get(key) ?? 0) + reads
    this.#reads.set(key, left)
    return left
  }

  keeps(word: Word): boolean {
    return this.#targets.has(word) || (this.#reads.get(word) ?? 0) > 1
  }

  #read(word: Word): string {
    const place = this.#placeOf(word)
    if (place === '') return `(${this.expression(word)})`
    const isOver = this.#count(word, -1) === 0 && !this.#targets.has(word)
    if (isOver && word.operation !== 'input') this.#variables.free.push(place)
    return place
  }

  expression({ operation, inputs, constant, base }: Word): string {
    const [x = '', y = ''] = operation === 'rotr' ? [] : inputs.map((input) => this.#read(input))
    switch (operation) {
      case 'load':
        return `memory[${BASES[base]}${constant}]`
      case 'store':
        return `memory[${BASES[base]}${constant}] = ${x}`
      case 'add':
        return `${x} + ${y}`
      case 'xor':
        return `${x} ^ ${y}`
      case 'and':
        return `${x} & ${y}`
      case 'shl':
        return `${x} << ${constant}`
      case 'shr':
        return `${x} >>> ${constant}`
      case 'rotr': {
        const rotated = inputs.map((input) => this.#read(input)).join('')
        return `(${rotated} >>> ${constant}) | (${rotated} << ${32 - constant})`
      }
      default:
        throw new Error(`JavaScript has no ${operation}`)
    }
  }

  /** The statement that computes a word and keeps it: in its own variable, if that one's old value is no longer needed. */
  statement(word: Word): string {
    const expression = this.expression(word)
    if (word.operation === 'store') return expression
    const target = this.#targets.get(word)
    const place = target !== undefined && !this.#reads.get(target) ? variable(target) : this.#take()
    this.#places.set(word, place)
    return `${place} = ${word.operation === 'add' ? `${expression} | 0` : expression}`
  }

  /** Moves the words that could not be computed in their places: first those whose target no other move still reads. */
  moves(): string[] {
    const left = new Map<string, string>()
    for (const [local, word] of this.#outputs) {
      const place = this.#placeOf(word)
      if (place !== variable(local)) left.set(variable(local), place)
      if (place.startsWith('t')) this.#variables.free.push(place)
    }
    const code: string[] = []
    while (left.size > 0) {
      const move = [...left].find(([target]) => ![...left.values()].includes(target))
      if (!move) throw new Error('The outputs form a cycle of moves')
      left.delete(move[0])
      code.push(`${move[0]} = ${move[1]}`)
    }
    return code
  }

  #placeOf(word: Word): string {
    return word.operation === 'input' ? variable(word.constant) : (this.#places.get(word) ?? '')
  }

  #take(): string {
    return this.#variables.free.pop() ?? `t${this.#variables.count++}`
  }
}

function emitStatement(statement: Statement, variables: Variables): string {
  if (statement.kind === 'repeat') {
    const { from, to, step, body } = statement
    const start = from === 'word' ? `place & ${-step}` : from
    return `for (slot = ${start}; slot < ${to}; slot += ${step}) {\n${body.map((one) => emitStatement(one, variables)).join('\n')}\n}`
  }
  const words = reachableWords(statement)
  const writer = new StraightWriter(words, statement.outputs, variables)
  const kept = words.filter((word) => word.operation === 'store' || writer.keeps(word))
  return [...kept.map((word) => writer.statement(word)), ...writer.moves()].join('\n')
}

/** A function `name(memory, from, to, shift, word)`: the same kernel over an Int32Array, one lane, slot by slot. */
export function emitJavaScript(name: string, kernel: Kernel): string {
  const variables: Variables = { count: 0, free: [] }
  const attempt = kernel.statements.map((statement) => emitStatement(statement, variables)).join('\n')
  const kept = Array.from({ length: kernel.locals }, (_, local) => `${variable(local)} = 0`)
  const temporary = Array.from({ length: variables.count }, (_, index) => `t${index} = 0`)
  return `function ${name}(memory, from, to, shift, word) {
const place = word >> 2
let slot = 0, ${[...kept, ...temporary].join(', ')}
for (; from < to; from += 4) {
v0 = (memory[from >> 2] << shift) + memory[${SLOT.base}] | 0
${attempt}
if ((${variable(kernel.digest)} & memory[${SLOT.mask}]) === 0) return from
}
return from
}
`
}
