import { defineConfig } from 'vitest/config'
import { text } from './scripts/text-plugin.mjs'
import { yaml } from './scripts/yaml-plugin.mjs'

export default defineConfig({
  plugins: [text(), yaml()],
  test: {
    include: ['test/**/*.test.ts'],
    // The second judge takes seconds to load; the files of one worker share it. No module keeps state between tests.
    isolate: false,
    pool: 'threads',
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
