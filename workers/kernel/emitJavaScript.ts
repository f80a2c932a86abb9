import { SLOT } from './Kernel.ts'
import type { Kernel, Statement } from './Kernel.ts'
import { reachableWords } from './schedule.ts'
import type { Word } from './sha256Graph.ts'

const BASES = { start: '', loop: 'slot + ', word: 'place + ' }

const variable = (local: number) => `v${local}`

/** Variables beyond the kernel's own, taken and given back as values come and go. */
type Variables = { count: number; readonly free: string[] }

/** Straight-line code in the standard's order: a word that is read once becomes part of its reader's expression. */
function emitStraight(statement: Statement, variables: Variables): string[] {
  const { outputs } = statement
  const words = reachableWords(statement)
  const targets = new Map(outputs.map(([local, word]) => [word, local]))
  /** How often a word, or the input in a local, is still to be read. */
  const reads = new Map<Word | number, number>()
  const places = new Map<Word, string>()
  for (const input of words.flatMap((word) => word.inputs)) count(input, 1)
  for (const [, word] of outputs) if (word.operation === 'input') count(word, 1)
  const kept = words.filter(
    (word) => word.operation === 'store' || targets.has(word) || (reads.get(word) ?? 0) > 1,
  )
  return [...kept.map(keep), ...moves()]

  function count(word: Word, change: 1 | -1): number {
    const key = word.operation === 'input' ? word.constant : word
    const left = (reads.get(key) ?? 0) + change
    reads.set(key, left)
    return left
  }

  function placeOf(word: Word): string {
    return word.operation === 'input' ? variable(word.constant) : (places.get(word) ?? '')
  }

  function read(word: Word): string {
    const place = placeOf(word)
    if (place === '') return `(${expression(word)})`
    const isOver = count(word, -1) === 0 && !targets.has(word)
    if (isOver && word.operation !== 'input') variables.free.push(place)
    return place
  }

  function expression({ operation, inputs, constant, base }: Word): string {
    const [x = '', y = ''] = inputs.map(read)
    const slot = `memory[${BASES[base]}${constant}]`
    switch (operation) {
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

  /** The statement that computes a word and keeps it: in its own variable, if that one's old value is no longer needed. */
  function keep(word: Word): string {
    const computed = expression(word)
    if (word.operation === 'store') return computed
    const target = targets.get(word)
    const isFree = target !== undefined && !reads.get(target)
    const place = isFree ? variable(target) : (variables.free.pop() ?? `t${variables.count++}`)
    places.set(word, place)
    return `${place} = ${word.operation === 'add' ? `${computed} | 0` : computed}`
  }

  /** Moves the words that could not be computed in their places: first those whose target no other move still reads. */
  function moves(): string[] {
    const left = new Map<string, string>()
    for (const [local, word] of outputs) {
      const place = placeOf(word)
      if (place !== variable(local)) left.set(variable(local), place)
      if (place.startsWith('t')) variables.free.push(place)
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
}

function emitStatement(statement: Statement, variables: Variables): string {
  const straight = emitStraight(statement, variables).join('\n')
  if (!statement.loop) return straight
  const { from, to, step } = statement.loop
  const start = from === 'word' ? `place & ${-step}` : from
  return `for (slot = ${start}; slot < ${to}; slot += ${step}) {\n${straight}\n}`
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
