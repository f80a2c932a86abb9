import type { BuildVariable } from '../build/site/variables.ts'

declare global {
  /** The variables of the build, and what `vite.config.ts` finds out by itself. */
  interface ImportMetaEnv extends Readonly<
    Partial<Record<BuildVariable | 'APP_VERSION' | 'APP_COMMIT', string>>
  > {}
}
