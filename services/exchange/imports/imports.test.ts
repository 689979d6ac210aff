// The import centre, driven through its HTTP door: what a sheet says is compared, explained, written as the form writes it, and taken back.
import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readXlsx } from 'hucre/xlsx'
import { clock } from '../../../kit/server/clock.server.ts'
import { villageWorld, type Client, type World } from '../../../tests/world.ts'
import { readWorkbook } from '../../../runtime/workbook/workbook.server.ts'
import { importRoutine } from './routine.server.ts'
import { folderStorage } from '../../files/storage/storage.server.ts'
import { zipOf } from '../../files/testing.server.ts'
import { idCard } from '../../../tests/samples.ts'
import { accepted, book, detailOf, rowsOf, tableOf, uploaded, withdrawn, type Table } from '../../../tests/import-bench.ts'

let w: World
let admin: Client, county: Client
beforeAll(async () => {
  w = await villageWorld()
  // what is registered no workbook changes (tests/contract/locked.test.ts): here is a village before its registration
  await w.db.pool.query(`update dk set djzt = '0'`)
  await w.db.pool.query(`update cbf set djzt = '0'`)
  admin = await w.as('admin')
  county = await w.as('county')
})
afterAll(() => w?.end())

const sql = async (text: string, values: unknown[] = []) => (await w.db.pool.query(text, values)).rows
const POSTS = ['岗位类型', '岗位编号', '岗位名称', '岗位排序', '岗位描述']

/** A few households of the demonstration village, as a list shows them. */
const households = async (n: number) => (await county.get('/base-qssj/cbf/page', { size: n })).data.records as any[]

test('the template has the words of the definition, stars for what is required, drop-downs of dictionaries and a sheet of notes', async () => {
  const a = await county.get('/importBatch/template', { entity: 'cbf' })
  expect(decodeURIComponent(String(a.headers['content-disposition']))).toContain('承包方导入模板.xlsx')
  const { sheets } = await readXlsx(a.raw)
  expect(sheets.map((s) => s.name)).toEqual(['承包方', '填写说明', '选项'])
  const heads = sheets[0]!.rows[0] as string[]
  expect(heads).toContain('承包方名称*')
  expect(heads).toContain('承包方编码')
  expect(heads).not.toContain('登记状态')
  const type = sheets[0]!.dataValidations!.find((v) => v.range.startsWith(`${String.fromCharCode(65 + heads.indexOf('承包方类型'))}2:`))!
  expect(type).toMatchObject({ type: 'list', errorStyle: 'stop' })
  const column = /\$([A-Z])\$1:\$[A-Z]\$3$/.exec(type.formula1!)![1]!
  expect(sheets[2]!.rows.slice(0, 3).map((r) => r[column.charCodeAt(0) - 65])).toEqual(['农户', '个人', '单位'])
  expect(sheets[1]!.rows.flat()).toContain('承包期限起')
  const en = await county.send('GET', '/importBatch/template', { query: { entity: 'cbf' }, headers: { 'accept-language': 'en' } })
  expect((await readXlsx(en.raw)).sheets[0]!.rows[0]).toContain('Type')
})

test('every wrong cell is marked with its sentence in both languages, and nothing is written before somebody accepts', async () => {
  const table: Table = [
    [...POSTS, '我的备注'],
    ['高层', 'gj1', '高级一', 1, '甲', 'x'],
    ['没有的', 'gj 2', null, 'abc', null, null],
    ['中层', 'gj1', '重复', 2, null, null],
    ['中层', 'gj4', '反\u202e写', 2, null, null],
  ]
  const b = await uploaded(w, admin, 'sys_post', table)
  expect(b).toMatchObject({ status: 'ready', total: 4, fresh: 1, wrong: 3, done: 0, ignored: ['我的备注（F）'] })
  const [, bad, twice, hidden] = await rowsOf(admin, b.id)
  expect([hidden.no, hidden.faults]).toEqual([5, { postName: '岗位名称含有不可见字符，请删除后重新输入' }])
  expect(Object.keys(bad.faults).sort()).toEqual(['category', 'postCode', 'postName', 'sort'])
  expect(bad.faults.category).toMatch(/^岗位类型不在可选范围内，可填：高层/)
  expect(bad.faults.postName).toBe('请输入岗位名称')
  expect(twice.faults).toEqual({ '': '与第2行重复' })
  const en = await admin.send('GET', '/importBatch/rows', { query: { id: b.id, show: 'wrong' }, headers: { 'accept-language': 'en' } })
  expect(en.data.records[0].faults.postName).toBe('Please enter the name')
  expect(await sql(`select 1 from sys_post where "postCode" = 'gj1'`)).toEqual([])
})

test('a formula is refused with the name of its cell, and a number that Excel has rounded as well', async () => {
  const rows = [POSTS, ['高层', 'f1', null, 1, null], ['高层', 'f2', '二', 1, 1.2e18]]
  const bytes = await book(rows as Table, { cells: new Map([['1,2', { value: 'x', formula: 'CONCATENATE("a","b")', formulaResult: 'ab' }]]) })
  const b = await uploaded(w, admin, 'sys_post', bytes)
  const [formula, rounded] = await rowsOf(admin, b.id)
  expect(formula.faults).toEqual({ postName: 'C2单元格是公式，请粘贴为值' })
  expect(rounded.faults.remark).toContain('E3单元格的数字超过15位')
})

test('a file that is no workbook, has no known heading or a heading twice is refused with its reason', async () => {
  const send = (name: string, bytes: Buffer) => admin.upload('/importBatch/upload', { name, bytes }, { entity: 'sys_post' })
  expect((await send('a.xlsx', Buffer.from('PK no'))).key).toBe('import-xlsx')
  expect((await send('a.csv', Buffer.from('a,b'))).key).toBe('import-xlsx')
  expect(
    await uploaded(w, admin, 'sys_post', [
      ['甲', '乙'],
      ['1', '2'],
    ]),
  ).toMatchObject({ status: 'failed', failReason: '第一行没有可识别的列，请使用导入模板' })
  expect(
    await uploaded(w, admin, 'sys_post', [
      ['岗位编号', 'Code'],
      ['1', '2'],
    ]),
  ).toMatchObject({ status: 'failed', failReason: '列重复：Code（A、B）' })
  expect(await uploaded(w, admin, 'sys_post', [POSTS])).toMatchObject({ status: 'failed', failReason: '文件中没有数据行' })
  // few bytes that unpack to much text
  const cell = '甲'.repeat(30_000)
  const bomb = await book([POSTS, ...Array.from({ length: 600 }, (_, i) => ['高层', `b${i}`, `${i}${cell}`, 1, null])] as Table)
  expect(bomb.length).toBeLessThan(2 ** 20)
  expect(await uploaded(w, admin, 'sys_post', bomb)).toMatchObject({ status: 'failed', failReason: '文件内容过大，请分成多个文件' })
})

test('nobody believes what a workbook says of the size of its parts, wherever it lies: the bound holds', async () => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = (...of: [kind: string, target: string][]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${of.map(([kind, target], i) => `<Relationship Id="r${i}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`).join('')}</Relationships>`
  const words = (n: number) => [...POSTS, '高层', 'p9', '九', '1', ...Array.from({ length: n }, () => 'b'.repeat(2 ** 20))]
  const cells = (from: number, n: number) => Array.from({ length: n }, (_, i) => `<c t="s"><v>${from + i}</v></c>`).join('')
  const SHARED = 'xl/sharedStrings.xml',
    SHEET = 'xl/worksheets/sheet1.xml'
  /** A workbook of one row, with megabytes of words that no cell names, and in its sheet of blanks. */
  const sent = (more: { words?: number; blanks?: number }) =>
    zipOf(
      Object.entries({
        '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
        '_rels/.rels': relations(['officeDocument', 'xl/workbook.xml']),
        'xl/_rels/workbook.xml.rels': relations(['worksheet', 'worksheets/sheet1.xml'], ['sharedStrings', 'sharedStrings.xml']),
        'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="a" sheetId="1" r:id="r0"/></sheets></workbook>`,
        [SHARED]: `<sst xmlns="${main}">${words(more.words ?? 0)
          .map((t) => `<si><t>${t}</t></si>`)
          .join('')}</sst>`,
        [SHEET]: `<worksheet xmlns="${main}"><sheetData><row r="1">${cells(0, 5)}</row><row r="2">${cells(5, 4)}</row></sheetData>${' '.repeat((more.blanks ?? 0) * 2 ** 20)}</worksheet>`,
      }).map(([name, text]) => ({ name, bytes: Buffer.from(text) })),
    )
  /** The same with other sizes of a part: in its directory, at the part itself. */
  const lying = (bytes: Buffer, name: string, says: { directory?: number; part?: number }): Buffer => {
    const out = Buffer.from(bytes)
    for (const [sign, head, size, told] of [
      ['PK\x01\x02', 46, 24, says.directory],
      ['PK\x03\x04', 30, 22, says.part],
    ] as const)
      for (let at = out.indexOf(sign, 0, 'latin1'); told !== undefined && at >= 0; at = out.indexOf(sign, at + 4, 'latin1'))
        if (out.toString('latin1', at + head, at + head + name.length) === name) out.writeUInt32LE(told, at + size)
    return out
  }
  // the reader itself: the door before it looks through the archive on its own
  const read = async (bytes: Buffer) => {
    const path = `${w.dataDir}/lie.xlsx`
    await writeFile(path, bytes)
    const limits = { rows: 10, columns: 10, characters: 2 ** 20 }
    return readWorkbook(path, limits).then(
      (sheet) => `${sheet.rows.length} rows`,
      (e: { key?: string }) => e.key,
    )
  }
  expect(await read(sent({ words: 1, blanks: 1 }))).toBe('1 rows')
  const [wide, long] = [sent({ words: 140 }), sent({ blanks: 140 })]
  const said: [string, Buffer, string][] = [
    ['words, told', wide, 'import-large'],
    ['sheet, told', long, 'import-large'],
    ...([wide, long] as const).flatMap((bytes, i) => {
      const name = [SHARED, SHEET][i]!
      return ([{ directory: 10 }, { directory: 0 }, { directory: 10, part: 10 }, { directory: 0, part: 0 }, { directory: 10, part: 0 }] as const).map(
        (says): [string, Buffer, string] => [`${name} ${JSON.stringify(says)}`, lying(bytes, name, says), 'import-unreadable'],
      )
    }),
    ['a small one that says less', lying(sent({ words: 1 }), SHARED, { directory: 10 }), 'import-unreadable'],
  ]
  for (const [what, bytes, why] of said) expect([what, await read(bytes)]).toEqual([what, why])
})

test('rows are new, changed, the same or wrong; a change shows old and new; chosen rows are written with audit, the batch is withdrawn whole', async () => {
  const first = await uploaded(w, admin, 'sys_post', [POSTS, ['高层', 'p1', '一', 1, '旧'], ['中层', 'p2', '二', 2, null]])
  expect(await accepted(w, admin, first.id)).toMatchObject({ status: 'written', done: 2 })
  const table: Table = [POSTS, ['高层', 'p1', '一', 1, '新'], ['中层', 'p2', '二', 2, null], ['基层', 'p3', '三', 3, null], ['基层', 'p4', '四', 4, null]]
  const b = await uploaded(w, admin, 'sys_post', table)
  expect(b).toMatchObject({ total: 4, fresh: 2, changed: 1, same: 1, wrong: 0 })
  const [changed] = await rowsOf(admin, b.id, 'change')
  expect([changed.changes, changed.cells.remark]).toEqual([{ remark: '旧' }, '新'])
  expect(await accepted(w, admin, b.id, [2, 4])).toMatchObject({ status: 'written', done: 2, counts: { new: 1, done: 2 } })
  const posts = () => sql(`select "postCode" as code, remark from sys_post where "postCode" like 'p_' order by 1`)
  expect(await posts()).toEqual([
    { code: 'p1', remark: '新' },
    { code: 'p2', remark: null },
    { code: 'p3', remark: null },
  ])
  const audits = await sql(
    `select action, account from audit_event where object = 'sys_post' and action in ('sys_post.insert', 'sys_post.update') order by id desc limit 2`,
  )
  expect(audits.map((a) => [a.action, a.account]).sort()).toEqual([
    ['sys_post.insert', 'admin'],
    ['sys_post.update', 'admin'],
  ])
  expect(await withdrawn(w, admin, b.id)).toMatchObject({ status: 'withdrawn', done: 0, failReason: '' })
  expect(await posts()).toEqual([
    { code: 'p1', remark: '旧' },
    { code: 'p2', remark: null },
  ])
})

test('the rows that failed come back as a workbook with the reason, which is corrected and uploaded again', async () => {
  const b = await uploaded(w, admin, 'sys_post', [POSTS, ['高层', 'r1', '一', 1, null], ['错', 'r2', '二', 2, null]])
  await accepted(w, admin, b.id)
  const a = await admin.get('/importBatch/failing', { id: b.id })
  const table = await tableOf(a.raw)
  expect(table[0]).toEqual(['岗位类型*', '岗位编号*', '岗位名称*', '岗位排序', '岗位描述', '失败原因'])
  expect(table.length).toBe(2)
  expect(table[1]!.slice(0, 3)).toEqual(['错', 'r2', '二'])
  expect(table[1]![5]).toMatch(/不在可选范围内/)
  table[1]![0] = '高层'
  const again = await uploaded(w, admin, 'sys_post', table)
  expect(again).toMatchObject({ fresh: 1, wrong: 0, ignored: ['失败原因（F）'] })
  expect(await accepted(w, admin, again.id)).toMatchObject({ done: 1 })
})

test('a row that somebody changed since the preview is not overwritten, and one that changed since the writing keeps the batch', async () => {
  const b = await uploaded(w, admin, 'sys_post', [POSTS, ['高层', 'r1', '甲', 1, null], ['高层', 'r2', '乙', 2, null]])
  expect(b).toMatchObject({ changed: 2 })
  await sql(`update sys_post set rev = rev + 1, remark = '别人' where "postCode" = 'r1'`)
  const after = await accepted(w, admin, b.id)
  expect(after).toMatchObject({ status: 'written', done: 1, counts: { done: 1, failed: 1 } })
  expect((await rowsOf(admin, b.id, 'failed'))[0].faults).toEqual({ '': '数据已被他人修改，请刷新后重试' })
  expect((await sql(`select "postName" as n from sys_post where "postCode" = 'r1'`))[0].n).toBe('一')
  await sql(`update sys_post set rev = rev + 1 where "postCode" = 'r2'`)
  expect(await withdrawn(w, admin, b.id)).toMatchObject({
    status: 'written',
    done: 1,
    failReason: '不能撤回：第3行写入后又有变化，未做任何更改',
    counts: { blocked: 1 },
  })
  expect((await rowsOf(admin, b.id, 'blocked'))[0].faults).toEqual({ '': '写入后又有变化' })
  expect((await sql(`select "postName" as n from sys_post where "postCode" = 'r2'`))[0].n).toBe('乙')
})

test('contractors and members are written through the rules of their form, with versions, and withdrawn', async () => {
  const [c] = await households(1)
  const heads = [
    '承包方编码',
    '发包方',
    '承包方名称',
    '承包方证件类型',
    '承包方证件号码',
    '承包方地址',
    '邮政编码',
    '承包方式',
    '承包期限（年）',
    '承包期限起',
    '承包方调查日期',
    '承包方调查员',
    '公示记事人',
    '公示审核日期',
    '公示审核人',
  ]
  const rest = ['家庭承包', 30, '1998/10/1', new Date('2026-02-03T00:00:00Z'), '李勘', '王记', '2026年3月4日', '赵核']
  const fresh = [null, c.fbfbm, '测试户', '居民身份证', '11010519491231002X', '玉顶村1组', '642350', ...rest]
  const wrongId = [null, c.fbfbm, '错证户', '居民身份证', '110105194912310021', '玉顶村1组', '642350', ...rest]
  const b = await uploaded(w, county, 'cbf', [heads, fresh, wrongId] as Table)
  expect(b).toMatchObject({ fresh: 1, wrong: 1 })
  expect(Object.keys((await rowsOf(county, b.id, 'wrong'))[0].faults)).toEqual(['cbfzjhm'])
  expect(await accepted(w, county, b.id)).toMatchObject({ done: 1 })
  const [made] = await sql(`select cbfbm, cbfcysl, cbqxq::text as cbqxq, gsshrq::text as gsshrq from cbf where cbfmc = '测试户'`)
  expect(made).toEqual({ cbfbm: expect.stringMatching(/^\d{18}$/), cbfcysl: 1, cbqxq: '1998-10-01', gsshrq: '2026-03-04' })
  expect(await sql(`select cyxm, cyxb, yhzgx from jtcy where cbfbm = $1`, [made.cbfbm])).toEqual([{ cyxm: '测试户', cyxb: '2', yhzgx: '02' }])
  expect((await uploaded(w, county, 'cbf', [heads, fresh] as Table)).same).toBe(1)
  // nobody heads two households of one sheet, whatever their issuers
  const [other] = await sql(`select fbfbm from fbf where fbfbm <> $1 and zt = '1' limit 1`, [c.fbfbm])
  const number = idCard()
  const twice = [c.fbfbm, other.fbfbm].map((fbfbm) => [null, fbfbm, '测试户三', '居民身份证', number, '玉顶村1组', '642350', ...rest])
  const two = await uploaded(w, county, 'cbf', [heads, ...twice] as Table)
  expect((await rowsOf(county, two.id)).map((r) => [r.state, r.faults])).toEqual([
    ['new', {}],
    ['wrong', { cbfzjhm: '与第2行的证件号码相同，同一人只能登记一次' }],
  ])

  // the head is the contractor: a corrected name changes both, and a member's sheet cannot part them
  const corrected = await uploaded(w, county, 'cbf', [
    ['承包方编码', '承包方名称'],
    [made.cbfbm, '测试户主'],
  ])
  expect(await accepted(w, county, corrected.id)).toMatchObject({ done: 1 })
  expect(await sql(`select cyxm from jtcy where cbfbm = $1`, [made.cbfbm])).toEqual([{ cyxm: '测试户主' }])
  // a case that has taken the household meanwhile keeps the batch in
  const at = `'512021', '000000', 1, 1, 1, '2026-01-01', '2026-01-01', '512021119203'`
  const columns = `"countyCode", "tenantId", "createUser", "updateUser", rev, "createTime", "updateTime", "regionCode"`
  await sql(`insert into business (${columns}, id, "businessCode", status) values (${at}, 8, 'YW8', '2')`)
  await sql(`insert into business_lock (${columns}, id, "objectType", "objectCode", "businessId", "businessCode") values (${at}, 8, 'cbf', $1, 8, 'YW8')`, [
    made.cbfbm,
  ])
  const why = `不能撤回：第2行：【${made.cbfbm}】正在办理业务【YW8】，【承包方名称】不能修改，请待其办结或撤销，未做任何更改`
  expect(await withdrawn(w, county, corrected.id)).toMatchObject({ status: 'written', failReason: why })
  expect(await sql(`select cbfmc from cbf where cbfbm = $1`, [made.cbfbm])).toEqual([{ cbfmc: '测试户主' }])
  await sql(`delete from business_lock where "countyCode" = '512021' and id = 8`)
  expect(await withdrawn(w, county, corrected.id)).toMatchObject({ status: 'withdrawn' })

  const people: Table = [
    ['承包方编码', '成员姓名', '成员性别', '与户主关系', '成员证件号码'],
    [made.cbfbm, '测试子', '男', '子', '110101200001010096'],
    ['512021000000000000', '无户', '男', '子', idCard()],
    // the same person, in another household and under another name: told at the row before anybody accepts
    [c.cbfbm, '测试子', '男', '子', '１１０１０１ 20000101 0096'],
    [made.cbfbm, '测试仔', '男', '子', '110101200001010096'],
  ]
  const relation = (
    await sql(`select "dictValue" as v from dict_biz where code = 'yhzgx' and "parentId" is not null and "dictKey" not in ('01', '02') order by sort limit 1`)
  )[0].v
  for (const row of people.slice(1)) row[3] = relation
  const m = await uploaded(w, county, 'jtcy', people)
  expect((await rowsOf(county, m.id)).map((r) => [r.state, Object.keys(r.faults)])).toEqual([
    ['new', []],
    ['wrong', ['cbfbm']],
    ['wrong', ['cyzjhm']],
    ['wrong', ['cyzjhm']],
  ])
  expect((await rowsOf(county, m.id))[2].faults.cyzjhm).toBe('与第2行的证件号码相同，同一人只能登记一次')
  expect(await accepted(w, county, m.id)).toMatchObject({ done: 1 })
  expect((await sql(`select cbfcysl from cbf where cbfbm = $1`, [made.cbfbm]))[0].cbfcysl).toBe(2)
  // the household changed when its member came: the older batch stays until the younger one is withdrawn
  expect(await withdrawn(w, county, b.id)).toMatchObject({ status: 'written', counts: { blocked: 1 } })
  expect(await withdrawn(w, county, m.id)).toMatchObject({ status: 'withdrawn' })
  expect((await sql(`select count(*)::int as n from jtcy where cbfbm = $1`, [made.cbfbm]))[0].n).toBe(1)
  expect((await sql(`select count(*)::int as n from jtcy_v where cbfbm = $1`, [made.cbfbm]))[0].n).toBeGreaterThan(1)
})

test('parcels change their attributes and keep their shape; a new parcel is told where it is drawn', async () => {
  const [p] = await sql(`select dkbm, dkmc, dldj, md5(ST_AsBinary(geom)::text) as shape from dk where zt = '1' order by dkbm limit 1`)
  const b = await uploaded(w, county, 'dk', [
    ['地块编码', '地块名称', '实测面积（亩）'],
    [p.dkbm, '新名', null],
    [null, '另一块', 1],
    ['5120219999999999999', '没有', 1],
  ])
  const list = await rowsOf(county, b.id)
  expect(list.map((r) => r.faults)).toEqual([
    { scmjm: '请输入实测面积（亩）' },
    { '': '不能通过导入新增：新增地块需要图形，请在地图上绘制' },
    { dkbm: '没有地块编码为此值的数据，新增请留空' },
  ])
  const good = await uploaded(w, county, 'dk', [
    ['地块编码', '地块名称'],
    [p.dkbm, '新名'],
  ])
  expect(await accepted(w, county, good.id)).toMatchObject({ done: 1 })
  const now = () => sql(`select dkmc, md5(ST_AsBinary(geom)::text) as shape from dk where dkbm = $1`, [p.dkbm])
  expect(await now()).toEqual([{ dkmc: '新名', shape: p.shape }])
  expect(await withdrawn(w, county, good.id)).toMatchObject({ status: 'withdrawn' })
  expect(await now()).toEqual([{ dkmc: p.dkmc, shape: p.shape }])
})

test('what was missing before an import is missing again after its withdrawal, though no form would take it', async () => {
  const [p] = await sql(`select dkbm, sjly, rev from dk where zt = '1' and zjrxm is null order by dkbm limit 1`)
  const b = await uploaded(w, county, 'dk', [
    ['地块编码', '指界人姓名'],
    [p.dkbm, '王指'],
  ])
  expect(await accepted(w, county, b.id)).toMatchObject({ done: 1 })
  const now = async () => (await sql('select zjrxm, sjly, rev from dk where dkbm = $1', [p.dkbm]))[0]
  expect(await now()).toEqual({ zjrxm: '王指', sjly: '2', rev: p.rev + 1 })
  expect(await withdrawn(w, county, b.id)).toMatchObject({ status: 'withdrawn' })
  expect(await now()).toEqual({ zjrxm: null, sjly: p.sjly, rev: p.rev + 2 })
})

test('an import belongs to whoever brought it, and asks for the buttons of what it writes', async () => {
  const { id } = await uploaded(w, county, 'cbf', [
    ['承包方编码', '承包方名称'],
    [(await households(1))[0].cbfbm, '改名'],
  ])
  for (const who of [admin, await w.as('other')])
    for (const a of [await who.get('/importBatch/detail', { id }), await who.get('/importBatch/rows', { id }), await who.post('/importBatch/accept', { id })])
      expect(a.code).toBe(404)
  const town = await w.as('town')
  expect((await town.get('/importBatch/types')).code).toBe(403)
  expect((await county.upload('/importBatch/upload', { name: 'a.xlsx', bytes: await book([POSTS]) }, { entity: 'sys_post' })).code).toBe(403)
  await sql(
    `delete from role_menu where "menuId" in (select id from menu where code = 'cbf_edit') and "roleId" = (select id from sys_role where "roleAlias" = 'county' and "tenantId" = '000000')`,
  )
  const b = await uploaded(w, county, 'cbf', [
    ['承包方编码', '承包方名称'],
    [(await households(1))[0].cbfbm, '改名'],
  ])
  expect(b).toMatchObject({ wrong: 1, changed: 0 })
  expect((await rowsOf(county, b.id))[0].faults).toEqual({ '': '没有操作权限' })
})

test('a template of the administration narrows the columns and names them', async () => {
  const tplId = (await admin.post('/cpt-expimp/tpl/submit', { tplCode: 'imp', tplName: '岗位简表', entity: 'dk', kind: 'import' })).data
  for (const [i, [field, title]] of [
    ['dkbm', '编码'],
    ['dkmc', '名称'],
  ].entries())
    expect((await admin.post('/expimp/expimpexcelexpconfig/submit', { tplId, field, title, sort: i + 1, isRequired: 1, isUnique: i })).code).toBe(200)
  const types = (await admin.get('/importBatch/types')).data
  expect(types.find((t: any) => t.entity === 'dk').templates).toEqual([{ id: tplId, name: '岗位简表' }])
  expect((await tableOf((await admin.get('/importBatch/template', { entity: 'dk', tplId })).raw))[0]).toEqual(['编码*', '名称*'])
  const [p, other] = await sql(`select dkbm, dkmc from dk where zt = '1' order by dkbm limit 2`)
  expect(
    await uploaded(
      w,
      admin,
      'dk',
      [
        ['编码', '名称'],
        [p.dkbm, p.dkmc],
      ],
      { tplId },
    ),
  ).toMatchObject({ same: 1, total: 1 })
  // a column that the template calls unique holds a value once
  const twice = [
    ['编码', '名称'],
    [p.dkbm, '同名'],
    [other.dkbm, '同名'],
  ]
  expect(await uploaded(w, admin, 'dk', twice, { tplId })).toMatchObject({ wrong: 1, total: 2 })
})

test('a waiting import is cancelled; what a dead server left is given back; old batches go with their rows', async () => {
  await w.jobs.stop()
  const a = await admin.upload('/importBatch/upload', { name: 'a.xlsx', bytes: await book([POSTS, ['高层', 'z1', '一', 1, null]]) }, { entity: 'sys_post' })
  expect((await admin.post('/importBatch/accept', { id: a.data.id })).code).toBe(409)
  expect((await admin.post('/importBatch/cancel', undefined, { id: a.data.id })).code).toBe(200)
  expect(await detailOf(admin, a.data.id)).toMatchObject({ status: 'failed', failReason: '已取消' })
  expect((await admin.post('/importBatch/cancel', undefined, { id: a.data.id })).code).toBe(409)
  const [b] = await sql(`select id from import_batch where status = 'written' and done > 0 order by id limit 1`)
  await sql(`update import_batch set status = 'writing' where id = $1`, [b.id])
  await sql(`update import_batch set "createTime" = $2 where id = $1`, [a.data.id, w.ago(31 * 86_400)])
  const storage = folderStorage(`${w.dataDir}/imports`)
  const system = (work: any) => w.db.transaction({ tenantId: '000000', system: true }, work)
  expect(await importRoutine(storage).run({ now: clock(), system, signal: new AbortController().signal } as never)).toBe('1 ended, 1 expired, 0 loose files')
  expect((await sql('select status from import_batch where id = $1', [b.id]))[0].status).toBe('written')
})
