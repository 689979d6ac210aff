// What a configuration of a process brings about: tasks that are left out, what is copied from another region, types of files, and whom a change reaches.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bench, land, VILLAGE, walk, type Bench, type Person } from './testing.server.ts'

let b: Bench
let w: ReturnType<typeof walk>
let definition: string
beforeAll(async () => {
  b = await bench()
  w = walk(b)
  const known = (await b.call('admin')('GET', '/yw-accept/process-config/list-process')).data as { id: string; typeCode: string }[]
  definition = known.find((d) => d.typeCode === 'contract_sign')!.id
})
afterAll(() => b.end())
const said = (a: { msg: string; data: any }) => {
  expect(a.msg).toBe('操作成功')
  return a.data
}
const admin = (path: string, body: object = {}, query: Record<string, string> = {}) => b.call('admin')('POST', path, body, query)
const of = (more: object = {}) => ({
  ...{ regionCode: VILLAGE, businessTypeCode: 'contract_sign', processName: '签订', processVersion: '1', processDefinitionId: definition, minDays: 15 },
  ...more,
})
async function configured(more: object): Promise<string> {
  const id = said(await admin('/yw-accept/process-config/save', of(more)))
  said(await admin('/yw-accept/process-config/enable', {}, { id }))
  return id
}
let seq = 700
async function begun(): Promise<string> {
  const own = String(30_000 + (seq += 1))
  await land(b, [own])
  return w.begun([own], seq)
}
const tasksOf = async (id: string) => {
  const { processInstanceId } = await w.detail(id)
  const done = said(await b.call('admin')('GET', '/yw-accept/business/done-task', {}, { processInstanceId }))
  return done.map((t: any) => [t.taskKey, t.assigneeName])
}
const refusal = async (path: string, body: object) => {
  const [zh, en] = [await b.call('admin')('POST', path, body), await b.call('admin', 'en')('POST', path, body)]
  return [zh.code, zh.data?.fields?.[0]?.msg ?? zh.msg, en.data?.fields?.[0]?.msg ?? en.msg]
}

test('a survey and a check that are left out are passed by nobody, and two persons see the case all the same', async () => {
  await configured({ skipped: 'survey,check' })
  const id = await begun()
  expect((await w.detail(id)).taskKey).toBe('publicity')
  expect(await tasksOf(id)).toEqual([
    ['register', '村经办'],
    ['survey', null],
    ['check', null],
  ])
  const { processInstanceId } = await w.detail(id)
  const story = said(await b.call('village')('GET', '/cpt-flow/process/history-flow-list', {}, { processInstanceId }))
  expect(story.map((h: any) => h.action)).toEqual(['start', 'pass', 'skip', 'skip'])
  await w.to(id, 'recheck')
  // who accepted does not recheck
  await b.db.pool.query(`update process_task set "candidateGroup" = 'village' where "businessId" = $1 and status = 'open'`, [id])
  const { msg } = await w.step(id, 'village')
  expect(msg).toContain('受理')
  await b.db.pool.query(`update process_task set "candidateGroup" = 'county' where "businessId" = $1 and status = 'open'`, [id])
  await w.finished(id)
  expect((await w.detail(id)).status).toBe('3')
})

test('only what a type can do without is left out, and it is said which', async () => {
  const bad = (more: object) => refusal('/yw-accept/process-config/save', of(more))
  expect(await bad({ skipped: 'publicity' })).toEqual([400, '该业务类型可以免办的环节：调查核实、初审', 'Tasks that this type may leave out: survey, check'])
  expect(await bad({ skipped: 'survey,recheck' })).toEqual([
    400,
    '该业务类型可以免办的环节：调查核实、初审',
    'Tasks that this type may leave out: survey, check',
  ])
  // its recheck may be left to a county's wish: its check stays
  expect(await bad({ businessTypeCode: 'correct_fbf', skipped: 'check' })).toEqual([
    400,
    '该业务类型可以免办的环节：无',
    'Tasks that this type may leave out: none',
  ])
})

test('a case keeps the rules that it began with, and the next one has the new ones', async () => {
  await configured({ processName: '旧', skipped: 'survey', minDays: 15 })
  const old = await begun()
  const now = await configured({ processName: '新', skipped: '', minDays: 40, performers: { check: { role: 'county' } } })
  const next = await begun()
  expect([(await w.detail(old)).taskKey, (await w.detail(next)).taskKey]).toEqual(['check', 'survey'])
  const checks = async (id: string, person: Person) => (await w.step(id, person)).msg
  said(await w.step(next, 'town'))
  expect([await checks(next, 'town'), await checks(old, 'town')]).toEqual(['任务不属于您，不能办理', '操作成功'])
  said(await w.step(next, 'county'))
  const posts = async (id: string) => {
    const { taskId } = await w.detail(id)
    const a = await b.call('town')('POST', '/yw-publicity/publicity/save', { taskId, title: '公示', startDate: '2026-03-02', days: 15, place: '村委会' })
    return a.data?.fields?.[0]?.msg ?? a.msg
  }
  expect([await posts(next), await posts(old)]).toEqual(['公示天数不能少于40天', '操作成功'])
  // a file that is asked for only now is not asked of the old case
  const file = {
    activeConfigId: now,
    taskKey: 'recheck',
    fileName: '复审表',
    businessItem: 'QT',
    isRequired: '1',
    fileType: 'pdf',
    fileNumber: 1,
    fileSize: 10,
  }
  said(await admin('/yw-accept/active-config-file/save', file))
  const late = await begun()
  const asked = async (id: string) => said(await b.call('admin')('GET', '/yw-accept/business/detail', {}, { id })).files.map((f: any) => f.fileName)
  await b.db.pool.query(`update process_task set "taskKey" = 'recheck' where "businessId" in ($1, $2) and status = 'open'`, [next, late])
  expect([await asked(next), await asked(late)]).toEqual([[], ['复审表']])
})

test('what another region asks for is taken over once, and what is asked for here stays', async () => {
  const [from, to] = [
    said(await admin('/yw-accept/process-config/save', of({ regionCode: '510112101' }))),
    said(await admin('/yw-accept/process-config/save', of())),
  ]
  const other = said(await admin('/yw-accept/process-config/save', of({ businessTypeCode: 'change_split', processDefinitionId: await splitDefinition() })))
  const more = {
    taskKey: 'check',
    fileName: '镇核查表',
    businessItem: 'QT',
    isRequired: '1',
    fileType: 'pdf,docx',
    fileNumber: 3,
    fileSize: 500,
    remark: '盖章',
  }
  said(await admin('/yw-accept/active-config-file/save', { ...more, activeConfigId: from }))
  const filesOf = async (id: string) =>
    said(await b.call('admin')('GET', '/yw-accept/active-config-file/page', {}, { activeConfigId: id, size: '100' })).records
  const before = await filesOf(to)
  const copy = '/yw-accept/active-config-file/copy'
  expect(said(await admin(copy, { activeConfigId: to, from }))).toBe(1)
  const added = (await filesOf(to)).filter((f: any) => !before.some((o: any) => o.id === f.id))
  expect(added).toEqual([expect.objectContaining({ ...more, activeConfigId: to })])
  expect(said(await admin(copy, { activeConfigId: to, from }))).toBe(0)
  expect(await refusal(copy, { activeConfigId: to, from: other })).toEqual([
    400,
    '只能复制同一业务类型的其他配置',
    'Copy from another configuration of the same type',
  ])
  expect(await refusal(copy, { activeConfigId: to, from: to })).toEqual([
    400,
    '只能复制同一业务类型的其他配置',
    'Copy from another configuration of the same type',
  ])
  expect((await admin(copy, { activeConfigId: to, from: '1' })).code).toBe(404)
})
const splitDefinition = async () =>
  ((await b.call('admin')('GET', '/yw-accept/process-config/list-process')).data as { id: string; typeCode: string }[]).find(
    (d) => d.typeCode === 'change_split',
  )!.id

test('types of file are those of the dictionary', async () => {
  const row = (id: number, key: string, parent: number | null) =>
    b.db.pool.query(
      `insert into dict_biz (id, "tenantId", code, "dictKey", "dictValue", "parentId", "createUser", "createTime", "updateUser", "updateTime", rev)
       values ($1, '000000', 'file_type', $2, $2, $3, 1, '2026-01-01', 1, '2026-01-01', 0)`,
      [id, key, parent],
    )
  await row(9001, '-1', null)
  await row(9002, 'pdf', 9001)
  await row(9003, 'ofd', 9001)
  const config = said(await admin('/yw-accept/process-config/save', of()))
  const rule = { activeConfigId: config, taskKey: 'check', fileName: '表', businessItem: 'QT', isRequired: '2', fileNumber: 1, fileSize: 10 }
  const ask = (fileType: string) => refusal('/yw-accept/active-config-file/save', { ...rule, fileType })
  expect((await ask('pdf,ofd'))[0]).toBe(200)
  expect(await ask('pdf,exe')).toEqual([400, '请从文件类型中选择：ofd、pdf', 'Select among: ofd, pdf'])
})
