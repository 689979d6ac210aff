// Mailings are set up by who may export figures, for colleagues who may, too.
import { sql } from 'kysely'
import { invalidField } from '../../kit/model/problem.ts'
import { permOf } from '../../kit/model/resource.ts'
import { ADMINISTRATOR, type Ctx } from '../../kit/server/ctx.server.ts'
import { requireRegion, scoped } from '../../kit/server/query.server.ts'
import { crud, ids, reading, rowIdOf, type Route, type SentRow, type Slice } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { buttonsOf } from '../../platform/session/who.server.ts'
import { chosenIndicators, isSet } from '../figures/indicators.ts'
import { figure_mail, figure_mail_log } from './figure-mail.ts'
import { mailingProblems } from './problems.ts'

/** Receivers of one mailing at most. */
const MOST = 50
/** Colleagues that a form offers at most. */
const MOST_LISTED = 1000
const NEEDED = 'figure_export'
/** Refuses who cannot be a receiver: whoever may not export figures gets none by mail either. */
async function requireReceivers(ctx: Ctx, list: string): Promise<void> {
  const wanted = [...new Set(list.split(',').filter(Boolean))]
  if (wanted.length > MOST) throw mailingProblems.most()
  for (const id of wanted) {
    const u = await ctx.db
      .selectFrom('sys_user')
      .select(['id', 'realName', 'status'])
      .where('tenantId', '=', ctx.who.tenantId)
      .where('id', '=', id)
      .executeTakeFirst()
    if (u?.status !== 1) throw mailingProblems.receiver()
    if (!(await buttonsOf(ctx.db, { id, tenantId: ctx.who.tenantId })).has(NEEDED)) throw mailingProblems.right({ name: u.realName ?? '' })
  }
}
/** A mailing that the caller may change: of a region of his, or of each receiver's own. */
async function own(ctx: Ctx, id: string): Promise<void> {
  const { regionCode } = await rows.get(ctx, figure_mail, id)
  if (regionCode) requireRegion(ctx, regionCode)
}
async function save(ctx: Ctx, b: SentRow<typeof figure_mail>): Promise<string> {
  const draft = await rows.checkedDraft(ctx, figure_mail, b)
  // whose mailing it is comes before what it says
  if (b.id) await own(ctx, rowIdOf(b))
  const { figures, items, regionCode, cycle, dayNo, receivers } = draft
  if (items && !(isSet(figures) && chosenIndicators(figures, String(items))))
    throw invalidField('items', mailingProblems.items({ items: String(items).slice(0, 80) }).words)
  if (cycle === 'week' && Number(dayNo) > 7) throw invalidField('dayNo', mailingProblems.weekDay().words)
  if (regionCode) requireRegion(ctx, String(regionCode))
  await requireReceivers(ctx, String(receivers ?? ''))
  return rows.save(ctx, figure_mail, b)
}
async function remove(ctx: Ctx, gone: readonly string[]): Promise<void> {
  for (const id of gone) await own(ctx, id)
  await rows.remove(ctx, figure_mail, gone)
  const logs = await scoped(ctx, figure_mail_log).select('figure_mail_log.id').where('figure_mail_log.mailId', 'in', gone).execute()
  if (logs.length === 0) return
  await rows.erase(
    ctx,
    figure_mail_log,
    logs.map((l) => String(l.id)),
  )
}
/** Colleagues who may be receivers: active, and by one of their roles exporting figures. */
const people = async (ctx: Ctx): Promise<{ id: string; name: string }[]> =>
  (
    await sql<{
      id: string
      name: string
    }>`select u.id::text as id, u."realName" as name from sys_user u where u."tenantId" = ${ctx.who.tenantId} and u.status = 1
      and exists (select 1 from sys_role r where r."tenantId" = u."tenantId" and r.id = any(string_to_array(u."roleId", ',')::bigint[]) and (r."roleAlias" = ${ADMINISTRATOR}
        or exists (select 1 from role_menu rm join menu m on m.id = rm."menuId" where rm."tenantId" = u."tenantId" and rm."roleId" = r.id and m.code = ${NEEDED})))
      order by u."realName", u.id limit ${MOST_LISTED}`.execute(ctx.db)
  ).rows
const plain = crud(figure_mail)
const log = crud(figure_mail_log)
const checked = (r: Route): Route => ({ ...r, run: save })
/** Figures by mail. Source: statistics.md 16. */
export const mailingsSlice: Slice = {
  name: 'mailings',
  resources: [figure_mail, figure_mail_log],
  routes: [
    ...Object.values({
      ...plain,
      submit: checked(plain.submit),
      save: checked(plain.save),
      update: checked(plain.update),
      remove: { ...plain.remove, run: (ctx, q) => remove(ctx, ids(q)) } satisfies Route,
    }),
    { ...log.page, perm: permOf(figure_mail, 'view') },
    reading('tenant', [permOf(figure_mail, 'add'), permOf(figure_mail, 'edit')])(`${figure_mail.path}/people`, '可选收件人', [], people),
  ],
}
