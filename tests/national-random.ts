// National packages that nobody has seen: a sound one with other words, codes, dates and events in every field where the standard leaves the choice.
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { accessFile } from '../packages/export/access/database.server.ts'
import { layerFile } from '../packages/export/layer-file.server.ts'
import { pack } from '../packages/export/pack.server.ts'
import { layerStandard, tableStandard, type StandardField, type LayerName, type StagedTable } from '../land/definitions/national/format.ts'
import { readLayer } from '../packages/package/layer.server.ts'
import { readTable } from '../packages/package/mdb.server.ts'
import { openPackage } from '../packages/package/open.server.ts'
import type { MdbRow } from '../packages/package/staged.ts'
import type { Choices } from './cases/generate.ts'

/** Of the register's languages, of GBK and beyond it, of what a CSV, an XML and a path must quote. */
const SIGNS = [...'东西南北山水田路王李陈杨龘禤氹犇䶮㛃囍0123abcXYZ，。、；：（）·"\'<>&/\\|;%']
/** Beyond the basic plane: four bytes in a shapefile's table. */
const RARE = [...'𠮷𬀩𬭎𤩽']
const pick = <T>(c: Choices, of: readonly T[]): T => c.one(of)!
function textOf(c: Choices, most: number, signs: readonly string[] = [...SIGNS, ...RARE]): string {
  const length = 1 + c.below(Math.min(most, c.is(0.2) ? most : 20))
  let text = '甲'
  while (text.length + 2 <= length) text += pick(c, signs)
  return text
}
/** Fits the bytes of a shapefile's column. */
const narrow = (c: Choices, bytes: number): string => {
  let text = textOf(c, Math.floor(bytes / 2))
  while (Buffer.from(text, 'utf16le').length * 2 > bytes && text.length > 1) text = [...text].slice(0, -1).join('')
  return text
}
const two = (n: number) => String(n).padStart(2, '0')
const dayIn = (c: Choices, year: number): string => `${year}-${two(1 + c.below(12))}-${two(1 + c.below(28))}`

type Vary = (c: Choices, row: MdbRow) => MdbRow
const words =
  (...names: readonly string[]) =>
  (table: StagedTable): Vary =>
  (c, row) => {
    const { fields } = tableStandard(table)
    const made = names.flatMap((name) => {
      const { length } = fields.find((f) => f.name === name)!
      return c.is(0.3) ? [] : [[name, textOf(c, length)] as const]
    })
    return { ...row, ...Object.fromEntries(made) }
  }
const MEMO = 3000
/** What may stand otherwise in the tables, without a person or a sum becoming another. */
const TABLES: Partial<Record<StagedTable, Vary>> = {
  FBF: (c, row) => ({ ...words('FBFDZ', 'FBFDCY')('FBF')(c, row), FBFDCJS: c.is(0.5) ? textOf(c, MEMO) : null, LXDH: c.is(0.5) ? null : '19900001234' }),
  CBF: (c, row) => ({
    ...words('CBFDZ', 'CBFDCY', 'GSJS', 'GSJSR', 'GSSHR')('CBF')(c, row),
    CBFDCJS: c.is(0.5) ? textOf(c, MEMO) : null,
    YZBM: `6${c.below(10)}${c.below(10)}300`,
    LXDH: c.is(0.5) ? null : `1990000${1000 + c.below(9000)}`,
  }),
  CBF_JTCY: (c, row) => ({ ...row, CYBZSM: c.is(0.5) ? textOf(c, 200) : null }),
  CBJYQZDJB: words('DJBFJ', 'YCBJYQZBH', 'DBR', 'CBJYQZLSH')('CBJYQZDJB'),
  CBJYQZ: words('FZJG')('CBJYQZ'),
  QSLYZLFJ: (c, row) => ({ ...words('ZLFJMC')('QSLYZLFJ')(c, row), ZLFJRQ: dayIn(c, 2012 + c.below(4)) }),
  LZHT: words('LZJGSM')('LZHT'),
  CBDKXX: (c, row) => {
    if (c.is(0.5)) return { ...row, YHTMJ: null, YHTMJM: null }
    const square = c.below(500_000)
    return { ...row, YHTMJ: (square / 100).toFixed(2), YHTMJM: (Math.round((square * 15) / 100) / 100 / 100).toFixed(2) }
  },
}
/** Events of certificates that are there: issued again, exchanged. */
function eventsOf(c: Choices, kind: 'BF' | 'HF', certificates: readonly string[]): MdbRow[] {
  return certificates.flatMap((code) => {
    if (!c.is(0.3)) return []
    const day = dayIn(c, 2018)
    return [
      {
        CBJYQZBM: code,
        [`QZ${kind}YY`]: textOf(c, 200),
        [`${kind}RQ`]: day,
        [`QZ${kind}LQRQ`]: day,
        [`QZ${kind}LQRXM`]: `${pick(c, RARE)}${pick(c, ['犇', '娃', '秀英'])}`,
        [`${kind}LQRZJLX`]: '9',
        [`${kind}LQRZJHM`]: `X${100_000 + c.below(900_000)}`,
      },
    ]
  })
}
const LAYERS: Partial<Record<LayerName, readonly string[]>> = {
  DK: ['DKMC', 'DKDZ', 'DKXZ', 'DKNZ', 'DKBZ', 'DKBZXX', 'ZJRXM'],
  JZX: ['JZXSM'],
  DZDW: ['DWMC', 'BZ'],
  XZDW: ['BZ'],
  MZDW: ['BZ'],
  ZJ: ['ZJNR'],
  KZD: ['KZDMC', 'KZDZT'],
  QYJX: [],
  JBNTBHQ: ['BHQBH'],
}
/** What makers of packages add to the layers around the parcels, in the order in which it comes out. */
const ADDED: readonly StandardField[] = [
  { name: 'WXMC', zh: '外业名称', type: 'Char', length: 40, decimals: 0 },
  { name: '高程', zh: '高程', type: 'Float', length: 9, decimals: 2 },
]
const WITH_MORE: readonly LayerName[] = ['DZDW', 'QYJX', 'KZD', 'JBNTBHQ']

/** Writes another package like the one at `from` to `to`; `folder` is scratch. */
export async function otherPackage(c: Choices, from: string, to: string, folder: string): Promise<void> {
  const pkg = await openPackage(from, join(folder, 'from'))
  const zone = { zone: pkg.crs!.centralMeridian / 3, isNumbered: pkg.crs!.zonePrefix }
  const entries = new Map(pkg.files.map((file) => [file.path, file.abs]))
  const made = (path: string): string => {
    const abs = join(folder, 'made', path)
    mkdirSync(dirname(abs), { recursive: true })
    entries.set(path, abs)
    return abs
  }
  const database = accessFile(made(pkg.mdb.file!.path))
  const certificates = [...readTable(pkg, 'CBJYQZ')].map((r) => String(r.CBJYQZBM))
  for (const { name } of pkg.tables as { name: StagedTable }[]) {
    const vary = TABLES[name]
    for (const row of readTable(pkg, name)) database.add(name, vary ? vary(c, row) : row)
    const kind = ({ CBJYQZ_QZBF: 'BF', CBJYQZ_QZHF: 'HF' } as const)[name as string]
    if (kind) for (const row of eventsOf(c, kind, certificates)) database.add(name, row)
  }
  database.end()
  for (const layer of pkg.layers) {
    const names = LAYERS[layer.name]
    if (!names) continue
    const { fields } = layerStandard(layer.name)
    for (const extension of ['shp', 'shx', 'dbf', 'prj', 'cpg']) made(`${layer.file}.${extension}`)
    const more = WITH_MORE.includes(layer.name) ? ADDED : []
    const file = layerFile(join(folder, 'made', layer.file), layer.name, zone, '2016-12-31', new Map(), more)
    for await (const { attrs, geometry } of readLayer(pkg, layer)) {
      const values = Object.fromEntries(fields.map((f) => [f.name, String(attrs[f.name] ?? '')]))
      if (more.length) {
        values.WXMC = narrow(c, 40)
        values['高程'] = c.is(0.3) ? '' : String(c.below(500_000) / 100)
      }
      for (const name of names) if (c.is(0.6)) values[name] = narrow(c, fields.find((f) => f.name === name)!.length)
      file.add(geometry, values)
    }
    file.end()
  }
  await pack(to, pkg.root, entries, new Map(), false, new AbortController().signal)
}
