// What a person has typed into a form and not saved: kept while he types, for him alone. Source: rulings.md 62.
import { problem, problems } from '../../kit/model/problem.ts'
import { localTime, moved } from '../../kit/server/clock.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { route, type Route, type TextInput } from '../../kit/server/route.server.ts'
import type { Routine } from '../../runtime/maintenance.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { holdTurn } from '../definitions/turn.server.ts'
import { DRAFT_LIMITS, isFormName, keepable, PRESENCE_SECONDS, type FormDraft } from './form-draft.ts'

const wrong = {
  tooLarge: problem(400, 'draft-too-large', () => ({ zh: '填写的内容过多，无法保存草稿', en: 'There is too much in the form to keep it as a draft' })),
}
interface Held {
  page: string
  body: unknown
}
function formOf(v: unknown): string {
  if (!isFormName(v)) throw problems.badRequest({ zh: '表单名称不正确', en: 'The name of the form is malformed' })
  return v
}
/** A page of this product; anything else is not led to. */
const pageOf = (v: unknown): string => (typeof v === 'string' && /^\/(?![/\\])/.test(v) && v.length <= 2000 ? v : '/')
/** Whose draft it is and of what: bound into the seal, so that a row that was moved to somebody else does not open. */
const about = (ctx: Ctx, form: string): string => `form_draft.${ctx.who.tenantId}.${ctx.who.userId}.${form}`
const mine = (ctx: Ctx) => ctx.db.selectFrom('form_draft').where('form_draft.tenantId', '=', ctx.who.tenantId).where('form_draft.userId', '=', ctx.who.userId)
async function dropAll(ctx: Ctx, forms: readonly string[]): Promise<void> {
  await ctx.db
    .deleteFrom('form_draft')
    .where('tenantId', '=', ctx.who.tenantId)
    .where('userId', '=', ctx.who.userId)
    .where('form', 'in', [...forms])
    .execute()
}
/** Whoever looks through another's eyes sees what that person may see, and not what he types. */
const isSomebodyElse = (ctx: Ctx): boolean => !!ctx.who.viewer

/** A draft as a form sends it; only `form` where it is given up. */
interface SentForm {
  readonly form?: unknown
  readonly page?: unknown
  readonly body?: unknown
}
function draftCalls(s: Sealer) {
  const open = (ctx: Ctx, form: string, sealed: string): Held | undefined => {
    try {
      return JSON.parse(s.open(sealed, about(ctx, form))) as Held
    } catch {
      // sealed under a key that is gone: nobody reads it any more
      return undefined
    }
  }
  async function list(ctx: Ctx): Promise<FormDraft[]> {
    if (isSomebodyElse(ctx)) return []
    const rows = await mine(ctx).select(['form', 'sealed', 'updateTime']).orderBy('updateTime', 'desc').limit(DRAFT_LIMITS.forms).execute()
    return rows.flatMap((r) => {
      const held = open(ctx, r.form, r.sealed)
      return held ? [{ form: r.form, page: held.page, at: r.updateTime }] : []
    })
  }
  async function detail(ctx: Ctx, q: TextInput<'form'>): Promise<(FormDraft & Held) | null> {
    const form = formOf(q.form)
    if (isSomebodyElse(ctx)) return null
    const row = await mine(ctx).select(['sealed', 'updateTime']).where('form', '=', form).executeTakeFirst()
    const held = row && open(ctx, form, row.sealed)
    return held ? { form, at: row.updateTime, ...held } : null
  }
  /** Keeps a draft, whose body is an object; what was kept of the form before is gone. Answers when. */
  async function keep(ctx: Ctx, b: SentForm): Promise<{ at: string }> {
    const form = formOf(b.form)
    if (b.body === null || typeof b.body !== 'object' || Array.isArray(b.body))
      throw problems.badRequest({ zh: '草稿内容不正确', en: 'The draft is malformed' })
    const text = JSON.stringify({ page: pageOf(b.page), body: keepable(b.body) } satisfies Held)
    if (text.length > DRAFT_LIMITS.size) throw wrong.tooLarge()
    await holdTurn(ctx)
    // one more than may be kept: the one that nobody went on with for longest goes
    const over = await mine(ctx)
      .select('form')
      .where('form', '<>', form)
      .orderBy('updateTime', 'desc')
      .orderBy('form')
      .offset(DRAFT_LIMITS.forms - 1)
      .execute()
    if (over.length)
      await dropAll(
        ctx,
        over.map((d) => d.form),
      )
    const values = { sealed: s.seal(text, about(ctx, form)), updateTime: ctx.now }
    await ctx.db
      .insertInto('form_draft')
      .values({ tenantId: ctx.who.tenantId, userId: ctx.who.userId, form, ...values })
      .onConflict((c) => c.columns(['tenantId', 'userId', 'form']).doUpdateSet(values))
      .execute()
    return { at: ctx.now }
  }
  const drop = (ctx: Ctx, b: SentForm): Promise<void> => dropAll(ctx, [formOf(b.form)])
  /** The key under which this person's browsers lay aside what cannot be sent: without a sign-in of his nobody reads it there. */
  async function key(ctx: Ctx): Promise<{ key: string }> {
    if (isSomebodyElse(ctx)) throw problems.onlyLooking()
    return { key: s.sign(`${ctx.who.tenantId}.${ctx.who.userId}`, 'form_draft') }
  }
  return { list, detail, keep, drop, key }
}

/** Drafts of forms, each for its person. */
export function formDraftRoutes(s: Sealer): readonly Route[] {
  const { list, detail, keep, drop, key } = draftCalls(s)
  const own = { perm: 'signed-in', scope: 'own' } as const
  const read = { ...own, method: 'GET', audit: 'read' } as const
  return [
    route({ ...read, path: '/basic/form-draft/list', summary: '表单草稿列表', run: list }),
    route({ ...read, path: '/basic/form-draft/detail', summary: '表单草稿', query: ['form'], run: detail }),
    route({ ...read, path: '/basic/form-draft/key', summary: '本机暂存密钥', run: key }),
    { ...own, method: 'POST', path: '/basic/form-draft/keep', audit: 'form_draft.keep', summary: '保存表单草稿', body: 'any', run: keep },
    { ...own, method: 'POST', path: '/basic/form-draft/drop', audit: 'form_draft.drop', summary: '放弃表单草稿', body: 'any', run: drop },
  ]
}
/** Nightly: drafts that nobody went on with for a month go, and what was left of who had what open. */
export const draftRoutine: Routine = {
  name: 'form-drafts',
  label: '清理表单草稿',
  due: { at: '03:40' },
  run: ({ now, system }) =>
    system(async (tx) => {
      const before = (seconds: number) => moved(localTime(now), -seconds)
      const drafts = await tx
        .deleteFrom('form_draft')
        .where('updateTime', '<', before(DRAFT_LIMITS.days * 86_400))
        .executeTakeFirst()
      await tx.deleteFrom('record_presence').where('at', '<', before(PRESENCE_SECONDS)).execute()
      return `${drafts.numDeletedRows} drafts`
    }),
}
