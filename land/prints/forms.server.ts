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
import { readBookData, readContractData, type BookData } from '../paper/read.server.ts'
import { renderBook, printedTime } from '../paper/render.server.ts'
import { printProblems } from '../paper/problems.ts'
import type { PrintForm, PrintHousehold } from './print-job.ts'
import { printJobProblems } from './problems.ts'

/** A form of a household as it was read: its parts in order, and what is counted once it was printed. */
export interface ReadForm {
  parts: readonly (() => Promise<Buffer>)[]
  count?(ctx: Ctx): Promise<void>
}
/** The current books of a household. @throws print-not-registered */
async function booksOf(ctx: Ctx, { code, name }: PrintHousehold): Promise<string[]> {
  const found = await scoped(ctx, djb)
    .select(['djb.id'])
    .where('djb.countyCode', '=', countyOf(code))
    .where('djb.cbfbm', '=', code)
    .where('djb.qszt', '=', QSZT.current)
    .orderBy('djb.cbjyqzbm')
    .execute()
  if (found.length === 0) throw printJobProblems.notRegistered({ name })
  return found.map((b) => String(b.id))
}
const LAND = ['location', 'give-up', 'mandate', 'extinct'] as const
type LandPrint = (typeof LAND)[number]
const isLandPrint = (form: PrintForm): form is LandPrint => (LAND as readonly string[]).includes(form)

/** Reads a form of a household. @throws what cannot be printed of it */
export async function readPrintForm(ctx: Ctx, storage: Storage, form: PrintForm, h: PrintHousehold): Promise<ReadForm> {
  if (form === 'contract' || form === 'contract-sketch') {
    const parts: (() => Promise<Buffer>)[] = []
    for (const id of await booksOf(ctx, h)) {
      const contract = seenContract(ctx, await readContractData(ctx, { djbId: id }))
      const at = timestampOf(printedTime(contract.frozen!))
      for (const part of await contractParts(ctx, storage, id, contract, { sketch: form === 'contract-sketch' })) parts.push(() => part(at))
    }
    return { parts }
  }
  if (form === 'djb') {
    const books: BookData[] = []
    for (const id of await booksOf(ctx, h)) books.push(await readBookData(ctx, id))
    return {
      parts: books.map((b) => () => renderBook(b, timestampOf(printedTime(b.frozen)))),
      count: async (later) => {
        for (const b of books) await countPrint(later, b)
      },
    }
  }
  if (isLandPrint(form)) {
    const at = timestampOf(ctx.now)
    return { parts: (await landForm(ctx, form, { cbfbms: h.code })).map((part) => () => part(at)) }
  }
  const part = await exportForms[form].read(ctx, h)
  if (!part) throw printProblems.nothing()
  return { parts: [part] }
}
