import { readFileSync } from 'node:fs'
import type { DatabaseHandle } from '../kit/server/db.server.ts'
import { isCreditCode } from '../kit/model/formats.ts'
import { idCardCheck } from '../kit/model/id-card.ts'
import type { Field } from '../kit/model/field.ts'
import { entries, isEditable, type AnyResource } from '../kit/model/resource.ts'
import type { Shape } from '../land/geometry/shape.ts'

const { dictionaries } = JSON.parse(readFileSync(new URL('../platform/seed/dictionaries.json', import.meta.url), 'utf8')) as {
  dictionaries: { code: string; items: { key: string; selectable?: boolean }[] }[]
}
/** The keys of a dictionary that may be chosen, in their order. */
export const keysOf = (code: string): string[] => dictionaries.find((d) => d.code === code)!.items.flatMap((i) => (i.selectable === false ? [] : [i.key]))

let n = 0
/** A valid resident number nobody has, of a man of age, as samples are: address of the county, sequence 951-999. */
export function idCard(): string {
  n += 1
  const d = `512021${1950 + (n % 50)}${String(1 + (n % 12)).padStart(2, '0')}${String(1 + (n % 28)).padStart(2, '0')}${951 + 2 * (n % 25)}`
  return d + idCardCheck(d)
}
/** A value that passes every check of a field. */
export function sampleValue(name: string, f: Field): unknown {
  switch (f.kind) {
    case 'int':
      return Math.max(f.min ?? 1, Number(f.default ?? 1))
    case 'decimal':
    case 'area':
      return '1.50'
    case 'date':
      // thirty years from the others
      return name === 'cbqxz' ? '2056-01-01' : '2026-01-02'
    case 'datetime':
      return '2026-01-02 03:04:05'
    case 'dict':
      return f.default ?? f.values?.[0] ?? keysOf(f.dict!)[0]
    case 'flag':
      return 1
    case 'region':
      return '51202111920303'
    case 'ref':
    case 'refs':
      return undefined
    case 'geom':
      return 'POLYGON((105.3 29.8,105.301 29.8,105.301 29.801,105.3 29.801,105.3 29.8))'
    case 'json':
      return undefined
    default:
      return sampleText(name, f)
  }
}
function sampleText(name: string, f: Field): string {
  if (name.endsWith('zjhm') || f.mask === 'idNumber') return idCard()
  if (name === 'bdcdyh') return `512021001001JD${String(++n).padStart(5, '0')}W00000000`
  switch (f.format) {
    case 'phone':
    case 'contactPhone':
      return '19900001234'
    case 'postcode':
      return '642350'
    case 'version':
      return '1.0.0'
    case 'url':
      return 'https://example.org'
    case 'email':
      return 'a@example.org'
    case 'creditCode':
      return [...'0123456789ABCDEFGHJKLMNPQRTUWXY'].map((c) => `N2512021MF1234567${c}`).find(isCreditCode)!
    case 'account':
    case 'code':
      return `s${++n}`
    default:
      return f.length ? String(++n).padStart(f.length, '1') : `样${++n}`.slice(0, f.max ?? 20)
  }
}
/** A draft that passes every check of a definition. */
export function sample(r: AnyResource, over: Record<string, unknown> = {}): Record<string, unknown> {
  const own = entries(r)
    .filter(([, f]) => isEditable(f))
    .map(([k, f]) => [k, sampleValue(k, f)] as const)
    .filter(([, v]) => v !== undefined)
  return { ...Object.fromEntries(own), ...over }
}

/** A rectangle in metres of a zone, its lower left corner x east of 500,000. */
export const rectangle = (x: number, y: number, w: number, h: number): Shape => [
  [
    [500_000 + x, 3_300_000 + y],
    [500_000 + x + w, 3_300_000 + y],
    [500_000 + x + w, 3_300_000 + y + h],
    [500_000 + x, 3_300_000 + y + h],
  ],
]

/** The revision of a row as it stands, as who has just read it sends it. */
export const readRev = async ({ pool }: Pick<DatabaseHandle, 'pool'>, table: string, id: unknown): Promise<{ rev: number }> =>
  (await pool.query<{ rev: number }>(`select rev from ${table} where id = $1`, [id])).rows[0]!
