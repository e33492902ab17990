import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientReport } from '../../report/client-report.js'
import { UsageError } from '../framework/parse-arguments.js'

/** Before the start, so that a wrong path is noticed at once. */
export const createReportDirectory = (path: string): Promise<unknown> =>
  mkdir(path, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--report can't write to ${path}: ${error.code}.`, false)
  })

/** Writes the report in all formats. */
export async function writeReportFiles(path: string, report: ClientReport): Promise<void> {
  const { REPORT_FILES, REPORT_FORMATS, formatReport } = await import('../../report/formats/format-report.js')
  const { checkReport } = await import('../../report/gate.js')
  const gate = checkReport(report, { failOn: 'error', min: {}, baseline: undefined })
  for (const format of REPORT_FORMATS)
    await writeFile(join(path, REPORT_FILES[format]), formatReport(format, report, gate))
}
