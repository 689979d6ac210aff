import type { Lang } from '../../kit/model/lang.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'

/** The choices of a dictionary in their order, named in a language. */
export async function dictionaryChoices(ctx: Ctx, code: string, lang: Lang): Promise<{ key: string; label: string }[]> {
  const rows = await ctx.db
    .selectFrom('dict_biz')
    .select(['dictKey', 'dictValue', 'en'])
    .where('tenantId', '=', ctx.who.tenantId)
    .where('code', '=', code)
    .where('parentId', 'is not', null)
    .orderBy('sort')
    .execute()
  return rows.map((d) => ({ key: String(d.dictKey), label: String((lang === 'en' && d.en) || d.dictValue) }))
}
