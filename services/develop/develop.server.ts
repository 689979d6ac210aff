import { invalidField, Problem, problem, problems } from '../../kit/model/problem.ts'
import type { Field } from '../../kit/model/field.ts'
import { defineResource, type AnyResource, type Fields } from '../../kit/model/resource.ts'
import { audit } from '../../kit/server/audit.server.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { createTable } from '../../kit/server/columns.server.ts'
import {
  route,
  asFile,
  crud,
  DeferredResponse,
  FileResponse,
  ids,
  reading,
  type Route,
  type Run,
  type SentRow,
  type Slice,
} from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { askedFirst } from '../../runtime/asked-first.server.ts'
import { partsWrong } from '../../platform/parts/parts.server.ts'
import { openSecret } from '../../runtime/sealed.server.ts'
import type { Outbound } from '../../runtime/outbound.server.ts'
import type { Sealer } from '../../runtime/seal.server.ts'
import { foreignColumns, foreignSource, type OpenSource, type ForeignSource } from '../../platform/settings/foreign.server.ts'
import { columnOf, overlay, suggest, suggestForeign, type DbColumn, type Suggested } from './columns.ts'
import { gen_code } from './gen-code.ts'
import { renderCode, type Module } from './render.ts'
import { zipOf } from './zip.server.ts'

export const developProblems = {
  noTable: problem<{ table: string }>(400, 'develop-table', (d) => ({ zh: `没有数据表：${d.table}`, en: `There is no table ${d.table}` })),
  shape: problem<{ table: string; missing: string }>(409, 'develop-shape', (d) => ({
    zh: `数据表${d.table}缺少公共列：${d.missing}`,
    en: `The table ${d.table} lacks the common columns ${d.missing}`,
  })),
  twice: problem<{ path: string }>(409, 'develop-twice', (d) => ({ zh: `两个模块生成同一文件：${d.path}`, en: `Two modules make one file: ${d.path}` })),
}

/** What the generator is given. */
export interface DevelopParts {
  known: () => readonly AnyResource[]
  /** whether the operator lets it be used */
  on: boolean
  sealer: Sealer
  outbound: Outbound
}
const TENANT_SOURCE = 'the data source of a tenant is a row of the platform; everything else is read by tenant'
/** Shapes that generated code and the paths of the product must have. */
const SHAPES: Readonly<Record<string, { is: RegExp; zh: string; en: string }>> = {
  serviceName: { is: /^[a-z][a-z0-9-]*$/, zh: '服务名只能是小写字母、数字和-', en: 'Service: lower-case letters, digits and - only' },
  packageName: { is: /^[a-z][a-z0-9-]*$/, zh: '目录名只能是小写字母、数字和-', en: 'Folder: lower-case letters, digits and - only' },
  tableName: { is: /^[a-z][a-z0-9_]*$/, zh: '数据表只能是小写字母、数字和_', en: 'Table: lower-case letters, digits and _ only' },
  tablePrefix: { is: /^[a-z][a-z0-9_]*$/, zh: '表前缀只能是小写字母、数字和_', en: 'Table prefix: lower-case letters, digits and _ only' },
  pkName: { is: /^id$/, zh: '主键只能是id', en: 'The primary key is id' },
  apiPath: { is: /^(\/[A-Za-z][\w-]*)+$/, zh: '接口地址格式不正确，例：/cpt-desk/thing', en: 'The path of the calls is malformed, e.g. /cpt-desk/thing' },
  webPath: { is: /^(\/[A-Za-z][\w-]*)+$/, zh: '页面地址格式不正确，例：/desk/thing', en: 'The path of the page is malformed, e.g. /desk/thing' },
}

/** The columns of a table of ours, in their order; none when there is no such table. */
async function columnsOfTable(ctx: Ctx, table: string): Promise<DbColumn[]> {
  const found = await ctx.db
    .selectFrom('information_schema.columns')
    .select(['column_name', 'data_type', 'udt_name', 'character_maximum_length', 'numeric_scale', 'collation_name'])
    .where('table_schema', '=', 'public')
    .where('table_name', '=', table)
    .orderBy('ordinal_position')
    .execute()
  return found.map((c) => ({
    name: c.column_name,
    type: c.data_type,
    udt: c.udt_name,
    length: c.character_maximum_length,
    scale: c.numeric_scale,
    collation: c.collation_name,
  }))
}
/** Where a description's table is: a data source that it names or that its tenant has, and otherwise our own database. */
async function sourceFor(ctx: Ctx, p: DevelopParts, named: unknown): Promise<OpenSource | undefined> {
  if (named) return foreignSource(ctx, p.sealer, String(named))
  const own = await ctx.db
    .selectFrom('tenant')
    .innerJoin('datasource', 'datasource.id', 'tenant.datasourceId')
    .selectAll('datasource')
    .where('tenant.code', '=', ctx.who.tenantId)
    .$castTo<ForeignSource>()
    .executeTakeFirst()
  // a tenant's source is the platform's row, whoever uses it
  return own && { row: own, password: (await openSecret(ctx.db, p.sealer, own.tenantId, 'datasource', own.id, 'password')) ?? '' }
}
/** What a table suggests, read after the transaction where it is a foreign one. */
async function suggested(ctx: Ctx, p: DevelopParts, table: string, source: OpenSource | undefined): Promise<() => Promise<Suggested>> {
  const found = (columns: DbColumn[], make: () => Suggested): Suggested => {
    if (columns.length === 0) throw developProblems.noTable({ table })
    return make()
  }
  if (source)
    return async () => {
      const columns = await foreignColumns(source, p.outbound, table)
      return found(columns.map(columnOf), () => suggestForeign(columns))
    }
  const columns = await columnsOfTable(ctx, table)
  const known = p.known().find((r) => r.name === table)
  return async () => found(columns, () => suggest(columns, known))
}

/** Stores a description; shapes are judged beside the limits, and the table must be there. */
async function save(ctx: Ctx, p: DevelopParts, b: SentRow<typeof gen_code>): Promise<DeferredResponse> {
  const draft = (await rows.checkedDraft(ctx, gen_code, b)) as Record<string, unknown>
  const bad = Object.entries(SHAPES).filter(([n, s]) => draft[n] && !s.is.test(String(draft[n])))
  if (bad.length) throw problems.invalid(bad.map(([field, { zh, en }]) => ({ field, msg: { zh, en } })))
  const table = String(draft.tableName)
  const columns = await suggested(ctx, p, table, await sourceFor(ctx, p, draft.datasourceId))
  return new DeferredResponse(async (again) => {
    await columns().catch((e: unknown) => {
      throw e instanceof Problem && e.key === developProblems.noTable.key ? invalidField('tableName', e.words) : e
    })
    return again((next) => rows.save(next, gen_code, b))
  })
}

/** The description under another name. Answers its id. */
async function copy(ctx: Ctx, id: string): Promise<string> {
  const row: Record<string, unknown> = await rows.get(ctx, gen_code, id)
  const fields = Object.fromEntries(Object.keys(gen_code.fields).map((n) => [n, row[n] ?? null]))
  return rows.insert(ctx, gen_code, { ...fields, codeName: `${String(row.codeName).slice(0, 61)}-副本` })
}

/** The table that the definition asks for. */
const tableText = (m: Omit<Module, 'foreign'>): string =>
  `${createTable(defineResource({ name: m.tableName, label: m.codeName.replaceAll("'", ''), en: '', path: m.apiPath, scope: m.scope, fields: fieldsOf(m) }))}`
const fieldsOf = (m: Omit<Module, 'foreign'>): Fields =>
  Object.fromEntries(
    m.fields.map((f) => [
      f.name,
      { kind: f.kind, label: f.label, en: f.en, ...(f.max ? { max: f.max } : {}), ...(f.search ? { search: f.search } : {}) } as Field,
    ]),
  )

async function moduleOf(ctx: Ctx, p: DevelopParts, id: string): Promise<() => Promise<Module>> {
  const c = await rows.get(ctx, gen_code, id)
  const source = await sourceFor(ctx, p, c.datasourceId)
  const columns = await suggested(ctx, p, c.tableName!, source)
  return async () => {
    const { scope, fields, missing } = await columns()
    if (missing.length) throw developProblems.shape({ table: c.tableName!, missing: missing.join('、') })
    const made = {
      codeName: c.codeName!,
      serviceName: c.serviceName!,
      packageName: c.packageName!,
      tableName: c.tableName!,
      apiPath: c.apiPath!,
      webPath: c.webPath!,
      scope,
      tablePrefix: c.tablePrefix ?? '',
      writes: c.baseMode === '1',
      page: c.wrapMode === '1',
      fields: overlay(fields, c.columns),
    }
    return source ? { ...made, foreign: { from: source.row.name!, table: tableText(made) } } : made
  }
}
/** The chosen descriptions as files in a ZIP. Nothing is written on the server: people put the files into the source. */
async function generate(ctx: Ctx, p: DevelopParts, chosen: readonly string[]): Promise<DeferredResponse> {
  if (chosen.length === 0) throw problems.noneSelected()
  const modules: (() => Promise<Module>)[] = []
  for (const id of chosen) modules.push(await moduleOf(ctx, p, id))
  return new DeferredResponse(async (again) => {
    const files = []
    for (const made of modules) files.push(...renderCode(await made()))
    const seen = new Set<string>()
    for (const { path } of files) {
      if (seen.has(path)) throw developProblems.twice({ path })
      seen.add(path)
    }
    await again(async (next) => {
      for (const id of chosen) await audit(next, { action: 'gen_code.generate', object: 'gen_code', objectId: id })
    })
    return new FileResponse('chengbao-code.zip', 'application/zip', zipOf(files))
  })
}

/**
 * The code generator. Off in production unless the operator switched it on (DATA_SOURCES); every call then says so.
 * Source: decisions.md 4; platform-api.md 3.14.
 */
export function developSlice(p: DevelopParts): Slice {
  const plain = crud(gen_code)
  const saving = (route: Route): Route => ({ ...route, run: (ctx, b) => save(ctx, p, b) })
  const act = <const Q extends string>(
    verb: string,
    summary: string,
    query: readonly Q[],
    perm: string,
    audited: string,
    run: Run<Q, Record<never, never>, 'POST'>,
  ) =>
    route({ method: 'POST', path: `${gen_code.path}/${verb}`, perm, scope: 'tenant', audit: audited, summary, query, body: {}, run, asSystem: TENANT_SOURCE })
  const read = reading('tenant', 'gen_code_view')
  const routes: Route[] = [
    plain.page,
    plain.list,
    plain.detail,
    plain.remove,
    ...[plain.submit, plain.save, plain.update].map(saving).map((r) => ({ ...r, asSystem: TENANT_SOURCE })),
    {
      ...read(`${gen_code.path}/generate-columns`, '数据表字段', ['table', 'datasourceId'], async (ctx, q) => {
        const columns = await suggested(ctx, p, q.table ?? '', await sourceFor(ctx, p, q.datasourceId))
        return new DeferredResponse(columns)
      }),
      asSystem: TENANT_SOURCE,
    },
    act('copy', '复制代码生成配置', ['id'], 'gen_code_add', 'gen_code.insert', (ctx, q) => copy(ctx, q.id ?? '')),
    // `system` is sent by the compatible API's client and chooses between templates that we do not have
    asFile(act('gen-code', '生成代码', ['ids', 'system'], 'gen_code_view', 'gen_code.generate', (ctx, q) => generate(ctx, p, ids(q)))),
  ]
  const guarded = (route: Route): Route =>
    askedFirst(route, () => {
      if (!p.on) throw partsWrong.switchedOff()
    })
  return { name: 'develop', resources: [gen_code], routes: routes.map(guarded) }
}
