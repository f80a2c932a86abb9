/** The independent implementation, fetched and compiled before there is anything to verify. */
export async function loadVerifier() {
  const { verify } = await import('../../workers/verify.ts')
  await verify('', 0, 0)
  return verify
}
