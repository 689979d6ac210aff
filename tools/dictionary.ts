import { columnsOf, sqlType } from '../kit/server/columns.server.ts'
import type { Field } from '../kit/model/field.ts'
import { entries, isEditable, type AnyResource } from '../kit/model/resource.ts'
import mdb from '../land/definitions/national/tables.json' with { type: 'json' }
import shp from '../land/definitions/national/layers.json' with { type: 'json' }
import seed from '../platform/seed/dictionaries.json' with { type: 'json' }

/** Tables of ours that carry a table or layer of NY/T 2539; its fields are ours in upper case. */
const STANDARD: Readonly<Record<string, string>> = {
  fbf: 'FBF',
  cbf: 'CBF',
  jtcy: 'CBF_JTCY',
  dk: 'DK',
  jzd: 'JZD',
  jzx: 'JZX',
  cbdkxx: 'CBDKXX',
  cbht: 'CBHT',
  lzht: 'LZHT',
  djb: 'CBJYQZDJB',
  cbjyqz: 'CBJYQZ',
  qslyzlfj: 'QSLYZLFJ',
}
interface Table {
  fields: { name: string; type: string; length: number | string; decimals?: number; constraint: string }[]
}
const tables: Readonly<Record<string, Table>> = { ...mdb.tables, ...shp.layers }

/** Where a field comes from: table, type and constraint in the standard, or nothing when it is ours. */
function sourceOf(r: AnyResource, name: string): string {
  const table = STANDARD[r.name]
  const field = table && tables[table]?.fields.find((f) => f.name === name.toUpperCase())
  return field ? `${table}.${field.name} ${field.type}(${field.length}${field.decimals ? `,${field.decimals}` : ''}) ${field.constraint}` : ''
}

const SCOPES = { platform: '平台 platform', tenant: '租户 tenant', land: '租户与区划 tenant and region' }
const cell = (v: unknown) =>
  String(v ?? '')
    .replace(/\|/g, '\\|')
    .replace(/\n/g, ' ')
const line = (cells: unknown[]) => `| ${cells.map(cell).join(' | ')} |`

function limits(f: Field): string {
  return [
    f.length && `= ${f.length}`,
    f.min !== undefined && `≥ ${f.min}`,
    f.max !== undefined && `≤ ${f.max}`,
    f.store && `import ≤ ${f.store}`,
    f.format,
    f.values && `{${f.values.join(', ')}}`,
    f.mask && `masked as ${f.mask}`,
  ]
    .filter(Boolean)
    .join('; ')
}

function section(r: AnyResource): string {
  const facts = [
    `\`${r.path}\``,
    SCOPES[r.scope],
    r.versioned && `版本 versions in \`${r.name}_v\``,
    ...(r.unique ?? []).map((u) => `唯一 unique: ${u.join(' + ')}`),
  ]
  const known = new Set(entries(r).map(([name]) => name))
  const rows = entries(r).map(([name, f]) =>
    line([
      name,
      f.label,
      f.en,
      f.kind,
      sqlType(f),
      limits(f),
      f.required ? '是 yes' : '',
      isEditable(f) ? '' : '系统 server',
      f.dict ? `[${f.dict}](#dict-${f.dict})` : (f.to ?? ''),
      f.search ?? '',
      sourceOf(r, name),
    ]),
  )
  const base = columnsOf(r)
    .map((c) => c.name)
    .filter((name) => !known.has(name))
  return [
    `### ${r.name} ${r.label} ${r.en}`,
    '',
    facts.filter(Boolean).join(' · '),
    '',
    line([
      '字段 Field',
      '中文',
      'English',
      '类型 Kind',
      '列 Column',
      '限制 Limits',
      '必填 Required',
      '填写 Filled by',
      '字典或引用 Refers to',
      '查询 Search',
      '来源 NY/T 2539',
    ]),
    line(Array.from({ length: 11 }, () => '---')),
    ...rows,
    '',
    `其他列 other columns: ${base.join(', ')}`,
  ].join('\n')
}

/** The data dictionary: every definition with its fields, then every dictionary with its values. Markdown, Chinese and English. */
export function dataDictionary(resources: readonly AnyResource[]): string {
  const dictionaries = seed.dictionaries.map((d) =>
    [
      `### <a id="dict-${d.code}"></a>${d.code} ${d.zh} ${d.en}`,
      '',
      d.provenance,
      '',
      line(['键 Key', '中文', 'English']),
      line(['---', '---', '---']),
      ...d.items.map((i) => line([i.key, i.zh, i.en])),
    ].join('\n'),
  )
  return [
    '# 数据字典 Data dictionary',
    '',
    '由定义生成，请勿手改。Made from the definitions by `node tools/run.mjs tools/generate.ts`; not edited by hand.',
    '',
    '## 表 Tables',
    '',
    resources.map(section).join('\n\n'),
    '',
    '## 字典 Dictionaries',
    '',
    dictionaries.join('\n\n'),
    '',
  ].join('\n')
}
