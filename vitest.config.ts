import { defineConfig, mergeConfig } from 'vitest/config'
import { LongestFirst, testProjects } from './tests/run/projects.ts'
import viteConfig from './vite.config.ts'

/** The build's configuration and the tests' own: the image of the server builds without this file. */
export default defineConfig((environment) => {
  // Times are shown on the device's clock. A thread takes its zone from the process.
  process.env['TZ'] = 'Asia/Tokyo'
  return mergeConfig(viteConfig(environment), {
    test: {
      // Long limits: a test on a busy machine must not fail because it is slow.
      testTimeout: 900_000,
      hookTimeout: 900_000,
      expect: { poll: { timeout: 60_000 } },
      env: { VITE_API_BASE: 'http://api.test' },
      sequence: { sequencer: LongestFirst },
      projects: testProjects,
    },
  })
})
