import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const isExecutable = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The installed browser. Undefined if there is none. */
export const executablePath = ['chromium', 'chromium-browser', 'google-chrome']
  .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
  .find(isExecutable)

/** Without a browser the tests that need one are skipped, except in CI, where they fail. */
export const hasBrowser = executablePath !== undefined || process.env.CI !== undefined
