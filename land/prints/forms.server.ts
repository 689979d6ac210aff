// How each form of a print job is read of a household. Everything is read in a transaction and typeset outside of it.
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { scoped } from '../../kit/server/query.server.ts'
import { countyOf } from '../../kit/model/region-code.ts'
import type { Storage } from '../../services/files/storage/storage.server.ts'
import { timestampOf } from '../../services/typeset/pdf.server.ts'
import { djb } from '../definitions/cbht.ts'
import { QSZT } from '../definitions/statuses.ts'
import { exportForms } from '../paper/export-forms.server.ts'
import { landForm } from '../paper/land-forms.server.ts'
import { contractParts, countPrint, seenContract } from '../paper/print.server.ts'
import { readBookData, readContractData } from '../paper/read.server.ts'
import { renderBook, printedTime } from '../paper/render.server.ts'
import { printProblems } from '../paper/problems.ts'
import { isLandForm } from '../parts/land-form-names.ts'
import type { PrintForm, PrintHousehold } from './print-job.ts'
import { printJobProblems } from './problems.ts'

/** The current books of a household. */
const currentBooks = (ctx: Ctx, code: string) =>
  scoped(ctx, djb)
    .select(['djb.id', 'djb.regionCode', 'djb.printCount'])
    .where('djb.countyCode', '=', countyOf(code))
    .where('djb.cbfbm', '=', code)
    .where('djb.qszt', '=', QSZT.current)
    .orderBy('djb.cbjyqzbm')
    .execute()
/** Their ids. @throws print-not-registered */
async function booksOf(ctx: Ctx, { code, name }: PrintHousehold): Promise<string[]> {
  const found = await currentBooks(ctx, code)
  if (found.length === 0) throw printJobProblems.notRegistered({ name })
  return found.map((b) => String(b.id))
}
/** Counts a print of the books of a household, where they are what was printed. */
export async function countForm(ctx: Ctx, form: PrintForm, { code }: PrintHousehold): Promise<void> {
  if (form !== 'djb') return
  for (const b of await currentBooks(ctx, code)) await countPrint(ctx, { id: String(b.id), regionCode: b.regionCode!, printCount: Number(b.printCount ?? 0) })
}

/** Reads a form of a household: its parts in order. @throws what cannot be printed of it */
export async function readPrintForm(ctx: Ctx, storage: Storage, form: PrintForm, h: PrintHousehold): Promise<(() => Promise<Buffer>)[]> {
  const parts: (() => Promise<Buffer>)[] = []
  if (form === 'contract' || form === 'contract-sketch') {
    for (const id of await booksOf(ctx, h)) {
      const contract = seenContract(ctx, await readContractData(ctx, { djbId: id }))
      const at = timestampOf(printedTime(contract.frozen!))
      for (const part of await contractParts(ctx, storage, id, contract, { sketch: form === 'contract-sketch' })) parts.push(() => part(at))
    }
    return parts
  }
  if (form === 'djb') {
    for (const id of await booksOf(ctx, h)) {
      const book = await readBookData(ctx, id)
      parts.push(() => renderBook(book, timestampOf(printedTime(book.frozen))))
    }
    return parts
  }
  if (isLandForm(form)) {
    const at = timestampOf(ctx.now)
    return (await landForm(ctx, form, { cbfbms: h.code })).map((part) => () => part(at))
  }
  const part = await exportForms[form].read(ctx, h)
  if (!part) throw printProblems.nothing()
  return [part]
}
