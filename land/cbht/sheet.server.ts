import { writeXlsx } from 'hucre/xlsx'
import { FileResponse } from '../../kit/server/route.server.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
type Value = string | number | null

/** One sheet as a workbook to be saved; texts stay texts. `width` in characters. */
export async function sheetOf(
  fileName: string,
  name: string,
  heads: readonly { header: string; width: number }[],
  data: readonly (readonly Value[])[],
): Promise<FileResponse> {
  const columns = heads.map((h, i) => ({ ...h, key: String(i) }))
  const cells = data.map((r) => Object.fromEntries(r.map((v, i) => [String(i), v ?? ''])))
  return new FileResponse(fileName, XLSX, Buffer.from(await writeXlsx({ sheets: [{ name, columns, data: cells, freezePane: { rows: 1 } }] })))
}
