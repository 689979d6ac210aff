import { labelOf } from '../../../kit/model/field.ts'
import type { Field } from '../../../kit/model/field.ts'
import type { Text } from '../../../kit/model/lang.ts'
import { entries, isEditable, type AnyResource } from '../../../kit/model/resource.ts'
import type { Ctx } from '../../../kit/server/ctx.server.ts'
import { visible } from '../../../kit/server/narrow.server.ts'
import { joinable, pick, scoped } from '../../../kit/server/query.server.ts'
import { exp_column } from '../schemes/expimp.ts'
import { planOf } from '../exports/source.server.ts'
import type { CellPlan } from '../exports/cells.ts'
import type { Choices } from './cells.ts'
import type { Target } from './targets.ts'

/** One field of a sheet: how it is called, shown and read. One definition decides list, export and import. */
export interface ImportColumn {
  name: string
  f: Field
  label: Text
  /** heading of the template */
  title: string
  /** headings that mean it */
  titles: readonly string[]
  width: number
  /** filled in every new row */
  required: boolean
  /** must differ from row to row of one sheet */
  once: boolean
  /** stands on the template; others are only known again where an export brought them */
  offered: boolean
  /** may be written */
  writable: boolean
  plan: CellPlan
  choices?: Choices
}

interface Own {
  title: string
  width: number | null
  isRequired: number | null
  isUnique: number | null
}
/** What a template says of its columns, by field. */
async function templateOf(ctx: Ctx, tplId: string | null): Promise<Map<string, Own> | undefined> {
  if (!tplId) return undefined
  const list = await scoped(ctx, exp_column)
    .select(pick(exp_column, 'field', 'title', 'width', 'isRequired', 'isUnique'))
    .where('exp_column.tplId', '=', tplId)
    .orderBy('exp_column.sort')
    .orderBy('exp_column.id')
    .execute()
  return new Map(list.map((c) => [c.field as string, c as Own]))
}

interface Word {
  key: string
  zh: string
  en: string
  offered: boolean
}
const YES: readonly Word[] = [
  { key: '1', zh: '是', en: 'Yes', offered: true },
  { key: '0', zh: '否', en: 'No', offered: true },
]
const choicesOf = (list: readonly Word[]): Choices => {
  const keys = new Map<string, string[]>()
  for (const w of list)
    for (const said of new Set([w.zh, w.en])) {
      if (said !== '') keys.set(said, [...new Set([...(keys.get(said) ?? []), w.key])])
    }
  // a key means itself, whatever else is called so
  for (const w of list) keys.set(w.key, [w.key])
  const said = (lang: 'zh' | 'en') => list.filter((w) => w.offered).map((w) => w[lang] || w.zh)
  return { keys, offered: { zh: said('zh'), en: said('en') } }
}

/** Words of all dictionaries that the fields name, and titles of the rows that references name. */
async function wordsOf(ctx: Ctx, r: AnyResource, known: readonly AnyResource[]): Promise<ReadonlyMap<string, readonly Word[]>> {
  const out = new Map<string, Word[]>()
  const codes = [...new Set(entries(r).flatMap(([, f]) => (f.dict ? [f.dict] : [])))]
  if (codes.length > 0) {
    const list = await ctx.db
      .selectFrom('dict_biz')
      .select(['code', 'dictKey', 'dictValue', 'en', 'selectable', 'isSealed'])
      .where('tenantId', '=', ctx.who.tenantId)
      .where('code', 'in', codes)
      .where('parentId', 'is not', null)
      .orderBy('sort')
      .orderBy('dictKey')
      .execute()
    for (const d of list)
      out.set(d.code, [...(out.get(d.code) ?? []), { key: d.dictKey, zh: d.dictValue, en: d.en ?? '', offered: d.selectable !== 0 && d.isSealed !== 1 }])
  }
  for (const [, f] of entries(r)) {
    const to = f.kind === 'ref' ? known.find((x) => x.name === f.to && x.scope === 'tenant' && x.title) : undefined
    if (!to || out.has(`@${to.name}`)) continue
    const list = await joinable(ctx, to)
      .select([`${to.name}.id`, `${to.name}.${to.title} as said`])
      .orderBy(`${to.name}.id`)
      .execute()
    out.set(
      `@${to.name}`,
      list.map((x) => ({ key: x.id, zh: x.said ?? '', en: x.said ?? '', offered: false })),
    )
  }
  return out
}

const NOT_ON_SHEETS = ['geom', 'json', 'refs']
/** The columns of a target as the caller may see and write them: those of the template, or of the definition in its order. */
export async function importColumns(ctx: Ctx, r: AnyResource, t: Target, known: readonly AnyResource[], tplId: string | null): Promise<ImportColumn[]> {
  const words = await wordsOf(ctx, r, known)
  const template = await templateOf(ctx, tplId)
  const keys = new Set(t.keys.flat())
  const fields = entries(r).filter(([n, f]) => !NOT_ON_SHEETS.includes(f.kind) && !t.without?.includes(n))
  const seen = visible(ctx, r, Object.fromEntries(fields.map(([n]) => [n, 1])))
  const all = fields
    .filter(([n]) => Object.hasOwn(seen, n))
    .map(([name, f]): ImportColumn => {
      const own = template?.get(name)
      const label = labelOf(f)
      const writable = (isEditable(f) && !t.derived?.includes(name)) || (t.also?.includes(name) ?? false)
      const title = own?.title ?? label[ctx.lang]
      const list = f.dict ? words.get(f.dict) : f.kind === 'ref' ? words.get(`@${f.to}`) : f.kind === 'flag' ? YES : undefined
      const width = own?.width ?? Math.max(10, Math.round((f.width ?? 130) / 8))
      const shown = list && f.kind !== 'flag' ? Object.fromEntries(list.map((w) => [w.key, (ctx.lang === 'en' && w.en) || w.zh])) : undefined
      const plan = planOf(ctx, r, { name, title, width, ...(shown ? { words: shown } : {}) }, new Map())
      const offered = list?.filter((w) => !f.values || f.values.includes(w.key))
      return {
        name,
        f,
        label,
        title,
        titles: [title, label.zh, label.en],
        width,
        required: own?.isRequired === 1 || (writable && f.required && f.default === undefined) || (t.also?.includes(name) ?? false),
        once: own?.isUnique === 1,
        offered: template ? own !== undefined : writable || keys.has(name),
        writable,
        plan,
        ...(offered?.length ? { choices: choicesOf(offered) } : {}),
      }
    })
  if (!template) return all
  const order = [...template.keys()]
  const at = (c: ImportColumn) => (order.indexOf(c.name) + order.length + 1) % (order.length + 1)
  return all.toSorted((a, b) => at(a) - at(b))
}
