import { javascriptUrl } from 'virtual:kernel-urls'

type Run = (memory: Int32Array, from: number, to: number, shift: number, word: number) => number

/** The generated JavaScript kernels, of one block and of two. */
export type JavaScriptKernels = { one: Run; two: Run }

declare global {
  var javascriptKernels: JavaScriptKernels | undefined
}

/**
 * The JavaScript kernels, fetched when somebody needs them. They are a classic script that leaves them in the global scope: workers of
 * Firefox before 114 can import nothing, and pages and the workers of a development server run no classic scripts.
 */
export async function javascriptKernels(): Promise<JavaScriptKernels> {
  if (!globalThis.javascriptKernels) {
    try {
      importScripts(javascriptUrl)
    } catch {
      await import(/* @vite-ignore */ javascriptUrl)
    }
  }
  if (!globalThis.javascriptKernels) throw new Error('The JavaScript kernels did not arrive')
  return globalThis.javascriptKernels
}
