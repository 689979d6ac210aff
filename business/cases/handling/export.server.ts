import type { ExportTarget } from '../../../services/exchange/exports/targets.server.ts'
import { business } from '../definitions/business.ts'

/** The list of cases may be exported: its own rows, without those that were removed. */
export const businessExport: ExportTarget = { r: business, rule: (q) => q.where('business.removed', 'is', null) }
