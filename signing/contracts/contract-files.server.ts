/** Files of many contracts as one archive, made by the export centre with progress. Source: business-flows.md 7; documents.md 0 (batch print). */
import { typedRows } from '../../kit/server/any-query.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { mergedPdf, timestampOf } from '../../services/typeset/pdf.server.ts'
import { rowsOf } from '../../services/exchange/exports/source.server.ts'
import type { ExportForm, ExportTarget, ExportHolder } from '../../services/exchange/exports/targets.server.ts'
import { contract_file } from '../../business/cases/definitions/business.ts'
import { SIGN } from '../../land/definitions/statuses.ts'
import { signedBytes } from '../contract/contract-attach.server.ts'
import { drawn, fileOf, type SigningTypes } from './contracts.server.ts'
import type { Typesetting } from '../templates/typeset.server.ts'

/** Of a region the contracts that have a file; of a case, or of chosen ones, all: those without are printed as they are to be signed. */
export const contractExport: ExportTarget = {
  r: contract_file,
  rule: (q, filter) => (filter.businessId || filter.ids ? q : q.where('contract_file.attachId', 'is not', null)),
}
interface Named {
  id: string
  cbhtbm: string
  cbfmc: string
  signStatus: string
  attachId: string | null
}
/** What the name of a file says of a contract that is not signed. */
const markOf = ({ signStatus, attachId }: Named): string => (!attachId ? '-待签' : signStatus === SIGN.signed ? '' : '-待审核')
/** Signs that a file system takes for its own. */
const plain = (name: string): string => name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '')

/** One contract of the archive: the bytes that were signed, refused where they are others (I27), else its print with the sketch. */
export const contractForm = (of: SigningTypes, to: Typesetting): ExportForm => ({
  async holders(ctx, filter, limit): Promise<ExportHolder[]> {
    const found = await typedRows<Named>(
      rowsOf(ctx, contractExport, filter)
        .select(['contract_file.id', 'contract_file.cbhtbm', 'contract_file.cbfmc', 'contract_file.signStatus', 'contract_file.attachId'])
        .orderBy('contract_file.cbhtbm')
        .orderBy('contract_file.id')
        .limit(limit),
    )
    return found.map((c) => ({ code: c.id, name: `${c.cbhtbm}-${c.cbfmc}${markOf(c)}` }))
  },
  async read(ctx, { code }) {
    const c = await rows.get(ctx, contract_file, code)
    if (c.attachId) {
      const { ossName } = await fileOf(ctx, c)
      return () => signedBytes(to.storage, { ossName, fileHash: c.fileHash })
    }
    const [parts, at] = [await drawn(of, to, ctx, c), timestampOf(ctx.now)]
    return async () => {
      const made: Buffer[] = []
      for (const part of parts) made.push(await part(at))
      return mergedPdf(made, at)
    }
  },
  fileName: (_code, name) => `${plain(name)}.pdf`,
})
