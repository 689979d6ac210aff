// What a configuration of a process brings about: tasks that are left out, what is copied from another region, types of files, and whom a change reaches.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bench, land, VILLAGE, walk, type Bench, type Person } from '../../../tests/case-bench.ts'

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
  regionCode: VILLAGE,
  businessTypeCode: 'contract_sign',
  processName: '签订',
  processVersion: '1',
  processDefinitionId: definition,
  minDays: 15,
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
  expect(await bad({ skipped: 'publicity' })).toEqual([400, '该业务类型可以免办的环节：调查核实、初审', 'Tasks that this type may skip: survey, check'])
  expect(await bad({ skipped: 'survey,recheck' })).toEqual([400, '该业务类型可以免办的环节：调查核实、初审', 'Tasks that this type may skip: survey, check'])
  // its recheck may be left to a county's wish: its check stays
  expect(await bad({ businessTypeCode: 'correct_fbf', skipped: 'check' })).toEqual([400, '该业务类型可以免办的环节：无', 'Tasks that this type may skip: none'])
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
  expect(await ask('pdf,exe')).toEqual([400, '请从文件类型中选择：ofd、pdf', 'Select one of: ofd, pdf'])
})

const taskOf = async (id: string) => (await b.call('admin')('GET', '/yw-accept/business/detail', {}, { id })).data
const lists = async (list: string, person: Person, id: string) =>
  said(await b.call(person)('GET', list, {}, { size: '200' })).records.filter((r: any) => (r.businessId ?? r.id) === id).length
const acts = async (id: string) => {
  const { processInstanceId } = await w.detail(id)
  return said(await b.call('admin')('GET', '/cpt-flow/process/history-flow-list', {}, { processInstanceId })).map((h: any) => [h.action, h.userName, h.comment])
}
const both = async (id: string, person: Person) => {
  const [zh, en] = [await w.step(id, person), await w.step(id, person, {}, 'en')]
  return [zh.code, zh.key, zh.msg, en.msg]
}

test('a check is countersigned by two of the town and one of the county: it goes on with the last, and says whose opinion is missing', async () => {
  // three of them are six people: two of each role, in any order
  await configured({ processName: '会签', skipped: 'survey', performers: { check: { role: 'town,county', sign: 'all', signers: 2 } } })
  const six = await begun()
  expect((await taskOf(six)).missing).toEqual([
    { role: 'town', name: 'town', n: 2 },
    { role: 'county', name: 'county', n: 2 },
  ])
  await configured({ processName: '会签二', skipped: 'survey', performers: { check: { role: 'town,town2nd,county', sign: 'all' } } })
  const id = await begun()
  await b.db.pool.query(`update process_task set "candidateGroup" = 'town,town,county' where "businessId" = $1 and status = 'open'`, [id])
  const claim = await b.call('town')('POST', '/cpt-flow/work/claim-task', {}, { taskId: (await taskOf(id)).taskId })
  expect([claim.code, claim.key, claim.msg]).toEqual([409, 'of-several', '会签、或签环节由各办理人直接办理，不能签收、移交或委托'])
  expect(await lists('/yw-accept/business/todo-list', 'town', id)).toBe(1)
  said(await w.step(id, 'town', { comment: '属实' }))
  expect(await both(id, 'town')).toEqual([409, 'signed-already', '您已发表会签意见，还缺：town、county', 'You have given your opinion; missing: town, county'])
  const standing = await taskOf(id)
  expect([standing.taskKey, standing.task.signers, standing.missing.map((m: any) => m.role)]).toEqual(['check', '12', ['town', 'county']])
  // his opinion is given: the task waits for others, and he finds it among what he has done
  for (const [list, n] of [
    ['/yw-accept/business/todo-list', 0],
    ['/cpt-flow/work/todo-list', 0],
    ['/cpt-flow/work/done-list', 1],
    ['/yw-accept/business/handled-list', 1],
  ] as const)
    expect([list, await lists(list, 'town', id)]).toEqual([list, n])
  expect(await lists('/cpt-flow/work/todo-list', 'county', id)).toBe(1)
  expect(await lists('/cpt-flow/work/claim-list', 'county', id)).toBe(0)
  said(await w.step(id, 'county', { comment: '同意' }))
  expect((await both(id, 'county'))[2]).toBe('您已发表会签意见，还缺：town')
  expect((await w.detail(id)).taskKey).toBe('check')
  said(await w.step(id, 'town2', { comment: '同意' }))
  expect((await w.detail(id)).taskKey).toBe('publicity')
  expect((await acts(id)).slice(-3)).toEqual([
    ['sign', '镇经办', '属实'],
    ['sign', '县经办', '同意'],
    ['pass', '镇经办二', '同意'],
  ])
  // who countersigned the check does not recheck, be he the first or the last
  await w.to(id, 'recheck')
  for (const person of ['county', 'town2'] as const) {
    await b.db.pool.query(`update process_task set "candidateGroup" = $2 where "businessId" = $1 and status = 'open'`, [
      id,
      person === 'county' ? 'county' : 'town',
    ])
    expect((await w.step(id, person)).msg).toContain('初审')
  }
})

test('one return sends a countersigned task back, and it is asked of all anew', async () => {
  await configured({ processName: '会签', skipped: 'survey', performers: { check: { role: 'town', sign: 'all', signers: 2 } } })
  const id = await begun()
  said(await w.step(id, 'town', { comment: '属实' }))
  // a configuration that comes later leaves the case as it began
  await configured({ processName: '独办', skipped: 'survey', performers: { check: { role: 'county' } } })
  said(await w.step(id, 'town2', { result: 'return', target: 'register', comment: '缺材料' }))
  expect((await w.detail(id)).taskKey).toBe('register')
  said(await w.step(id, 'village'))
  expect((await taskOf(id)).missing).toEqual([{ role: 'town', name: 'town', n: 2 }])
  said(await w.step(id, 'town2'))
  said(await w.step(id, 'town'))
  expect((await w.detail(id)).taskKey).toBe('publicity')
})

test('two who countersign at the same moment are both heard', async () => {
  await configured({ processName: '会签', skipped: 'survey', performers: { check: { role: 'town', sign: 'all', signers: 2 } } })
  const id = await begun()
  const { taskId, processInstanceId } = await w.detail(id)
  const pass = (person: Person) => b.call(person)('POST', '/yw-accept/business/commit', { taskId, processInstanceId })
  const answers = await Promise.all([pass('town'), pass('town2')])
  expect([answers.map((a) => a.msg), (await w.detail(id)).taskKey]).toEqual([['操作成功', '操作成功'], 'publicity'])
})

test('any one of two roles signs, nobody takes the task for himself, and the others are through with it', async () => {
  await configured({ processName: '或签', skipped: 'survey', performers: { check: { role: 'town,county', sign: 'any' } } })
  const id = await begun()
  const { taskId, signMode, missing } = { ...(await taskOf(id)).task, ...(await taskOf(id)) }
  expect([signMode, missing]).toEqual(['any', []])
  expect((await b.call('town')('POST', '/cpt-flow/work/claim-task', {}, { taskId })).key).toBe('of-several')
  expect((await b.call('town')('POST', '/yw-accept/business/transfer', { taskId, userId: '14' })).key).toBe('of-several')
  expect((await w.step(id, 'village')).key).toBe('not-your-task')
  expect(await lists('/cpt-flow/work/todo-list', 'town2', id)).toBe(1)
  said(await w.step(id, 'county'))
  expect(await lists('/cpt-flow/work/todo-list', 'town2', id)).toBe(0)
  expect((await w.detail(id)).taskKey).toBe('publicity')
})

test('several performers are configured of check and recheck only, of roles, and two at least', async () => {
  const bad = (performers: object) => refusal('/yw-accept/process-config/save', of({ performers }))
  expect(await bad({ survey: { sign: 'all', signers: 2 } })).toEqual([
    400,
    '环节角色：调查核实不能会签或或签，只有初审、复审可以',
    'Roles of tasks: survey: only check and recheck are signed by several',
  ])
  expect(await bad({ check: { user: { id: '12', name: '镇经办' }, sign: 'any' } })).toEqual([
    400,
    '环节角色：初审由指定的人办理，不能会签或或签',
    'Roles of tasks: check: one person performs it',
  ])
  expect(await bad({ check: { sign: 'all' } })).toEqual([
    400,
    '环节角色：初审，会签至少需要两人：请选择多个角色，或增加每个角色的人数',
    'Roles of tasks: check: A countersigned task needs two people: more roles, or more people of one',
  ])
  expect((await bad({ check: { sign: 'most' } }))[1]).toBe('环节角色：初审，办理方式只能是会签或或签')
  expect((await bad({ check: { sign: 'all', signers: 10 } }))[1]).toBe('环节角色：初审，每个角色的会签人数为1至9人')
  expect((await bad({ check: { sign: 'any', signers: 2 } }))[1]).toBe('环节角色：初审，只有会签可以设置人数')
  expect((await bad({ check: { sign: 'all', signers: 2 } }))[0]).toBe(200)
})
