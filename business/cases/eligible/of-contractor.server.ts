// What the cases of a contractor were, and the files that are kept of it: two tabs of its form. Source: screens.md B2 F ⑦.
import { sql, type RawBuilder } from 'kysely'
import { problems } from '../../../kit/model/problem.ts'
import { countyOf } from '../../../kit/model/region-code.ts'
import { typedRows, type AnyQuery } from '../../../kit/server/any-query.server.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { joinable, scoped } from '../../../kit/server/query.server.ts'
import { answering, reading, type Route } from '../../../kit/server/route.server.ts'
import { cbf } from '../../../land/definitions/cbf.ts'
import { outWithNames } from '../../../services/files/attachments.server.ts'
import type { Attach } from '../../../services/files/attach.ts'
import { filedUnder, type Owners } from '../../../services/files/owners.server.ts'
import { business } from '../definitions/business.ts'
import { casesWhere, visibleCase } from '../handling/lists.server.ts'

/** Both parties of a transfer belong to one village: its cases stand under the codes of its issuers. */
const VILLAGE = 12
/** Files that are shown of one contractor, the newest of them. */
const MOST_FILES = 1_000

function codeAsked(cbfbm = ''): string {
  if (!/^\d{18}$/.test(cbfbm)) throw problems.badRequest({ zh: '承包方编码应为18位数字', en: 'The code of a contractor must have 18 digits' })
  return cbfbm
}
/** A contractor's own code, and those of its books and contracts. */
const codesOf = (cbfbm: string) => [cbfbm, `${cbfbm}J`, `${cbfbm}Q`]

/**
 * The caller's cases that are about a contractor, whatever became of them: its form or the codes taken for it name the contractor or its book, or its finish
 * left a note in the book. An index has the codes that a form names (case_codes).
 */
function casesOf(ctx: Ctx, cbfbm: string): AnyQuery {
  const mine = (t: string) => sql`${sql.ref(`${t}.countyCode`)} = ${countyOf(cbfbm)} and ${sql.ref(`${t}.tenantId`)} = ${ctx.who.tenantId}`
  const named = sql`select f."businessId" from business_draft f where ${mine('f')} and case_codes(f.form, f.codes) @> array[${cbfbm}]::text[]`
  const noted = sql`select case when n."causeKind" = 'business' then n."causeId"::bigint end from djb_note n where ${mine('n')}
    and n."onCode" = any(${codesOf(cbfbm)}::text[]) and n."causeKind" = 'business'`
  const village = cbfbm.slice(0, VILLAGE)
  return visibleCase(ctx)
    .where('business.countyCode', '=', countyOf(cbfbm))
    .where('business.fbfbm', '>=', village)
    .where('business.fbfbm', '<', `${village}:`)
    .where(sql<boolean>`business.id in (${named} union all ${noted})`)
}

/** Where a file of a contractor hangs: on the household itself, or on what was made or done for it. */
const HELD = ['household', 'case', 'contract', 'certificate', 'book', 'scan', 'draft', 'correction'] as const
interface Holder {
  id: string
  held: (typeof HELD)[number]
  code: string
}
/** Rows of the registers on which files of a contractor hang. */
function registered(ctx: Ctx, cbfbm: string): RawBuilder<Holder> {
  const codes = codesOf(cbfbm)
  const part = (held: string, table: string, code: string, is: RawBuilder<unknown>) =>
    sql`select ${sql.lit(held)} as held, t.id::text as id, ${sql.ref(`t.${code}`)} as code from ${sql.table(table)} t
      where t."countyCode" = ${countyOf(cbfbm)} and t."tenantId" = ${ctx.who.tenantId} and ${is}`
  const own = sql`t.cbfbm = ${cbfbm}`
  const coded = (name: string) => sql`${sql.ref(`t.${name}`)} = any(${codes}::text[])`
  return sql<Holder>`${sql.join(
    [
      part('household', 'cbf', 'cbfbm', own),
      part('contract', 'cbht', 'cbhtbm', own),
      part('book', 'djb', 'cbjyqzbm', own),
      part('certificate', 'cbjyqz', 'cbjyqzbm', coded('cbjyqzbm')),
      part('scan', 'contract_scan', 'cbhtbm', coded('cbhtbm')),
      part('draft', 'contract_draft', 'cbhtbm', own),
      part('correction', 'correction', 'objectCode', coded('objectCode')),
    ],
    sql` union all `,
  )}`
}

/** The files kept of a contractor, the newest first, each with what it hangs on. What stands in the contract of another household of the same case is not its own. */
async function filesOf(ctx: Ctx, owners: Owners, cbfbm: string) {
  const isSeen = await scoped(ctx, cbf).select('cbf.id').where('cbf.countyCode', '=', countyOf(cbfbm)).where('cbf.cbfbm', '=', cbfbm).executeTakeFirst()
  if (!isSeen) throw problems.notFound({ zh: cbf.label, en: cbf.en })
  const { rows: held } = await registered(ctx, cbfbm).execute(ctx.db)
  const cases = ctx.who.perms.has('business_view')
    ? await casesOf(ctx, cbfbm).select(['business.id', 'business.businessCode', 'business.businessName']).execute()
    : []
  const holders = new Map<string, Holder>([
    ...held.map((h) => [h.id, h] as const),
    ...cases.map((b) => [String(b.id), { id: String(b.id), held: 'case', code: String(b.businessCode ?? b.businessName ?? '') }] as const),
  ])
  const files = await typedRows<Attach>(
    joinable(ctx, filedUnder(owners))
      .selectAll('attach')
      .where('attach.businessId', 'in', [...holders.keys()])
      .where(
        sql<boolean>`not exists (select 1 from contract_file f where f."countyCode" = attach."countyCode" and f."tenantId" = attach."tenantId"
        and f."businessId" = attach."businessId" and f."attachId" = attach.id and f.cbfbm <> ${cbfbm})`,
      )
      .orderBy('attach.id', 'desc')
      .limit(MOST_FILES),
  )
  return (await outWithNames(ctx, files)).map((f) => {
    const { held: on, code } = holders.get(String(f.businessId))!
    return { ...f, held: on, code }
  })
}

/** The cases of a contractor (`cbfbm`), and its files. */
export const contractorRoutes = (owners: Owners): Route[] => [
  answering(
    reading('land', 'business_view')('/yw-accept/business/of-cbf', '承包方业务', ['cbfbm', 'current', 'size'], (ctx, q) =>
      casesWhere(ctx, { current: q.current, size: q.size }, casesOf(ctx, codeAsked(q.cbfbm))),
    ),
    { as: 'page', of: business },
  ),
  reading('land', 'attach_view')('/yw-accept/business/files-of-cbf', '承包方档案材料', ['cbfbm'], (ctx, q) => filesOf(ctx, owners, codeAsked(q.cbfbm))),
]
