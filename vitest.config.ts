import { defineConfig } from 'vitest/config'
import { browser } from './scripts/browser-plugin.mjs'
import { markdown } from './scripts/markdown-plugin.mjs'
import { text } from './scripts/text-plugin.mjs'
import { validators } from './scripts/validators-plugin.mjs'
import { yaml } from './scripts/yaml-plugin.mjs'

// These take long, so they have their own commands instead of npm test.
/** npm run test:browser: the dashboard and the pages in Chromium. */
const BROWSER_TESTS = ['test/dashboard/**/*.test.ts', 'test/http/pages/{browser,copy-button}.test.ts']
/** npm run check:proofs: do the proofs find planted faults? */
const PROOF_TESTS = ['test/proof/**/*.test.ts']

export default defineConfig({
  plugins: [validators(), markdown(), browser(), text(), yaml()],
  test: {
    // Prism takes seconds to load, and the files of one worker share it. No module keeps state between tests.
    isolate: false,
    pool: 'threads',
    // Tests mostly wait for processes and sockets, so two workers suit two cores.
    maxWorkers: 2,
    // Only a test that hangs should reach it, also on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'tests', include: ['test/**/*.test.ts'], exclude: [...BROWSER_TESTS, ...PROOF_TESTS] },
      },
      {
        extends: true,
        test: { name: 'browser', include: BROWSER_TESTS, globalSetup: ['test/support/browser-server.ts'] },
      },
      { extends: true, test: { name: 'proofs', include: PROOF_TESTS } },
    ],
  },
})
