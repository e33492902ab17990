import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the probe in a sandbox writes its longest turn. */
export const turnFileOf = (pid) => join(tmpdir(), `mds-bench-turn-${pid}`)
