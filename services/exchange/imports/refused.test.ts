// What the import centre refuses: whole files, single cells, rows that changed in between. Every sentence is read in both languages.
import { rm } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lang } from '../../../kit/model/lang.ts'
import { fbf } from '../../../land/definitions/fbf.ts'
import { zipOf } from '../../develop/zip.server.ts'
import { idCard, sample } from '../../../tests/samples.ts'
import { CROWD, world, type Client, type World } from '../../../tests/world.ts'
import { accepted, book, detailOf, rowsOf, uploaded, withdrawn, type Table } from '../../../tests/import-bench.ts'

const VILLAGE = '512021119203'
let w: World
let admin: Client, county: Client
beforeAll(async () => {
  w = await world({}, 'people', CROWD)
  ;[admin, county] = await Promise.all([w.as('admin'), w.as('county')])
})
afterAll(() => w?.end())

const POSTS = ['岗位类型', '岗位编号', '岗位名称', '岗位排序', '岗位描述']
const post = (code: string) => ['高层', code, '一', 1, null]
const send = async (file: Table | Buffer, lang: Lang = 'zh', entity = 'sys_post') =>
  admin.upload('/importBatch/upload', { name: 'a.xlsx', bytes: Buffer.isBuffer(file) ? file : await book(file) }, { entity }, { 'accept-language': lang })
/** Why a file came to nothing, to a person of each language, whatever language it was brought in. */
async function failed(file: Table | Buffer): Promise<[zh: string, en: string]> {
  const bytes = Buffer.isBuffer(file) ? file : await book(file)
  const [zh, en] = [await send(bytes, 'zh'), await send(bytes, 'en')]
  expect([zh.msg, en.msg]).toEqual(['操作成功', 'Done'])
  await w.jobs.idle()
  const [a, b] = [await detailOf(admin, en.data.id, 'zh'), await detailOf(admin, zh.data.id, 'en')]
  expect([a.status, b.status]).toEqual(['failed', 'failed'])
  return [a.failReason, b.failReason]
}
/** Faults of a row by field, Chinese and English. */
async function faultsOf(who: Client, id: string, no: number): Promise<Record<string, [zh: string, en: string]>> {
  const of = async (lang: Lang) => {
    const a = await who.send('GET', '/importBatch/rows', { query: { id, size: 100 }, headers: { 'accept-language': lang } })
    return a.data.records.find((r: any) => r.no === no).faults as Record<string, string>
  }
  const [zh, en] = [await of('zh'), await of('en')]
  return Object.fromEntries(Object.keys(zh).map((n) => [n, [zh[n]!, en[n]!]]))
}

/**
 * So many calls that all are under way before the first has stored its batch: nothing comes into the table until more of them wait than may have one. The
 * embedded engine does one after the other of itself.
 */
async function together<T>(call: () => Promise<T>, many: number): Promise<T[]> {
  const calls = () => Promise.all(Array.from({ length: many }, call))
  if (w.db.engine === 'embedded') return calls()
  const gate = await w.db.pool.connect()
  try {
    await gate.query('begin')
    await gate.query('lock table import_batch in share mode')
    const answers = calls()
    const waiting = async () =>
      (await w.db.pool.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rowCount
    await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(3)
    await gate.query('commit')
    return await answers
  } finally {
    gate.release(true)
  }
}

test('only what can be imported is taken, and three files of a person at a time', async () => {
  for (const [lang, msg] of [
    ['zh', '没有该导入类型'],
    ['en', 'This import type does not exist'],
  ] as const) {
    const a = await send([POSTS, post('a')], lang, 'sys_role')
    expect([a.key, a.msg]).toEqual(['import-type', msg])
  }
  try {
    // three at once, of six that are sent at the same moment
    const answers = await together(async () => send(await book([POSTS, post('b')])), 6)
    expect(answers.map((a) => a.key ?? a.code).sort()).toEqual([...Array(3).fill(200), ...Array(3).fill('import-busy')])
    for (const [lang, msg] of [
      ['zh', '您有3个导入正在进行，请等待完成'],
      ['en', 'You have 3 imports running; wait until one has finished'],
    ] as const) {
      const a = await send([POSTS, post('b4')], lang)
      expect([a.code, a.key, a.msg]).toEqual([409, 'import-busy', msg])
    }
    // a file that is lost before it is read
    await rm(`${w.dataDir}/imports`, { recursive: true })
  } finally {
    // only now the queue begins
    w.jobs.start()
  }
  await w.jobs.idle()
  const all = (await admin.get('/importBatch/page', { size: 10 })).data.records
  expect(all.map((b: any) => [b.status, b.failReason])).toEqual([1, 2, 3].map(() => ['failed', '导入文件已不存在，请重新上传']))
})

test('a file that is broken, too long or too wide comes to nothing, with its reason', async () => {
  const torn = ['[Content_Types].xml', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml'].map((path) => ({ path, text: '<sheetData><row' }))
  expect(await failed(await buffer(zipOf(torn)))).toEqual([
    '文件无法读取，请用Excel另存为xlsx后重试',
    'The file cannot be read; save it as xlsx in Excel and try again',
  ])
  const long: Table = [['岗位编号'], ...Array.from({ length: 10_001 }, () => ['c'])]
  expect(await failed(await book(long))).toEqual(['一次最多导入10000行，请分成多个文件', 'At most 10000 rows at once; use several files'])
  const wide: Table = [[...POSTS, ...Array.from({ length: 196 }, (_, i) => `列${i}`)], post('c')]
  expect(await failed(wide)).toEqual(['最多200列', 'At most 200 columns'])
})

test('a cell that Excel broke is named by its place', async () => {
  const b = await uploaded(w, admin, 'sys_post', [POSTS, ['高层', 'd1', '#REF!', 1, 1.2e18], ['高层', 'd2', '二', 1, null], ['高层', 'd2', '三', 1, null]])
  expect(await faultsOf(admin, b.id, 2)).toEqual({
    postName: ['C2单元格是错误值', 'Cell C2 contains an error value'],
    remark: [
      'E2单元格的数字超过15位，Excel已丢失精度，请将单元格设为文本后重新填写',
      'Cell E2: Excel rounds numbers of more than 15 digits; format the cell as text',
    ],
  })
  expect(await faultsOf(admin, b.id, 4)).toEqual({ '': ['与第3行重复', 'The same as row 3'] })
})

test('what the system fills in is neither set in a new row nor changed in an old one', async () => {
  expect((await county.post('/base-qssj/fbf/save', sample(fbf, { regionCode: VILLAGE }))).msg).toBe('操作成功')
  const heads = ['发包方编码', '行政区划', '状态', '发包方名称', '负责人姓名', '负责人证件号码', '联系电话', '发包方地址', '发包方调查员', '发包方调查日期']
  const rest = ['新村', '王村长', '510112197001011238', '13800000000', '新村', '李', '2026-01-01']
  const b = await uploaded(w, county, 'fbf', [
    heads,
    [`${VILLAGE}00`, null, '历史', ...rest.map(() => null)],
    [null, `${VILLAGE}01`, '历史', ...rest],
    [`${VILLAGE}77`, null, null, ...rest],
    [null, '没有的村', null, ...rest],
  ] as Table)
  expect((await faultsOf(county, b.id, 2)).zt).toEqual(['状态由系统填写，不能通过导入修改', 'Row status is filled by the system and cannot be imported'])
  expect((await faultsOf(county, b.id, 3)).zt).toEqual(['状态由系统填写，新增时请留空', 'Row status is filled by the system; leave it empty in a new row'])
  expect((await faultsOf(county, b.id, 4)).fbfbm).toEqual(['没有发包方编码为此值的数据，新增请留空', 'No row has this Code; leave it empty for a new one'])
  expect((await faultsOf(county, b.id, 5)).regionCode).toEqual(['没有该行政区划，请填编码或完整名称', 'There is no such region; use its code or full name'])
})

test('a code that a region had before means that region, and one that nobody had means none', async () => {
  const heads = ['行政区划', '发包方名称', '负责人姓名', '负责人证件号码', '联系电话', '发包方地址', '发包方调查员', '发包方调查日期']
  const rest = ['老村', '王村长', idCard(), '13800000000', '老村', '李', '2026-01-01']
  const [old, unknown] = ['519021119203', '519021119204']
  await w.db.pool.query(`update region set "oldCodes" = $1 where code = $2`, [`519021,${old}`, `${VILLAGE}01`])
  const b = await uploaded(w, county, 'fbf', [heads, [old, ...rest], [unknown, ...rest]] as Table)
  await w.db.pool.query(`update region set "oldCodes" = null where code = $1`, [`${VILLAGE}01`])
  expect(await faultsOf(county, b.id, 2)).toEqual({})
  expect(await faultsOf(county, b.id, 3)).not.toEqual({})
})

test('what fits several rows, or a name that several have, is not guessed', async () => {
  const dept = (deptName: string, fullName: string) => ({ deptName, fullName, deptCategory: '2', regionCode: '512021', sort: 1 })
  const ids: string[] = []
  for (const [name, full] of [
    ['同名科', '甲同名科'],
    ['同名科', '乙同名科'],
    ['全称科一', '同全称科'],
    ['全称科二', '同全称科'],
  ] as const) {
    const a = await admin.post('/cpt-system/dept/submit', dept(name, full))
    expect(a.msg).toBe('操作成功')
    ids.push(a.data)
  }
  const b = await uploaded(w, admin, 'sys_dept', [
    ['上级部门', '部门名称', '部门全称', '行政区划', '排序'],
    ['同名科', '新科', '新科', '512021', 1],
    [null, '改名', '同全称科', '512021', 1],
  ])
  const keys = ids.slice(0, 2).join('、')
  expect((await faultsOf(admin, b.id, 2)).parentId).toEqual([`上级部门有同名项，请填编码：${keys}`, `Parent: several have this name; use the code: ${keys}`])
  expect(await faultsOf(admin, b.id, 3)).toEqual({ fullName: ['有多条数据符合，无法确定是哪一条', 'Several rows match; it is unclear which one is meant'] })
})

test('a row that came in meanwhile is not doubled, and one that was removed meanwhile keeps the batch from being withdrawn', async () => {
  const [first, second] = [await uploaded(w, admin, 'sys_post', [POSTS, post('e1')]), await uploaded(w, admin, 'sys_post', [POSTS, post('e1')])]
  expect(await accepted(w, admin, first.id)).toMatchObject({ done: 1 })
  expect(await accepted(w, admin, second.id)).toMatchObject({ done: 0, counts: { failed: 1 } })
  expect(await faultsOf(admin, second.id, 2)).toEqual({ '': ['该数据已存在，请重新上传预览', 'This row exists meanwhile; upload the file again'] })
  for (const [lang, msg] of [
    ['zh', '没有可写入的行'],
    ['en', 'There are no rows to write'],
  ] as const) {
    const again = await admin.send('POST', '/importBatch/accept', { body: { id: second.id }, headers: { 'accept-language': lang } })
    expect([again.key, again.msg]).toEqual(['import-nothing', msg])
  }
  const made = (await admin.get('/cpt-system/post/page', { postCode: 'e1' })).data.records[0]
  expect((await admin.post('/cpt-system/post/remove', {}, { ids: made.id })).msg).toBe('操作成功')
  expect(await withdrawn(w, admin, first.id)).toMatchObject({ status: 'written', failReason: '不能撤回：第2行写入后又有变化，未做任何更改' })
  expect(await faultsOf(admin, first.id, 2)).toEqual({ '': ['写入后已被删除', 'Removed since it was written'] })
  expect((await rowsOf(admin, first.id, 'blocked')).length).toBe(1)
})
