import { lazyModule } from '../lib/loadChunk.ts'

export const preparationModule = lazyModule(async () => (await import('./proof.ts')).prepare)

/** What fails here is tried again by the check. */
export function prepareOnFocus(): void {
  void preparationModule.prefetch().then(() => preparationModule.loaded()?.())
}
