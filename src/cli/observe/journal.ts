import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { defineAction, defineControlCommand } from '../control/define-control-command.js'
import { UsageError } from '../framework/parse-arguments.js'
import { sanitize } from '../framework/terminal.js'

/** `mds-sandbox journal save FILE` */
export const journal = defineControlCommand({
  save: defineAction({}, async ({ operands: [path = ''], client, print }) => {
    const file = await open(path, 'w').catch((error: NodeJS.ErrnoException) => {
      throw new UsageError(`FILE can't be written: ${sanitize(path)} (${error.code}).`, false)
    })
    let head = ''
    try {
      await client.download('/_sandbox/journal', async (content) => {
        content.on('data', (chunk: Buffer) => {
          if (!head.includes('\n')) head += chunk.toString('utf8')
        })
        await pipeline(content, createWriteStream('', { fd: file.fd, autoClose: false }))
      })
    } finally {
      await file.close()
    }
    print(`Wrote the journal to ${sanitize(path)}. Repeat the run: mds-sandbox rerun ${sanitize(path)}`)
    const { complete, missing = [] } = JSON.parse(head.split('\n')[0] ?? '{}') as {
      complete?: boolean
      missing?: string[]
    }
    if (complete === false)
      process.stderr.write(
        `mds-sandbox: The journal is incomplete: ${sanitize(missing.join(', ') || 'it has a limit', 500)}.\n`,
      )
  }),
})
