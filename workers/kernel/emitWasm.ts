import type { Frame } from './emitStraight.ts'
import { emitStraight } from './emitStraight.ts'
import type { Lanes } from './instructions.ts'
import { control, I32 } from './instructions.ts'
import type { Kernel, Statement } from './Kernel.ts'
import type { Machine } from './listSchedule.ts'
import { SLOT } from './slots.ts'
import { TemporaryLocals } from './TemporaryLocals.ts'
import { named, sized, unsigned, vector } from './wasmBytes.ts'

/** The parameters of a kernel, in bytes but for the shift; see `Run` of the engine. */
const [FROM, TO, SHIFT, WORD, LOOP, VECTORS] = [0, 1, 2, 3, 4, 5]

function emitStatement(statement: Statement, frame: Frame): number[] {
  if (statement.kind === 'straight') return emitStraight(statement, frame)
  const size = frame.lanes.lanes * 4
  const { from, to, step, body } = statement
  const turn = [
    control.loop,
    body.flatMap((one) => emitStatement(one, frame)),
    [control.get(LOOP), control.constant(step * size), control.add, control.tee(LOOP)].flat(),
    [control.constant(to * size), control.lessUnsigned, control.branchIf(0)].flat(),
    control.end,
  ].flat()
  const start =
    from === 'word'
      ? [control.get(WORD), control.constant(-step * size), control.and].flat()
      : control.constant(from * size)
  return [start, control.set(LOOP), turn].flat()
}

/** The function's body: for every vector of digits one attempt, until one may be a solution. */
function emitFunction(kernel: Kernel, lanes: Lanes, machine: Machine): number[] {
  const size = lanes.lanes * 4
  const temporaries = new TemporaryLocals(VECTORS + kernel.locals)
  const frame: Frame = { lanes, machine, loop: LOOP, place: WORD, vectors: VECTORS, temporaries }
  const attempt = kernel.statements.flatMap((statement) => emitStatement(statement, frame))
  const missed = lanes.lanes === 4 ? [...lanes.allTrue, ...control.isZero] : control.isZero
  const body = [
    control.block,
    control.loop,
    [control.get(FROM), lanes.load(0), control.get(SHIFT), lanes.shl].flat(),
    [control.constant(0), lanes.load(SLOT.base * size), lanes.add, control.set(VECTORS)].flat(),
    attempt,
    [
      control.get(VECTORS + kernel.digest),
      control.constant(0),
      lanes.load(SLOT.mask * size),
      lanes.and,
    ].flat(),
    [missed, control.branchIf(1)].flat(),
    [control.get(FROM), control.constant(size), control.add, control.tee(FROM)].flat(),
    [control.get(TO), control.lessUnsigned, control.branchIf(0)].flat(),
    control.end,
    control.end,
    control.get(FROM),
    control.end,
  ].flat()
  const locals = vector([
    [1, I32],
    [...unsigned(kernel.locals + temporaries.count), lanes.type],
  ])
  return sized([...locals, ...body])
}

const MAGIC = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]
const FUNCTION = 0x60
const MEMORY = 0x02
const section = (id: number, bytes: readonly number[]) => [id, ...sized(bytes)]

/** A module that imports one page of memory and exports the kernel as `run`. */
export function emitWasm(kernel: Kernel, lanes: Lanes, machine: Machine): Uint8Array<ArrayBuffer> {
  return new Uint8Array([
    ...MAGIC,
    ...section(1, vector([[FUNCTION, ...vector([[I32], [I32], [I32], [I32]]), ...vector([[I32]])]])),
    ...section(2, vector([[...named('driver'), ...named('memory'), MEMORY, 0x00, 0x01]])),
    ...section(3, vector([[0]])),
    ...section(7, vector([[...named('run'), 0x00, 0]])),
    ...section(10, vector([emitFunction(kernel, lanes, machine)])),
  ])
}
