import type { Ctx } from '../../kit/server/ctx.server.ts'
import { textIn, crud, reading, type Input, type Route } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { image_config, image_log } from './image.ts'
import { gisProblems } from './problems.ts'
import { judgedSubmit, ofRegions, seen } from './seen.server.ts'
import { formatsWrong, readFormats } from './texts.ts'

/** Where a picture is served, and what keeps it: said, not asked. */
const KEPT = { serviceUrl: '/api/yzt/image/{id}/{z}/{x}/{y}', storagePath: 'files' } as const

/** How pictures may be uploaded: page, listNotPage, detail, submit, remove. Source: land-contract.md 7. */
export function imageConfigRoutes(): Route[] {
  const plain = ofRegions(image_config, crud(image_config))
  const judge = async (_: Ctx, draft: Input) => (readFormats(textIn(draft, 'formats')) ? [] : [formatsWrong])
  const submit: Route = {
    ...plain.submit,
    run: async (ctx, b) => {
      if (b.id) return rows.save(ctx, image_config, b)
      const draft = await rows.checkedDraft(ctx, image_config, b, [], KEPT)
      return rows.insert(ctx, image_config, { ...draft, ...KEPT })
    },
  }
  const all = reading('tenant', ['image_config_view', 'image_log_add'])(`${image_config.path}/listNotPage`, '影像上传配置（不分页）', [], (ctx) =>
    seen(ctx, image_config).selectAll('image_config').where('image_config.isEnabled', '=', 1).orderBy('image_config.sort').orderBy('image_config.id').execute(),
  )
  return [
    plain.page,
    { ...all, answer: { as: 'rows', of: image_config } },
    plain.detail,
    judgedSubmit(image_config, submit, { judge, filled: KEPT }),
    plain.remove,
  ]
}
/** What became of uploads: page, detail, and submit for their names. Source: land-contract.md 7. */
export function imageLogRoutes(): Route[] {
  const plain = crud(image_log)
  const submit: Route = {
    ...plain.submit,
    run: async (ctx, b) => {
      rows.requirePerm(ctx, image_log, b.id ? 'edit' : 'add')
      if (!b.id) throw gisProblems.logOnly()
      return rows.save(ctx, image_log, b)
    },
  }
  return [plain.page, plain.detail, submit]
}
