const IV_BYTES = 16

type EncryptRequest = {
  text: string
  fragments: readonly (string | undefined)[]
}

/**
 * Encrypts with AES-256-CBC and returns base64 of the random IV followed by the ciphertext. It never rejects: a failure is logged and
 * gives `""`, so that a check still runs.
 */
export async function encrypt({ text, fragments }: EncryptRequest): Promise<string> {
  try {
    const key = await importKey(fragments)
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
    const body = await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, key, new TextEncoder().encode(text))
    return btoa(String.fromCharCode(...iv, ...new Uint8Array(body)))
  } catch (error) {
    // An insecure context has no `crypto.subtle`. This is expected, so no warning is logged.
    // oxlint-disable-next-line no-console
    if (globalThis.isSecureContext !== false) console.warn(error)
    return ''
  }
}

async function importKey(fragments: EncryptRequest['fragments']): Promise<CryptoKey> {
  if (fragments.length === 0 || fragments.some((fragment) => fragment === undefined)) {
    throw new Error('part of the encryption key is undefined')
  }
  const material = new TextEncoder().encode(fragments.join(''))
  return await crypto.subtle.importKey('raw', material, 'AES-CBC', false, ['encrypt'])
}
