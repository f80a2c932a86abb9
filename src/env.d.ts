import type { BuildVariable } from '../build/site/variables.ts'

declare global {
  interface ImportMetaEnv extends Readonly<Partial<Record<BuildVariable, string>>> {}
}
