import { browser } from '../scripts/browser-plugin.mjs'
import { markdown } from '../scripts/markdown-plugin.mjs'
import { text } from '../scripts/text-plugin.mjs'
import { validators } from '../scripts/validators-plugin.mjs'
import { yaml } from '../scripts/yaml-plugin.mjs'

/** The proofs with the sources that they are about, as plain JavaScript. Packages stay where they are. */
export default {
  input: { main: 'proof/runner/main.ts', 'run-proof': 'proof/runner/run-proof.ts' },
  platform: 'node',
  external: /^[\w@]/,
  plugins: [validators(), markdown(), browser(), text(), yaml()],
  output: { dir: 'proof/built', format: 'esm', cleanDir: true, sourcemap: true },
}
