import { readFileSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { createSchemaValidator, type SchemaValidator, type XmlLibrary } from '../../ern/schema/schema-validator.js'
import { UsageError } from '../framework/parse-arguments.js'

const PACKAGE = 'libxml2-wasm'

/** A validator with the schemas in a folder. The package that validates is optional, and loaded on demand. */
export async function loadSchemaFolder(
  folder: string,
  loadLibrary: () => Promise<XmlLibrary> = () => import(PACKAGE),
): Promise<SchemaValidator> {
  const root = resolveFolder(folder)
  const library = await loadLibrary().catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new UsageError(
      `--ern-schemas needs the package ${PACKAGE}. Install it beside mds-sandbox: npm install ${PACKAGE}`,
      false,
    )
  })
  return createSchemaValidator(library, (path) => readInside(root, path))
}

function resolveFolder(folder: string): string {
  try {
    const path = realpathSync(folder)
    if (statSync(path).isDirectory()) return path
  } catch {
    // Reported below, like a file.
  }
  throw new UsageError(`--ern-schemas can't be ${JSON.stringify(folder)}: it is not a folder.`, false)
}

/** Reads a file of the folder. Links that lead out of it are not followed. */
function readInside(root: string, path: string): Uint8Array | undefined {
  try {
    const file = realpathSync(join(root, path))
    const inside = relative(root, file)
    return inside.startsWith('..') || isAbsolute(inside) ? undefined : readFileSync(file)
  } catch {
    return undefined
  }
}
