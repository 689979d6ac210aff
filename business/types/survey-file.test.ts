// A survey that comes as a shapefile: matched with the parcels of the form, judged as the form with it; nothing is stored, nothing live changes.
import { deflateRawSync, crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { text, geom } from '../../kit/model/field.ts'
import { registryOf } from '../../apps/server/handlings.server.ts'
import { typeCodes } from '../../services/process/engine/definitions.ts'
import { fileFaults } from '../cases/handling/files.server.ts'
import { defaultFiles, SURVEY_KIND } from '../cases/definitions/materials.ts'
import { stories } from '../../tests/type-stories.ts'
import { surveyProblems as waits } from '../cases/rules/problems.ts'
import { surveyReadProblems } from '../../packages/package/problems.ts'
import { readSurvey } from '../../packages/package/survey.server.ts'
import { reassigned, surveyRoutes } from '../cases/survey-file.server.ts'
import { uploadSlice } from '../../land/dk/upload.server.ts'
import { takenOf, withTaken } from '../cases/land/survey-file.ts'
import { attachTo, bench, FBFBM, registered, saveAgain, strip, type Bench } from '../../tests/case-bench.ts'

type Place = readonly [number, number]
/** Corners of a strip from `from` to `to` metres east of parcel `n5`, as `strip` draws it; the zone stands before the easting. */
const corners = (n5: string, from: number, to: number, zone = 35): Place[] => {
  const x = zone * 1e6 + 500_000 + 100 * Number(n5)
  return [
    [x + from, 3_300_000],
    [x + from, 3_300_025],
    [x + to, 3_300_025],
    [x + to, 3_300_000],
    [x + from, 3_300_000],
  ]
}
function shp(rings: readonly (readonly Place[])[]): Buffer {
  const records = rings.map((points, i) => {
    const r = Buffer.alloc(8 + 48 + 16 * points.length)
    r.writeInt32BE(i + 1, 0)
    r.writeInt32BE((48 + 16 * points.length) / 2, 4)
    r.writeInt32LE(5, 8)
    for (const [n, v] of [Math.min(...points.map((p) => p[0])), Math.min(...points.map((p) => p[1]))].entries()) r.writeDoubleLE(v, 12 + 8 * n)
    for (const [n, v] of [Math.max(...points.map((p) => p[0])), Math.max(...points.map((p) => p[1]))].entries()) r.writeDoubleLE(v, 28 + 8 * n)
    r.writeInt32LE(1, 44)
    r.writeInt32LE(points.length, 48)
    for (const [n, [x, y]] of points.entries()) {
      r.writeDoubleLE(x, 56 + 16 * n)
      r.writeDoubleLE(y, 64 + 16 * n)
    }
    return r
  })
  const head = Buffer.alloc(100)
  head.writeInt32BE(9994, 0)
  head.writeInt32LE(1000, 28)
  head.writeInt32LE(5, 32)
  return Buffer.concat([head, ...records])
}
function dbf(name: string, codes: readonly string[]): Buffer {
  const head = Buffer.alloc(65)
  head[0] = 3
  head.writeUInt32LE(codes.length, 4)
  head.writeUInt16LE(65, 8)
  head.writeUInt16LE(20, 10)
  head.write(name, 32, 'latin1')
  head.write('C', 43, 'latin1')
  head[48] = 19
  head[64] = 0x0d
  return Buffer.concat([head, ...codes.map((c) => Buffer.from(` ${c.padEnd(19)}`, 'latin1'))])
}
/** A ZIP of these files. */
function zip(files: Readonly<Record<string, Buffer>>): Buffer {
  const parts: Buffer[] = [],
    index: Buffer[] = []
  let at = 0
  for (const [name, bytes] of Object.entries(files)) {
    const [packed, n] = [deflateRawSync(bytes), Buffer.from(name)]
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(crc32(bytes), 14)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(bytes.length, 22)
    local.writeUInt16LE(n.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    local.copy(central, 6, 4, 30)
    central.writeUInt32LE(at, 42)
    parts.push(local, n, packed)
    index.push(central, n)
    at += 30 + n.length + packed.length
  }
  const end = Buffer.alloc(22)
  const size = index.reduce((s, b) => s + b.length, 0)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, ...index, end])
}
const dkbm = (n5: string) => FBFBM + n5
const CGCS =
  'PROJCS["CGCS2000_3_Degree_GK_Zone_35",GEOGCS["GCS_China_Geodetic_Coordinate_System_2000"],PARAMETER["False_Easting",35500000.0],PARAMETER["Central_Meridian",105.0]]'
const survey = (records: readonly (readonly [string, readonly Place[]])[], more: Readonly<Record<string, Buffer | undefined>> = {}, field = 'DKBM') => {
  const files = {
    'a/测量.shp': shp(records.map((r) => r[1])),
    'a/测量.dbf': dbf(
      field,
      records.map((r) => r[0]),
    ),
    'a/测量.prj': Buffer.from(CGCS),
    ...more,
  }
  return zip(Object.fromEntries(Object.entries(files).flatMap(([n, v]) => (v ? [[n, v]] : []))))
}

describe('which rows a survey draws', () => {
  const many = { dkbm: text('地块'), pieces: { many: { to: text('归属'), geom: geom('图形') } } }
  const shape = {
    cuts: { many },
    corrected: { many: { dkbm: text('地块'), geom: geom('图形') } },
    nh: { many: { cuts: { many } } },
    dk: { many: { dkbm: text('地块') } },
  }
  const form = {
    cuts: [{ dkbm: 'A', pieces: [{ to: '1', geom: 'x' }] }],
    corrected: [{ dkbm: 'B', geom: null, htmj: '1' }],
    nh: [{ cuts: [] }, { lxdh: '1', cuts: [{ dkbm: 'C', pieces: [] }] }],
    dk: [{ dkbm: 'D' }],
  }
  test('an outline a parcel, pieces where it is cut, also in the row of a household; whose a piece is stays', () => {
    const records = ['A', 'B', 'A', 'C', 'C'].map((code, i) => ({ dkbm: code, geom: `g${i}` }))
    const { taken, unknown, twice } = takenOf(shape, form, records)
    expect([unknown, twice]).toEqual([[], []])
    expect(withTaken(form, taken)).toEqual({
      ...form,
      cuts: [
        {
          dkbm: 'A',
          pieces: [
            { to: '1', geom: 'g0' },
            { to: '', geom: 'g2' },
          ],
        },
      ],
      corrected: [{ dkbm: 'B', geom: 'g1', htmj: '1' }],
      nh: [
        { cuts: [] },
        {
          lxdh: '1',
          cuts: [
            {
              dkbm: 'C',
              pieces: [
                { to: '', geom: 'g3' },
                { to: '', geom: 'g4' },
              ],
            },
          ],
        },
      ],
    })
  })
  test('whose a piece becomes is as the record says it, where it does', () => {
    const said = [
      { dkbm: 'A', geom: 'g0', to: '2' },
      { dkbm: 'A', geom: 'g1', to: '1' },
    ]
    expect(takenOf(shape, form, said).taken).toEqual([
      {
        at: 'cuts.0',
        dkbm: 'A',
        pieces: [
          { to: '2', geom: 'g0' },
          { to: '1', geom: 'g1' },
        ],
      },
    ])
  })
  test('what no row waits for, and a second outline of what is not cut', () => {
    const { unknown, twice } = takenOf(
      shape,
      form,
      ['D', 'B', 'B'].map((code) => ({ dkbm: code, geom: 'g' })),
    )
    expect([unknown, twice]).toEqual([['D'], ['B']])
  })
})

test('files of a survey are of a kind of their own: a county that takes every paper as PDF alone takes them too', () => {
  const rules = typeCodes.flatMap((t) => defaultFiles(t)).map((f) => ({ ...f, taskKey: 'survey', isRequired: '2' as const, fileType: 'pdf' }))
  const zip = (kind: string) => ({ given: { [kind]: { n: 2, largest: 1, types: ['zip', 'shp'] } } })
  expect(fileFaults({ files: rules }, zip(SURVEY_KIND), 'survey')).toEqual([])
  expect(fileFaults({ files: rules }, zip('QT'), 'survey').length).toBe(1)
})

test('a file of more than 20 MB is refused before a thread reads it', async () => {
  const task = { files: [{ name: 'a.zip', bytes: new Uint8Array(20 * 2 ** 20 + 1) }], countyLongitude: 105, most: 1 }
  const words = { zh: '文件过大，请分次上传', en: 'The file is too large: send it in parts' }
  await expect(readSurvey(task)).rejects.toMatchObject({ key: 'survey-large', words })
})

const ENGLISH = [
  ...[surveyReadProblems.noTable, surveyReadProblems.unreadable, surveyReadProblems.noSystem, surveyReadProblems.noCode, surveyReadProblems.empty].map(
    (p) => p().words.en,
  ),
  ...[
    surveyReadProblems.oneShape({ n: 2 }),
    surveyReadProblems.system({ datum: 'xian80' }),
    surveyReadProblems.codeless({ n: 1 }),
    surveyReadProblems.rounded({ n: 1, code: '5.1E+018' }),
    surveyReadProblems.notOne({ dkbm: 'A' }),
  ].map((p) => p.words.en),
  ...[surveyReadProblems.tooMany({ n: 9, most: 200 }), waits.unknown({ dkbms: 'A' }), waits.twice({ dkbms: 'A' })].map((p) => p.words.en),
]

describe('through the call', () => {
  let b: Bench
  let s: ReturnType<typeof stories>
  const stored = new Map<string, Buffer>()
  let id = ''
  beforeAll(async () => {
    const registry = registryOf({ digestOf: async () => 'a'.repeat(64), sealer: { sign: (t) => t } })
    const survey = surveyRoutes(registry, { file: async (name) => stored.get(name)!, survey: readSurvey })
    const upload = uploadSlice(readSurvey, (ctx, businessId, outlines) => reassigned(registry, ctx, businessId, outlines))
    b = await bench({ routes: [...survey, ...upload.routes], perms: ['dk_import'] })
    s = stories(b, {
      typeCode: 'change_contract',
      name: '合同变更',
      files: ['SQS', 'CBFSFZ', 'CBFHKB', 'CBHT', 'CBJYQZ', 'HJZM', 'HYJL', 'QT', 'XY', 'DCB', 'GSB'],
    })
    const h = await registered(b, 1, ['00001'], [], { drawn: true })
    await registered(b, 2, ['00002'], [], { drawn: true })
    const corrected = [{ dkbm: dkbm('00001'), htmj: '1000.00', htmjm: '1.50', cxch: '1', geom: null }]
    id = await s.accepted(await s.application(h, '6', { bgyy: '按协议变更', corrected }, '1'))
    await s.to(id, 'survey')
  })
  afterAll(() => b.end())

  async function read(files: Readonly<Record<string, Buffer>>, lang: 'zh' | 'en' = 'zh', who: 'town' | 'other' = 'town') {
    const attachIds: string[] = []
    for (const [name, bytes] of Object.entries(files)) {
      const attachId = await attachTo(b, id, [SURVEY_KIND])
      const ossName = `${attachId}`
      stored.set(ossName, bytes)
      await b.db.owner.updateTable('attach').set({ name, ossName }).where('id', '=', attachId).execute()
      attachIds.push(attachId)
    }
    return b.call(who, lang)('POST', '/yw-accept/business/survey-file', { businessId: id, attachIds })
  }
  const own = [[dkbm('00001'), corners('00001', 0, 42)]] as const

  test('areas before and after, no fault; nothing is stored until the form is saved with it, and the register not before the finish', async () => {
    const before = await s.register()
    const { data, msg } = await read({ 'a.zip': survey(own) })
    expect(msg).toBe('操作成功')
    const [parcel] = data.parcels
    expect(data.parcels.map((p: any) => [p.at, p.dkbm, p.before, p.after])).toEqual([['corrected.0', dkbm('00001'), '1000.00', '1050.00']])
    expect([parcel.was.replaceAll(',', ', '), data.faults]).toEqual([strip('00001'), []])
    const { form } = await s.detail(id)
    expect(form.corrected[0].geom).toBe(null)
    const drawn = { ...form, corrected: [{ ...form.corrected[0], geom: parcel.geom, htmj: '1050.00', htmjm: '1.58' }] }
    expect((await saveAgain(b, 'town', { id, form: drawn })).msg).toBe('操作成功')
    expect(await s.register()).toBe(before)
    expect((await s.detail(id)).form.corrected[0].geom).toBe(parcel.geom)
  })
  test('the files one by one do as well, without .prj where the eastings name their zone', async () => {
    const { data } = await read({ 'b.shp': shp([own[0][1]]), 'b.dbf': dbf('dkbm', [own[0][0]]) })
    expect(data.parcels[0].after).toBe('1050.00')
  })
  test('what the form would be refused for with it: it crosses itself, it covers a neighbour', async () => {
    const bow = corners('00001', 0, 42).map((p, i, all) => (i === 1 ? all[2]! : i === 2 ? all[1]! : p))
    const crossed = await read({ 'a.zip': survey([[dkbm('00001'), bow]]) })
    expect([crossed.data.parcels[0].after, crossed.data.faults]).toEqual([
      '',
      [{ field: 'corrected.0.geom', msg: expect.stringContaining(`地块【${dkbm('00001')}】的图形无效：边界自相交或自相接（`) }],
    ])
    const over = await read({ 'a.zip': survey([[dkbm('00001'), corners('00001', 0, 110)]]) }, 'en')
    expect(over.data.faults.find((f: any) => f.field === 'corrected.0.geom').msg).toContain(dkbm('00002'))
  })
  const far = corners('00001', 0, 42).map(([x, y]): Place => [x, y + 2_000_000])
  test.each([
    [
      'another parcel',
      () => survey([[dkbm('00002'), corners('00002', 0, 40)]]),
      'survey-unknown',
      `本业务不测绘地块【${dkbm('00002')}】`,
      'The case contains no drawn parcel',
    ],
    ['two outlines', () => survey([own[0], own[0]]), 'survey-twice', `地块【${dkbm('00001')}】有多个图形，且不是分割地块`, 'several outlines'],
    [
      'another datum',
      () => survey(own, { 'a/测量.prj': Buffer.from(CGCS.replaceAll(/CGCS2000|China_Geodetic_Coordinate_System_2000/g, 'Xian_1980')) }),
      'survey-system',
      '坐标系为1980西安坐标系，请转换为2000国家大地坐标系',
      "Xi'an 1980",
    ],
    [
      'no .prj and no zone',
      () => survey([[dkbm('00001'), corners('00001', 0, 42, 0)]], { 'a/测量.prj': undefined }),
      'survey-system',
      '没有prj文件，且坐标不能表明坐标系，请附上prj文件',
      'add the .prj',
    ],
    ['outside the county', () => survey([[dkbm('00001'), far]]), 'outside-county', '', ''],
    ['no code', () => survey(own, {}, 'BM'), 'survey-code', '属性表缺少地块编码字段DKBM', 'no field DKBM'],
    ['a record without one', () => survey([['', corners('00001', 0, 42)]]), 'survey-code', '第1条记录没有地块编码', 'names no parcel'],
    [
      'a code in powers of ten',
      () => survey([['5.12021119203e+018', corners('00001', 0, 42)]]),
      'survey-code',
      '第1条记录的地块编码为科学计数法【5.12021119203e+018】，末位数字已丢失，请将编码字段改为文本（19位）后重新导出',
      'export it again from a text column',
    ],
    ['no table', () => survey(own, { 'a/测量.dbf': undefined }), 'survey-table', '缺少与shp同名的dbf文件', '.dbf of the same name'],
    ['no shape', () => survey(own, { 'a/测量.shp': undefined }), 'survey-shape', '测量成果应有且只有一个shp文件，现有0个', 'exactly one .shp'],
    ['two shapes', () => survey(own, { 'a/b.shp': shp([own[0][1]]) }), 'survey-shape', '测量成果应有且只有一个shp文件，现有2个', 'exactly one .shp'],
    ['no archive', () => Buffer.from('PK'), 'survey-unreadable', '文件无法读取，可能已损坏', 'cannot be read'],
    ['too many', () => survey(Array.from({ length: 201 }, () => own[0])), 'survey-many', '文件有201条记录，一次最多200条', 'at most 200'],
    [
      'a record without an outline',
      () => {
        const bare = shp([own[0][1]])
        bare.writeInt32LE(0, 108)
        return survey([own[0]], { 'a/测量.shp': bare })
      },
      'survey-polygon',
      `地块【${dkbm('00001')}】的图形不是一个完整的面`,
      'is not one polygon',
    ],
    ['none', () => survey([]), 'survey-empty', '文件中没有地块', 'no parcel'],
  ] as const)('%s is refused', async (_name, file, key, zh, en) => {
    const { key: is, msg } = await read({ 'a.zip': file() })
    expect([is, zh ? msg : zh]).toEqual([key, zh])
    // the words beside it, without another reading
    if (en) expect(ENGLISH.some((w) => w.includes(en))).toBe(true)
  })
  const assign = (parcels: readonly object[], lang: 'zh' | 'en' = 'zh', who: 'town' | 'other' = 'town') =>
    b.call(who, lang)('POST', '/dzzw/re-assign', { businessId: id, parcels })
  const outlined = (n5: string, to: number) => ({ no: 1, dkbm: dkbm(n5), geom: strip(n5, 0, to) })
  test('outlines that are re-assigned in a case stand in its form, the register is as before; what the case does not draw is refused in both languages', async () => {
    const before = await s.register()
    const { data, msg } = await assign([outlined('00001', 41)])
    expect([msg, data]).toEqual(['操作成功', [{ no: 1, dkbm: dkbm('00001') }]])
    expect((await s.detail(id)).form.corrected[0].geom).toBe(strip('00001', 0, 41))
    expect(await s.register()).toBe(before)
    const say = async (parcels: readonly object[]) => Promise.all((['zh', 'en'] as const).map(async (l) => (await assign(parcels, l)).msg))
    expect(await say([outlined('00002', 40)])).toEqual([`本业务不测绘地块【${dkbm('00002')}】`, `The case contains no drawn parcel ${dkbm('00002')}`])
    expect(await say([outlined('00001', 41), outlined('00001', 42)])).toEqual([
      `地块【${dkbm('00001')}】有多个图形，且不是分割地块`,
      `Parcel ${dkbm('00001')} has several outlines and is not one that is cut`,
    ])
    // far larger than the contract says: refused as the form would be
    expect((await assign([outlined('00001', 90)])).data.fields.map((f: any) => f.field)).toEqual(['corrected.0.areaReason'])
    expect((await assign([outlined('00001', 41)], 'zh', 'other')).code).toBe(404)
    expect((await s.detail(id)).form.corrected[0].geom).toBe(strip('00001', 0, 41))
  })
  test('nobody reads a survey into a case that is not theirs to draw in', async () => {
    expect((await read({ 'a.zip': survey(own) }, 'zh', 'other')).code).toBe(404)
    await s.to(id, 'check')
    expect((await read({ 'a.zip': survey(own) })).key).toBe('E2002')
  })
})
