import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { expect } from 'vitest'
import type { Client, World } from './world.ts'

export type Table = (string | number | boolean | Date | null)[][]
/** A workbook with these rows on its first sheet; the first row has the headings. */
export const book = async (table: Table, more: object = {}): Promise<Buffer> =>
  Buffer.from(await writeXlsx({ sheets: [{ name: 'Sheet1', rows: table, ...more } as never] }))
/** The rows of the first sheet of a workbook. */
export const tableOf = async (bytes: Buffer): Promise<Table> => (await readXlsx(bytes)).sheets[0]!.rows as Table

/** Uploads and waits until it is read; answers the batch. */
export async function uploaded(w: World, who: Client, entity: string, file: Table | Buffer, more: Record<string, string> = {}): Promise<any> {
  const bytes = Buffer.isBuffer(file) ? file : await book(file)
  const a = await who.upload('/importBatch/upload', { name: '导入.xlsx', bytes }, { entity, ...more })
  expect([a.code, a.msg]).toEqual([200, expect.any(String)])
  await w.jobs.idle()
  return detailOf(who, a.data.id)
}
export const detailOf = async (who: Client, id: string, lang = 'zh'): Promise<any> =>
  (await who.send('GET', '/importBatch/detail', { query: { id }, headers: { 'accept-language': lang } })).data
export const rowsOf = async (who: Client, id: string, show?: string): Promise<any[]> =>
  (await who.get('/importBatch/rows', { id, show, size: 500 })).data.records
/** Writes all good rows, or those named, and waits; answers the batch. */
export async function accepted(w: World, who: Client, id: string, rows?: number[]): Promise<any> {
  const a = await who.post('/importBatch/accept', { id, ...(rows ? { rows } : {}) })
  expect([a.code, a.msg]).toEqual([200, expect.any(String)])
  await w.jobs.idle()
  return detailOf(who, id)
}
export async function withdrawn(w: World, who: Client, id: string): Promise<any> {
  expect((await who.post('/importBatch/withdraw', undefined, { id })).code).toBe(200)
  await w.jobs.idle()
  return detailOf(who, id)
}
