import { problem, problems } from '../../kit/model/problem.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { route, type Route, type TextInput } from '../../kit/server/route.server.ts'
import { viewsOf } from '../list/view.server.ts'
import { holdTurn } from '../definitions/turn.server.ts'

/** Characters of one setting as JSON, and settings of one person. */
const LONGEST = 20_000
const MOST = 200
const wrong = {
  tooLarge: problem(400, 'setting-too-large', () => ({ zh: '界面设置过大，请删除一些视图', en: 'The setting is too large; remove some views' })),
  tooMany: problem(400, 'setting-too-many', () => ({ zh: `最多保存${MOST}个页面的设置`, en: `At most ${MOST} pages can be set up` })),
}
function pageOf(v: unknown): string {
  const page = String(v ?? '')
  if (!/^[\w/.:-]{1,80}$/.test(page)) throw problems.badRequest({ zh: '页面名称不正确', en: 'The name of the page is malformed' })
  return page
}
/** The caller's setting of a page, or null. */
async function read(ctx: Ctx, q: TextInput<'page'>) {
  const row = await ctx.db
    .selectFrom('user_setting')
    .select('value')
    .where('tenantId', '=', ctx.who.tenantId)
    .where('userId', '=', ctx.who.userId)
    .where('page', '=', pageOf(q.page))
    .executeTakeFirst()
  return row?.value ?? null
}
/** Stores the caller's setting of a page, an object; what stood there before is gone. */
async function write(ctx: Ctx, b: { readonly page?: unknown; readonly value?: unknown }): Promise<void> {
  const page = pageOf(b.page)
  if (b.value === null || typeof b.value !== 'object' || Array.isArray(b.value))
    throw problems.badRequest({ zh: '界面设置不正确', en: 'The setting is malformed' })
  const value = JSON.stringify(b.value)
  if (value.length > LONGEST) throw wrong.tooLarge()
  const own = { tenantId: ctx.who.tenantId, userId: ctx.who.userId }
  await holdTurn(ctx)
  const others = await ctx.db
    .selectFrom('user_setting')
    .select('page')
    .where('tenantId', '=', own.tenantId)
    .where('userId', '=', own.userId)
    .where('page', '<>', page)
    .limit(MOST)
    .execute()
  if (others.length >= MOST) throw wrong.tooMany()
  await ctx.db
    .insertInto('user_setting')
    .values({ ...own, page, value, updateTime: ctx.now })
    .onConflict((c) => c.columns(['tenantId', 'userId', 'page']).doUpdateSet({ value, updateTime: ctx.now }))
    .execute()
}

/** Saved views and columns of tables, kept for each person. */
export const settingRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/basic/user-setting/detail',
    perm: 'signed-in',
    scope: 'own',
    audit: 'read',
    summary: '个人界面设置',
    query: ['page'],
    run: read,
  }),
  route({
    method: 'GET',
    path: '/basic/list-look',
    perm: 'signed-in',
    scope: 'own',
    audit: 'read',
    summary: '列表的个人界面设置与视图',
    query: ['page'],
    // a list asks for both where it opens
    run: async (ctx, q) => ({ setting: await read(ctx, q), views: await viewsOf(ctx, pageOf(q.page)) }),
  }),
  {
    method: 'POST',
    path: '/basic/user-setting/submit',
    perm: 'signed-in',
    scope: 'own',
    audit: 'user_setting.save',
    summary: '保存个人界面设置',
    body: 'any',
    run: (ctx, b) => write(ctx, b),
  },
]
