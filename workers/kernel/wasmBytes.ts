/** An unsigned number in LEB128, the variable-length form that WebAssembly uses for sizes, indices and offsets. */
export function unsigned(value: number): number[] {
  const low = value & 0x7f
  return value < 0x80 ? [low] : [low | 0x80, ...unsigned(value >>> 7)]
}

/** A signed number in LEB128, the form of i32.const. */
export function signed(value: number): number[] {
  const low = value & 0x7f
  const rest = value >> 7
  const last = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0)
  return last ? [low] : [low | 0x80, ...signed(rest)]
}

/** Bytes with their length in front. */
export function sized(bytes: readonly number[]): number[] {
  return [...unsigned(bytes.length), ...bytes]
}

/** A name: UTF-8 with its length in front. */
export function named(name: string): number[] {
  return sized([...new TextEncoder().encode(name)])
}

/** Items with their count in front. */
export function vector(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()]
}
