/** Which of W[0…63] depend on message word `word` alone, by the recurrence of FIPS 180-4 § 6.2.2: the others are uniform. */
export function varyingWords(word: number): boolean[] {
  const varies: boolean[] = []
  for (let t = 0; t < 64; t++) {
    varies.push(t < 16 ? t === word : [2, 7, 15, 16].some((back) => varies[t - back]))
  }
  return varies
}
