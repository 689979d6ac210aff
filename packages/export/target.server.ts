import { isDate } from '../../kit/model/formats.ts'
import { plainPerm } from '../../kit/model/mask.ts'
import { entries } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { requireRegion, type Filter } from '../../kit/server/query.server.ts'
import type { ExportTarget } from '../../services/exchange/exports/targets.server.ts'
import { hjb } from '../package/hjb.ts'
import { writeChanges } from './changes.server.ts'
import { packageExportProblems } from './problems.ts'
import { PERSONAL } from './register.server.ts'
import { writeNationalPackage, type PackageWish } from './write.server.ts'

/**
 * What an export is asked for: the region, the caller's own where none is named, the year in the names of the files, this year where none is, and since when, where only changes are asked for.
 * @throws package-region, package-year, package-since, out-of-region, package-narrowed, package-masked
 */
function wishOf(ctx: Ctx, filter: Filter): PackageWish & { since: string } {
  const regionCode = String(filter.regionCode ?? '') || ctx.who.regionCode
  if (regionCode.length < 6) throw packageExportProblems.county()
  requireRegion(ctx, regionCode)
  const year = String(filter.year ?? '') || ctx.now.slice(0, 4)
  if (!/^(19|20)\d\d$/.test(year)) throw packageExportProblems.year()
  if (ctx.who.dataScopes?.length) throw packageExportProblems.narrowed()
  const hidden = PERSONAL.find((r) => hasButton(r.name) && entries(r).some(([, f]) => f.mask) && !ctx.who.perms.has(plainPerm(r)))
  if (hidden) throw packageExportProblems.masked({ what: ctx.lang === 'en' ? hidden.en : hidden.label })
  const since = String(filter.since ?? '')
  if (since && since !== 'last' && !(isDate(since) && since <= ctx.now.slice(0, 10))) throw packageExportProblems.since()
  return { regionCode, year, since }
}
/** Members and events of certificates have no button of their own: theirs is that of the household and of the certificate. */
const hasButton = (name: string) => name !== 'jtcy' && name !== 'cbjyqz_event'

/** 汇交成果包: what the export centre writes for the packages' type. */
export const packageExport = (dataDir: string): ExportTarget => ({
  r: hjb,
  // a day, or `last`: what changed since then instead of the whole
  filters: ['since'],
  archive: {
    ready: (ctx, filter) => void wishOf(ctx, filter),
    async write(run, filter, path) {
      // who may have lost a right since
      const asked = await run.tx(async (ctx) => wishOf(ctx, filter))
      return asked.since ? writeChanges(run, asked, path) : writeNationalPackage(run, asked, dataDir, path)
    },
  },
})
