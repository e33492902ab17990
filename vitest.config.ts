import { defineConfig } from 'vitest/config'
import { browser } from './scripts/browser-plugin.mjs'
import { markdown } from './scripts/markdown-plugin.mjs'
import { text } from './scripts/text-plugin.mjs'
import { validators } from './scripts/validators-plugin.mjs'
import { yaml } from './scripts/yaml-plugin.mjs'

export default defineConfig({
  plugins: [validators(), markdown(), browser(), text(), yaml()],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/browser-server.ts'],
    // Prism takes seconds to load, and the files of one worker share it. No module keeps state between tests.
    isolate: false,
    pool: 'threads',
    // Tests mostly wait for processes and sockets, so two workers suit two cores.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
