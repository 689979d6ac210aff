import { sql, type RawBuilder } from 'kysely'
import { labelOf } from '../../../kit/model/field.ts'
import type { Field, Kind } from '../../../kit/model/field.ts'
import { plainPerm } from '../../../kit/model/mask.ts'
import { entries, idList, type AnyResource } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { narrowed, visible } from '../../../kit/server/narrow.server.ts'
import type { AnyQuery } from '../../../kit/server/any-query.server.ts'
import { filtered, scoped, type Filter } from '../../../kit/server/query.server.ts'
import { columnsOfTemplate, wordsFor } from '../schemes/sheet.server.ts'
import type { CellPlan } from './cells.ts'
import { clockMark } from './clock-mark.ts'
import type { ExportTarget } from './targets.server.ts'

/** What is to be written: rows of a definition under a filter, and which of its columns. */
export interface ExportRequest {
  filter: Filter
  /** those that the list shows, when neither these nor a template are named */
  columns?: readonly string[]
  tplId?: string
}
/** Rows to be read page by page. */
export interface RowSource {
  name: string
  plans: CellPlan[]
  /** one pass after the other, each by its own keys, so that rows without a code are not lost */
  passes: readonly Pass[]
  count(ctx: Ctx): Promise<number>
  /** the rows that follow the one with these keys */
  page(ctx: Ctx, pass: Pass, after: readonly string[] | undefined, size: number): Promise<SourcePage>
}
/** Rows as one text: a line each, a JSON array of texts, the keys first, then the cells. '' = no more rows. */
export interface SourcePage {
  text: string
  rows: number
}
export interface Pass {
  keys: readonly string[]
  where?: RawBuilder<boolean>
}
interface Column {
  name: string
  title: string
  width: number
  dictCode?: string | null
  format?: string | null
  mergeRule?: string | null
  words?: Readonly<Record<string, string>>
}

/** The rows that the caller may see under the filter, of chosen ones (`ids`) these alone: scope, data scopes and the list's own rule. Nothing else decides it. */
export function rowsOf(ctx: Ctx, { r, rows, rule }: ExportTarget, filter: Filter): AnyQuery {
  const ids = idList(filter.ids)
  const chosen = (q: AnyQuery) => (ids.length ? q.where(`${r.name}.id`, 'in', ids) : q)
  const q = chosen(filtered(ctx, rows?.(ctx) ?? narrowed(ctx, scoped(ctx, r), r), r, filter))
  return rule?.(q, filter) ?? q
}

const NUMBERS: readonly Kind[] = ['int', 'decimal', 'area']
const PIXELS_A_CHARACTER = 8
const listed = (r: AnyResource) => entries(r).filter(([, f]) => f.column ?? (f.kind !== 'geom' && f.kind !== 'json'))

/** The columns that are wanted, as far as the caller's data scope lets them be seen. */
async function columnsOf(ctx: Ctx, { r, words }: ExportTarget, w: ExportRequest): Promise<Column[]> {
  const keys = words?.(ctx.lang) ?? {}
  const own = ([name, f]: [string, Field]): Column => ({
    name,
    title: labelOf(f)[ctx.lang],
    width: Math.max(8, Math.round((f.width ?? 130) / PIXELS_A_CHARACTER)),
    dictCode: f.dict ?? null,
    ...(keys[name] ? { words: keys[name] } : {}),
  })
  const all: Column[] = w.tplId
    ? (await columnsOfTemplate(ctx, w.tplId)).map((c) => ({
        name: c.field,
        title: c.title,
        width: c.width ?? 16,
        dictCode: c.dictCode,
        format: c.format,
        mergeRule: c.mergeRule,
      }))
    : (w.columns ? w.columns.map((n) => [n, r.fields[n]] as [string, Field]) : listed(r)).map(own)
  const seen = visible(ctx, r, Object.fromEntries(all.map((c) => [c.name, 1])))
  return all.filter((c) => Object.hasOwn(seen, c.name))
}

/** How the cells of a column are shown: words, masks, numbers. An import compares what it reads with the same. */
export function planOf(ctx: Ctx, r: AnyResource, c: Column, words: ReadonlyMap<string, ReadonlyMap<string, string>>): CellPlan {
  const f = r.fields[c.name] as Field | undefined
  const kind: Kind = f?.kind ?? (c.name === 'id' ? 'ref' : 'datetime')
  const hidden = c.format === 'mask' || (f?.mask && !ctx.who.perms.has(plainPerm(r)))
  const yes = ctx.lang === 'en' ? { 0: 'No', 1: 'Yes' } : { 0: '否', 1: '是' }
  const known = c.words ?? (c.dictCode ? Object.fromEntries(words.get(c.dictCode) ?? []) : kind === 'flag' ? yes : undefined)
  const as = hidden
    ? 'mask'
    : kind === 'date' || c.format === 'date'
      ? 'date'
      : kind === 'datetime'
        ? 'moment'
        : NUMBERS.includes(kind) || c.format === 'number'
          ? 'number'
          : 'text'
  return { title: c.title, width: c.width, as, ...(known && !hidden ? { words: known } : {}), ...(c.mergeRule === 'same' ? { once: true } : {}) }
}

const asText = (r: AnyResource, n: string) => sql`${sql.ref(`${r.name}.${n}`)}::text`
/** A region is shown by its name, as on the screen, and what the server says in the language of who asks. */
function cellText({ lang }: Ctx, r: AnyResource, n: string) {
  const [f, at] = [r.fields[n], sql.ref(`${r.name}.${n}`)]
  if (f?.kind === 'region') return sql`coalesce((select p.name from region p where p.code = ${at} limit 1), ${at})::text`
  // what the server itself says is kept in both languages (runtime/said.ts)
  if (f?.kind === 'note' && f.form === 'none') return sql`case when starts_with(${at}, '{"zh":') then ${at}::jsonb ->> ${sql.lit(lang)} else ${at} end`
  return asText(r, n)
}

/** Registers are read in the order of their lists, off the index of regions and codes; everything else in the order in which it arose. */
function passesOf(r: AnyResource): readonly Pass[] {
  const first = r.order?.[0] as string | undefined
  if (!first || r.scope !== 'land' || r.fields[first]?.search !== 'prefix') return [{ keys: ['id'] }]
  const code = sql.ref(`${r.name}.${first}`)
  return [
    { keys: ['regionCode', first, 'id'], where: sql<boolean>`${code} is not null` },
    { keys: ['id'], where: sql<boolean>`${code} is null` },
  ]
}

/** Prepares the reading of a list as the caller sees it, and the words its cells need. */
export async function sourceOf(ctx: Ctx, t: ExportTarget, w: ExportRequest): Promise<RowSource> {
  const { r } = t
  const columns = await columnsOf(ctx, t, w)
  const words = await wordsFor(
    ctx,
    columns.map((c) => ({ field: c.name, title: c.title, width: c.width, dictCode: c.dictCode ?? null, format: null })),
  )
  const cells = columns.map((c) => cellText(ctx, r, c.name))
  return {
    name: `${ctx.lang === 'en' ? r.en : r.label}${r.versioned ? clockMark(ctx) : ''}`,
    plans: columns.map((c) => planOf(ctx, r, c, words)),
    passes: passesOf(r),
    count: async (now) =>
      Number(
        (
          await rowsOf(now, t, w.filter)
            .select(sql<string>`count(*)`.as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      ),
    async page(now, pass, after, size) {
      const at = pass.keys.map((k) => sql.ref(`${r.name}.${k}`))
      let q = rowsOf(now, t, w.filter)
      if (pass.where) q = q.where(pass.where)
      if (after) q = q.where(sql<boolean>`(${sql.join(at)}) > (${sql.join(after)})`)
      // one text a page: rows become objects where they are written, beside the thread that answers people
      const line = sql<string>`array_to_json(array[${sql.join([...pass.keys.map((k) => asText(r, k)), ...cells])}])::text`.as('line')
      const part = at.reduce((out, key) => out.orderBy(key), q.select(line)).limit(size)
      const all = [sql<string | null>`string_agg(part.line, '\n')`.as('text'), sql<string>`count(*)`.as('rows')] as const
      const { text, rows } = await now.db.selectFrom(part.as('part')).select(all).executeTakeFirstOrThrow()
      return { text: text ?? '', rows: Number(rows) }
    },
  }
}
