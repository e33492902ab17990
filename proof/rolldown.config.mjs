import { looks } from '../scripts/looks-plugin.mjs'
import { text } from '../scripts/text-plugin.mjs'
import { yaml } from '../scripts/yaml-plugin.mjs'

/** The proofs with the sources that they are about, as plain JavaScript. Packages stay where they are. */
export default {
  input: { main: 'proof/main.ts', one: 'proof/one.ts' },
  platform: 'node',
  external: /^[\w@]/,
  plugins: [looks(), text(), yaml()],
  output: { dir: 'proof/built', format: 'esm', cleanDir: true, sourcemap: true },
}
