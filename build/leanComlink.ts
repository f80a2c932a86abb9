import type { Plugin } from 'vite'

/** Hands over objects to be called from the other side; here only data is handed over. */
const HANDLER = '["proxy", proxyTransferHandler],'

/** Made whether or not it is used, and keeps all of calling the other side with it. */
const FINALIZERS = /"FinalizationRegistry" in globalThis &&\s+new FinalizationRegistry/
const PURE = 'typeof FinalizationRegistry === "function" && /* @__PURE__ */ new FinalizationRegistry'

/**
 * Leaves out of Comlink what nobody uses: all of calling from the worker, and of being called from the page. The build fails when a
 * release no longer has the two places.
 */
export function leanComlink(): Plugin {
  return {
    name: 'lean-comlink',
    apply: 'build',
    transform(code, id) {
      if (!id.includes('/comlink/dist/esm/comlink.')) return null
      if (!code.includes(HANDLER) || !FINALIZERS.test(code))
        this.error('Comlink is no longer written as it was')
      return code.replace(HANDLER, '').replace(FINALIZERS, PURE)
    },
  }
}
