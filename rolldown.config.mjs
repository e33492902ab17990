import { browser } from './scripts/browser-plugin.mjs'
import { markdown } from './scripts/markdown-plugin.mjs'
import { text } from './scripts/text-plugin.mjs'
import { validators } from './scripts/validators-plugin.mjs'
import { yaml } from './scripts/yaml-plugin.mjs'

/** One package without dependencies: everything is bundled, and what start-up does not need is in chunks of its own. */
export default {
  input: { cli: 'src/cli/main.ts', index: 'src/index.ts', matchers: 'src/matchers.ts', testing: 'src/testing.ts' },
  platform: 'node',
  // Users who validate ERN messages with DDEX's schemas install it themselves.
  external: ['libxml2-wasm'],
  plugins: [validators(), markdown(), browser(), text(), yaml()],
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    comments: { annotation: false, jsdoc: false },
    chunkFileNames: 'chunks/[name]-[hash].js',
    banner: (chunk) => (chunk.name === 'cli' && chunk.isEntry ? '#!/usr/bin/env node' : ''),
  },
}
