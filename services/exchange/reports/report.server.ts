import { permOf } from '../../../kit/model/resource.ts'
import { crud, reading, type Slice } from '../../../kit/server/route.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { preview, type Definitions } from '../schemes/sheet.server.ts'
import { requireExistingRef } from '../../../platform/parts/naming.server.ts'
import { exp_tpl } from '../schemes/expimp.ts'
import { report } from './report.ts'

/** How many rows a report shows on the screen; the whole leaves as an export. */
const SHOWN = 50
/** Reports: named views by a sheet template. Source: platform.md 7 (report/rest); platform-api.md 3.16, 4. */
export function reportSlice(known: Definitions): Slice {
  const show = reading('tenant', permOf(report, 'view'))(`${report.path}/preview`, '报表预览', ['id'], async (ctx, q) =>
    preview(ctx, known, (await rows.get(ctx, report, q.id ?? '')).tplId, SHOWN),
  )
  const plain = crud(report)
  const [submit, save, update] = requireExistingRef([plain.submit, plain.save, plain.update], report, 'tplId', exp_tpl)
  const writes = { submit: submit!, save: save!, update: update! }
  return { name: 'report', resources: [report], routes: [...Object.values({ ...plain, ...writes }), show] }
}
