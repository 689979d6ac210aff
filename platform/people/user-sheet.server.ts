import { writeXlsx } from 'hucre/xlsx'
import { readDraft } from '../../kit/model/check.ts'
import { Problem, problems } from '../../kit/model/problem.ts'
import type { Checked } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { shown } from '../../kit/server/narrow.server.ts'
import { filtered, listColumns, scoped } from '../../kit/server/query.server.ts'
import { DeferredResponse, FileResponse, type RequestFacts, type TextInput } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { workbookProblems } from '../../runtime/workbook/problems.ts'
import { readWorkbook } from '../../runtime/workbook/workbook.server.ts'
import { storePassword } from '../credentials/change.server.ts'
import { wrong } from '../credentials/problems.ts'
import { strategyOf } from '../credentials/strategy.server.ts'
import { refusal } from '../rights/people-problems.ts'
import { user } from '../definitions/system.ts'
import { requireMayAssign, requireQuota, syncSessions, usersBelow } from './user-guard.server.ts'
import { withUserNames, underDept } from './user-read.server.ts'
import { fittingPassword } from './user-write.server.ts'
import { XLSX_TYPE } from '../../runtime/workbook/media-type.ts'

const MOST_EXPORTED = 10_000
/** What an import takes at once. */
const LIMITS = { rows: 1000, columns: 100, characters: 1_000_000 } as const
/** Headings of the workbook and the names behind them. Source: platform-api.md 3.6; tenant and ids are told and never read. */
const COLUMNS = [
  ['租户编号', 'tenantId', 12],
  ['账户', 'account', 18],
  ['昵称', 'name', 16],
  ['姓名', 'realName', 16],
  ['邮箱', 'email', 24],
  ['手机', 'phone', 16],
  ['角色ID', 'roleId', 24],
  ['部门ID', 'deptId', 24],
  ['岗位ID', 'postId', 24],
  ['角色名称', 'roleName', 24],
  ['部门名称', 'deptName', 24],
  ['岗位名称', 'postName', 24],
  ['生日', 'birthday', 14],
] as const
const TEMPLATE = COLUMNS.filter(([, n]) => !/Id$/.test(n))

async function sheet(name: string, columns: readonly (readonly [string, string, number])[], data: readonly Record<string, unknown>[]): Promise<Buffer> {
  const bytes = await writeXlsx({
    sheets: [
      {
        name,
        columns: columns.map(([header, key, width]) => ({ header, key, width })),
        data: data.map((r) => Object.fromEntries(columns.map(([, key]) => [key, r[key] === null || r[key] === undefined ? '' : String(r[key])]))),
        freezePane: { rows: 1 },
      },
    ],
  })
  return Buffer.from(bytes)
}

/** GET export-user: users that fit the filters as one sheet; phones are masked without the right to see them. */
export async function exportUsers(ctx: Ctx, q: TextInput): Promise<FileResponse> {
  const found = await filtered(ctx, await underDept(ctx, scoped(ctx, user), q.deptId), user, q)
    .select(listColumns(user))
    .orderBy('sys_user.account')
    .limit(MOST_EXPORTED)
    .execute()
  const seen = found.map((r) => shown(ctx, user, r as Record<string, unknown>) as Record<string, unknown> & { id: string })
  return new FileResponse('用户.xlsx', XLSX_TYPE, await sheet('用户', COLUMNS, await withUserNames(ctx, seen)))
}
/** GET export-template: the headings that an import reads. */
export const template = async (): Promise<FileResponse> => new FileResponse('用户导入模板.xlsx', XLSX_TYPE, await sheet('用户', TEMPLATE, []))

interface Imported {
  total: number
  inserted: number
  updated: number
  /** rows that were left out, by their number in the sheet */
  failed: { row: number; account: string; reason: string }[]
  /** first passwords of the new accounts, told this once */
  accounts: { account: string; realName: string; password: string }[]
}

/** Rows of the first sheet by heading; what stands under an unknown heading is not read. */
async function readRows(path: string): Promise<{ row: number; values: Record<string, string> }[]> {
  const sheet = await readWorkbook(path, LIMITS).catch((e: unknown) => {
    if (e instanceof Problem && e.key === workbookProblems.unreadable.key) return undefined
    throw e
  })
  const heads = (sheet?.heads ?? []).map((h) => h.trim())
  if (!sheet || !heads.includes('账户') || !heads.includes('姓名')) throw refusal.sheet({ zh: '文件不是用户导入模板', en: 'The file is not the user template' })
  const names = heads.map((h) => TEMPLATE.find(([t]) => t === h)?.[1])
  return sheet.rows.map(({ no, cells }) => ({ row: no, values: Object.fromEntries(names.flatMap((n, i) => (n ? [[n, cellText(cells[i])]] : []))) }))
}
const cellText = (v: unknown): string => (v instanceof Date ? v.toISOString().slice(0, 10) : String(v ?? '').trim())

type Book = Record<'sys_role' | 'sys_dept' | 'sys_post', Map<string, string[]>>
async function names(ctx: Ctx): Promise<Book> {
  const of = async (table: keyof Book, column: string) => {
    const all = await ctx.db.selectFrom(table).select(['id', column]).where('tenantId', '=', ctx.who.tenantId).execute()
    const out = new Map<string, string[]>()
    for (const r of all) out.set(r[column], [...(out.get(r[column]) ?? []), r.id])
    return out
  }
  return { sys_role: await of('sys_role', 'roleName'), sys_dept: await of('sys_dept', 'deptName'), sys_post: await of('sys_post', 'postName') }
}

/** The draft of one row, or what is wrong with it. Roles, departments and posts go by their names within the tenant. */
function draftOf(ctx: Ctx, row: Record<string, string>, book: Book): Checked<typeof user> {
  const idsOf = (table: keyof Book, label: string, v = '') =>
    v
      .split(/[,，、]/)
      .map((n) => n.trim())
      .filter(Boolean)
      .map((n) => {
        const ids = book[table].get(n) ?? []
        if (ids.length !== 1)
          throw refusal.sheet(ids.length ? { zh: `${label}重名：${n}`, en: `Not unique: ${n}` } : { zh: `${label}不存在：${n}`, en: `Not found: ${n}` })
        return ids[0]!
      })
      .join(',')
  const { roleName, deptName, postName, ...own } = row
  const raw = { ...own, roleId: idsOf('sys_role', '角色', roleName), deptId: idsOf('sys_dept', '部门', deptName), postId: idsOf('sys_post', '岗位', postName) }
  const { draft, wrong: faults } = readDraft(user.fields, raw)
  if (faults.length) throw problems.invalid(faults)
  return draft
}

/**
 * POST import-user: good rows go in, the others come back with their reason. `isCovered` = 1 changes accounts that exist.
 * Nobody imports roles or regions beyond his own. Source: platform-api.md 3.6.
 */
export async function importUsers(ctx: Ctx, input: TextInput<'isCovered'>, facts: RequestFacts): Promise<DeferredResponse> {
  rows.requirePerm(ctx, user, 'add')
  const { upload } = facts
  if (!upload) throw problems.badRequest({ zh: '请上传文件', en: 'Please upload a file' })
  // no transaction is open while the workbook is read
  return new DeferredResponse(async (again) => {
    const all = await readRows(upload.path)
    return again((later) => takeRows(later, all, (input.isCovered ?? '0') === '1'))
  })
}

async function takeRows(ctx: Ctx, all: Awaited<ReturnType<typeof readRows>>, covers: boolean): Promise<Imported> {
  const book = await names(ctx)
  const strategy = await strategyOf(ctx.db, ctx.who.tenantId)
  const existing = await ctx.db.selectFrom('sys_user').select(['id', 'account']).where('tenantId', '=', ctx.who.tenantId).execute()
  const known = new Map<string, string>(existing.map((u) => [u.account.toLowerCase(), u.id]))
  const out: Imported = { total: all.length, inserted: 0, updated: 0, failed: [], accounts: [] }
  for (const { row: no, values: row } of all) {
    try {
      const draft = draftOf(ctx, row, book)
      const id = known.get(String(draft.account).toLowerCase())
      if (id && !covers) throw wrong.accountTaken()
      if (id === '0') throw wrong.accountTaken()
      await requireMayAssign(ctx, draft)
      if (id) await change(ctx, id, draft, row)
      else out.accounts.push(await add(ctx, draft, strategy))
      known.set(String(draft.account).toLowerCase(), '0')
      if (id) out.updated++
      else out.inserted++
    } catch (e) {
      // only what was refused before anything was written ends here; a fault of the database ends the whole import
      if (!(e instanceof Problem) || e.status >= 500) throw e
      out.failed.push({ row: no, account: row.account ?? '', reason: e.say(ctx.lang) })
    }
  }
  return out
}

async function add(ctx: Ctx, draft: Checked<typeof user>, strategy: Awaited<ReturnType<typeof strategyOf>>) {
  await requireQuota(ctx)
  const id = await rows.insert(ctx, user, { ...draft, userType: 1 })
  const password = fittingPassword(draft.account, strategy)
  await storePassword(ctx, { id, tenantId: ctx.who.tenantId }, password, 1)
  return { account: draft.account, realName: draft.realName, password }
}
/** Changes an account by what the sheet has columns for; the rest of the row stays. */
async function change(ctx: Ctx, id: string, draft: Checked<typeof user>, row: Record<string, string>): Promise<void> {
  rows.requirePerm(ctx, user, 'edit')
  if (id === ctx.who.userId) throw refusal.self()
  const [before] = await usersBelow(ctx, [id])
  const given = new Set([...Object.keys(row), ...(['role', 'dept', 'post'] as const).flatMap((n) => (`${n}Name` in row ? [`${n}Id`] : []))])
  const values = Object.fromEntries(Object.entries(draft).filter(([n]) => given.has(n) && n !== 'account'))
  await rows.update(ctx, user, id, values)
  await syncSessions(ctx, { id, roleId: values.roleId ?? before!.roleId, deptId: values.deptId ?? before!.deptId, status: before!.status })
}
