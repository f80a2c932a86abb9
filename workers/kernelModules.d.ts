/** Loads other scripts in workers that are classic scripts. */
declare function importScripts(...urls: string[]): void

declare module 'virtual:kernel-urls' {
  import type { KernelName } from './kernel/Kernel.ts'

  export const kernelUrls: Readonly<Record<KernelName, string>>

  export const javascriptUrl: string
}
