// Every call of the platform (the P lines of endpoints.tsv) made so that it succeeds: what it answers has the shape of the compatible API, row by row.
import { plantHomes } from './rows.ts'
import { readFileSync } from 'node:fs'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { md5, PDF, picture, chunksOf, video } from '../../services/files/testing.server.ts'
import { drawing } from '../process-bench.ts'
import { door } from '../../platform/people/testing.server.ts'
import { PASSWORD, type Answer, type Client } from '../world.ts'
import { faults } from './faults.ts'
import type { Route } from '../../kit/server/route.server.ts'
import { ANSWERS } from '../../apps/server/answers/answers.server.ts'
import { openApi } from '../../apps/server/openapi.server.ts'
import { answerFaults } from './documents.ts'
import { shapeFaults, SHAPES } from './shapes.ts'
import { stage, type Stage } from './stage.ts'
import { bodyOf } from './ways.ts'

let s: Stage
/** The answer of each call that was made: the first that succeeded, else the last refusal. */
const said = new Map<string, Answer>()
const heardAll = new Map<string, Answer[]>()
beforeAll(async () => {
  s = await stage()
  await plantHomes(s.w, '77', '78')
  s.w.jobs.start()
})
afterAll(() => s?.end())

const PLATFORM: readonly string[] = readFileSync(new URL('../endpoints.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split('\t'))
  .filter(([, , , origin]) => origin!.replace('+', '') === 'P')
  .map(([method, path]) => `${method} ${path}`)

/** A person whose answers are kept. */
function heard(who: Client): Client {
  const keep = async (key: string, answer: Promise<Answer>): Promise<Answer> => {
    const a = await answer
    heardAll.set(key, [...(heardAll.get(key) ?? []), a])
    if (said.get(key)?.status !== 200) said.set(key, a)
    return a
  }
  return {
    get: (path, query) => keep(`GET ${path}`, who.get(path, query)),
    post: (path, body, query) => keep(`POST ${path}`, who.post(path, body, query)),
    send: (method, path, o) => keep(`${method} ${path}`, who.send(method, path, o)),
    upload: (path, file, fields) => keep(`POST ${path}`, who.upload(path, file, fields)),
  }
}
const document: { of?: any } = {}
const doc = () => (document.of ??= openApi(s.w.routes, 'x'))
/** The address in the document of a path that was asked. */
const pathOf = (path: string) => (s.w.routes as readonly Route[]).find((r) => new RegExp(`^${r.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))?.path ?? path
const isAny = (o: any) => JSON.stringify(o.responses[200].content?.['application/json']?.schema.properties?.data) === '{}'
const isTyped = (method: string, path: string) => !isAny(doc().paths[`/api${path}`][method.toLowerCase()])
const planted = (name: string, n = 1) => s.planted.get(name)![n - 1]!.id
const AT = '/cpt-resource/attach/endpoint'
const [SYSTEM, USERS, FLOW] = ['/cpt-system', '/cpt-user', '/cpt-flow']

/** Rows of every definition: added, changed, read and removed by the calls that its routes offer. */
async function resources(me: Client): Promise<void> {
  for (const way of s.ways) {
    const at = (verb: string) => `${way.r.path}/${verb}`
    const has = (method: string, verb: string) => `${method} ${at(verb)}` in SHAPES
    const id = planted(way.r.name)
    for (const verb of ['page', 'list']) if (has('GET', verb)) await me.get(at(verb))
    if (has('GET', 'detail')) await me.get(at('detail'), { id })
    if (way.add && (has('POST', 'submit') || has('POST', 'save'))) {
      const made = (await way.add.send(me, await s.draft(way.r))).data
      if (has('POST', 'update')) await me.post(at('update'), bodyOf(way, (await me.get(at('detail'), { id: made })).data))
      if (has('POST', 'save')) await me.post(at('save'), await s.draft(way.r))
      if (way.remove) await way.remove.send(me, { id: made, body: (await me.get(way.read!.path, { id: made })).data ?? {} })
    } else if (has('POST', 'remove')) await me.post(at('remove'), {}, { ids: planted(way.r.name, 3) })
  }
}

async function session(me: Client): Promise<void> {
  const d = door(s.w.app)
  const nobody = heard(s.w.nobody)
  const headers = { authorization: `Basic ${btoa('chengbao:chengbao_secret')}`, 'content-type': 'application/x-www-form-urlencoded' }
  const seal = async (...plain: string[]) => d.seal(...plain)
  const form = { tenantId: '000000', username: 'county', password: (await seal(PASSWORD))[0]!, grant_type: 'password', scope: 'all', type: 'account' }
  await nobody.send('POST', '/cpt-auth/oauth/token', { body: new URLSearchParams(form).toString(), headers })
  for (const call of ['captcha', 'public-key']) await nobody.get(`/cpt-auth/oauth/${call}`)
  for (const call of ['user-info', 'clear-cache']) await me.get(`/cpt-auth/oauth/${call}`)
  await me.post('/cpt-auth/oauth/logs', { logs: [{ url: '/x', time: 't', type: 'error', message: 'm', stack: 's', info: '' }] })
  await me.post('/cpt-system/param/submit', { paramName: '开放注册', paramKey: 'login.register', paramValue: '1' })
  await nobody.post(`${USERS}/register-guest`, {}, { tenantId: '000000', name: '访客', account: 'guest1', password: (await seal('Fresh-Words-2026!'))[0]! })
  const guest = (await me.get(`${USERS}/page`, { account: 'guest1' })).data.records[0].id
  const to = { roleIds: planted('sys_role'), deptIds: planted('sys_dept') }
  await me.post(`${USERS}/approve`, {}, { ids: guest, ...to })
  await me.post(`${USERS}/grant`, {}, { userIds: guest, roleIds: planted('sys_role') })
  for (const call of ['unlock', 'reset-password']) await me.post(`${USERS}/${call}`, {}, { userIds: guest })
  await me.post(`${USERS}/update-platform`, {}, { userId: guest, userType: '2', userExt: '{}' })
  await me.get(`${USERS}/platform-detail`, { id: guest })
  const leaving = heard(await s.w.as('large'))
  await leaving.get(`${USERS}/info`)
  await leaving.post(`${USERS}/update-info`, { realName: '大屏' })
  const [oldPassword, newPassword, newPassword1] = await seal(PASSWORD, 'Fresh-Words-2026!', 'Fresh-Words-2026!')
  await heard(await s.w.as('sign')).post(`${USERS}/update-password`, {}, { oldPassword, newPassword, newPassword1 })
  await leaving.get('/cpt-auth/oauth/logout')
}

async function system(me: Client): Promise<void> {
  const get = (path: string, query: Record<string, unknown> = {}) => me.get(`${SYSTEM}/${path}`, query)
  const post = (path: string, body: unknown = {}, query: Record<string, unknown> = {}) => me.post(`${SYSTEM}/${path}`, body, query)
  const [top, role] = [planted('top_menu'), planted('sys_role')]
  for (const call of ['lazy-list', 'lazy-menu-list']) await get(`menu/${call}`, { parentId: '0' })
  for (const call of ['menu-list', 'tree', 'buttons', 'top-menu', 'routes', 'grant-tree', 'grant-top-tree']) await get(`menu/${call}`)
  const revOf = async (of: string, id: string) => (await me.get(`${SYSTEM}/${of}/detail`, { id })).data.rev
  await post('top-menu/grant', { topMenuIds: [top], menuIds: [planted('menu')], rev: await revOf('top-menu', top) })
  await get('menu/top-tree-keys', { topMenuIds: top })
  await post('role/grant', { roleIds: [role], menuIds: [planted('menu')], dataScopeIds: [], apiScopeIds: [], rev: await revOf('role', role) })
  await get('menu/role-tree-keys', { roleIds: role })
  const own = (await me.get('/cpt-auth/oauth/user-info')).data
  for (const call of ['role/tree', 'dept/tree', 'post/select', 'tenant/select', 'tenant/info', 'param/sign']) await get(call)
  await get('dept/select', { userId: own.id })
  await get('role/select', { userId: own.id, deptId: own.deptId })
  for (const call of ['lazy-list', 'lazy-tree']) await get(`dept/${call}`, { parentId: '0' })
  await get('region/lazy-tree', { parentCode: '51' })
  for (const dict of ['dict', 'dict-biz']) {
    for (const call of ['tree', 'dictionary']) await get(`${dict}/${call}`, { code: 'sex' })
    const heads = (await get(`${dict}/parent-list`, { code: 'sex' })).data.records
    await get(`${dict}/child-list`, { parentId: heads[0].id })
  }
  await get('dict-biz/dictionary-tree', { code: 'business_type' })
  for (const call of ['generateAppSecret', 'generateAppId']) await get(`dataPushConfig/${call}`)
  const strategy = (await get('password-strategy/default-strategy')).data
  await post('password-strategy/submit', strategy)
  await get('password-strategy/clear-cache')
  const tenant = (await get('tenant/list', { code: '100001' })).data.records[0]
  await post('tenant/setting', { ids: tenant.id, title: '题' })
  await post('tenant/datasource', {}, { tenantId: '100001', datasourceId: planted('datasource') })
  await post('tenant/package-setting', {}, { tenantId: '100001', packageId: planted('tenant_package') })
  await get('tenant/package-detail', { tenantId: '100001' })
}

async function rest(me: Client): Promise<void> {
  await me.get('/cpt-develop/datasource/select')
  const code = planted('gen_code')
  await me.post('/cpt-develop/code/copy', {}, { id: code })
  const made = (await me.post('/cpt-develop/code/submit', await s.draft(s.resources.find((r) => r.name === 'gen_code')!))).data
  await me.post('/cpt-develop/code/gen-code', {}, { ids: made, system: 'saber' })
  await me.get('/cpt-develop/code/generate-columns', { table: 'sys_post' })
  for (const log of ['usual', 'api', 'error']) {
    await s.w.logbook.flush()
    const { data } = await me.get(`/cpt-log/${log}/list`)
    await me.get(`/cpt-log/${log}/detail`, { id: data?.records?.[0]?.id })
  }
  for (const path of ['/basic/getOperationFiles', '/version/get', '/cpt-resource/camera/settings', '/cpt-expimp/tpl/select']) await me.get(path)
  const bucket = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: s.w.dataDir, configureBuckets: [{ name: 'contract' }] })
  const { port } = await bucket.run()
  const place = { category: '1', bucketName: 'contract', region: 'us-east-1', accessKey: 'S3RVER', secretKey: 'S3RVER' }
  for (const [kind, more] of [
    ['oss', { ...place, endpoint: `http://127.0.0.1:${port}` }],
    ['sms', { endpoint: 'http://127.0.0.1:9', accessKey: 'a', secretKey: 'a secret key' }],
  ] as const) {
    const row = { ...(await s.draft(s.resources.find((r) => r.name === kind)!)), ...more }
    await me.post(`/cpt-resource/${kind}/enable`, {}, { id: (await me.post(`/cpt-resource/${kind}/submit`, row)).data })
  }
  // what follows stores its files where it did
  const [enabled] = (await me.get('/cpt-resource/oss/list', { size: 100 })).data.records.filter((o: any) => o.status === 1)
  await me.post('/cpt-resource/oss/disable', {}, { id: enabled.id })
  await bucket.close()
  await me.post('/cpt-resource/sms/endpoint/send-validate', { phone: '13900139000' })
  await me.post('/sms/message/history/submit', { phone: '13800138000', content: '您好' })
  await me.get('/widget/export', { type: '1013', entity: 'dk' })
  await s.w.jobs.idle()
  const [record] = (await me.get('/exportRecord/page')).data.records
  await me.get('/exportRecord/download', { fileId: record.fileId })
  await s.w.db.pool.query('update export_record set status = 3 where id = $1', [record.id])
  await me.post('/exportRecord/reexport', {}, { id: record.id })
}

async function files(me: Client): Promise<void> {
  const at = (call: string) => `${AT}/${call}`
  const { data } = await me.upload(at('upload'), { name: '合同.pdf', bytes: PDF }, { businessId: '77', businessItem: 'QT' })
  await me.post(at('update'), { id: data.id, name: '新名' })
  for (const call of ['list-by-businessId', 'download-zip']) await me.get(at(call), { businessId: '77' })
  for (const call of ['download', 'preview']) await me.get(at(call), { id: data.id })
  await me.post(at('sort'), {}, { ids: data.id })
  await me.post(at('offline_pdf'), { offlineFileList: [{ file: (await picture('jpeg')).toString('base64'), fileName: '1.jpg', order: 1 }], businessId: '77' })
  const bytes = video(90_000)
  const [first, ...others] = chunksOf(bytes, '现场.mp4', 40_000)
  const key = { attachMd5: md5(bytes) }
  const send = (p: typeof first) => me.upload(at('upload-chunk'), { name: 'blob', bytes: p!.bytes }, p!.fields)
  await send(first)
  await me.post(at('check-file'), { ...key, sliceOffset: 0 })
  await me.post(at('check-chunk'), { ...key, chunkMd5: first!.fields.chunkMd5 })
  for (const call of ['list-chunkMd5', 'chunk-upload-progress']) await me.get(at(call), key)
  await me.get(at('uploadPercentage'))
  for (const p of others) await send(p)
  await me.post(at('merge-chunk'), { ...key, businessId: '77' })
  await me.post(at('copy-file'), { ...key, businessId: '78' })
  await me.send('DELETE', at('remove'), { query: { ids: data.id } })
}

async function processes(me: Client): Promise<void> {
  const at = (call: string) => `${FLOW}/${call}`
  const [county, town, village] = [heard(await s.w.as('county')), heard(await s.w.as('town')), heard(await s.w.as('village'))]
  const usual = (await village.get(at('work/start-list'), { category: 'leave' })).data.records.find((x: { key: string }) => x.key === 'leave')
  const taskUser = (await s.w.db.pool.query(`select id::text from sys_user where "tenantId" = '000000' and account = 'town'`)).rows[0].id
  const request = {
    processDefinitionId: usual.processDefinitionId,
    startTime: '2026-12-01 09:00:00',
    endTime: '2026-12-09 09:00:00',
    reason: '收稻谷',
    taskUser,
  }
  const id = (await village.post(at('leave/start-process'), request)).data
  const task = async (who: Client, list: string) =>
    (await who.get(at(`work/${list}-list`))).data.records.find((t: { businessId: string }) => t.businessId === id)
  const first = await task(town, 'todo')
  const { processInstanceId } = first
  await town.post(at('work/complete-task'), { taskId: first.taskId, processInstanceId, flag: true, comment: '同意' })
  const second = await task(county, 'claim')
  await county.post(at('work/claim-task'), {}, { taskId: second.taskId })
  for (const [who, list] of [
    [town, 'done'],
    [village, 'send'],
  ] as const)
    await task(who, list)
  for (const call of ['model-view', 'history-flow-list']) await village.get(at(`process/${call}`), { processInstanceId })
  await village.get(at('process/get-process'), { category: 'leave' })
  await village.get(at('leave/detail'), { businessId: id })
  await me.get(at('follow/list'))
  await me.post(at('follow/delete-process-instance'), {}, { processInstanceId, reason: '重复' })
  const model = (await me.post(at('model/submit'), { modelKey: 'shape', name: '样', category: 'leave', xml: drawing('shape') })).data
  await me.post(at('model/deploy'), {}, { modelId: model })
  const deployed = (await me.get(at('manager/list'), { key: 'shape' })).data.records[0]
  await me.post(at('manager/change-state'), {}, { processId: deployed.id, state: 'suspend' })
  await me.post(at('manager/delete-deployment'), {}, { deploymentIds: deployed.id })
}

test('a shape is written down for every call of the platform, and for no other', () => {
  expect(Object.keys(SHAPES).toSorted()).toEqual(PLATFORM.toSorted())
})

test('every call of the platform, made as it should be, succeeds and answers in its shape', async () => {
  const me = heard(s.p.admin)
  for (const part of [resources, system, session, files, processes, rest]) await part(me)
  const f = faults()
  for (const key of PLATFORM) {
    const a = said.get(key)
    f.same(key, a ? (a.status === 200 ? shapeFaults(key, a) : [a.status, a.msg, a.data]) : 'was not called', [])
  }
  expect(f.found).toEqual([])
})

test('every answer that was told, done or refused, is as the OpenAPI document says', () => {
  const f = faults()
  let typed = 0
  for (const [key, all] of heardAll)
    for (const a of all) {
      const [method, path] = key.split(' ') as [string, string]
      const at = pathOf(path)
      f.same(`${key} ${a.status}`, answerFaults(doc(), method, at, a), [])
      if (a.status === 200 && isTyped(method, at)) typed += 1
    }
  expect(f.found).toEqual([])
  expect(typed).toBeGreaterThan(100)
})

test('the document names each call once, and says what each value of a query is', () => {
  const all = Object.values(doc().paths as Record<string, Record<string, any>>).flatMap((p) => Object.values(p))
  expect(new Set(all.map((o) => o.operationId)).size).toBe(all.length)
  expect(all.filter((o) => !o.tags?.[0] || !o.responses[400] || !o.responses[200]).map((o) => o.operationId)).toEqual([])
  const empty = all.filter((o) => o.requestBody && JSON.stringify(o.requestBody).includes('"properties":{}'))
  expect(empty.map((o) => o.operationId)).toEqual([])
  const numbers = JSON.stringify(doc()).match(/"type":"(integer|number)"[^{}]*"(min|max)Length"/g) ?? []
  expect(numbers).toEqual([])
  const kinds = new Set(all.flatMap((o) => o.parameters.filter((q: any) => q.in === 'query').map((q: any) => [q.schema.type].flat()[0])))
  expect([...kinds].toSorted()).toEqual(['boolean', 'integer', 'string'])
  const page = doc().paths['/api/cpt-system/post/page'].get
  const types = Object.fromEntries(page.parameters.filter((q: any) => q.in === 'query').map((q: any) => [q.name, q.schema.type]))
  expect(types).toMatchObject({ current: 'integer', size: 'integer', postCode: 'string', category: 'string' })
  expect(doc().paths['/api/cpt-auth/oauth/token'].post.parameters.map((q: any) => q.name)).toEqual(
    expect.arrayContaining(['Authorization', 'Tenant-Id', 'Captcha-Key']),
  )
  // what every call answers is said, at its route or in apps/server/answers; nothing is said of a call that is not there, or twice
  expect(all.filter(isAny).map((o) => o.operationId)).toEqual([])
  const routes = new Map((s.w.routes as readonly Route[]).map((r) => [`${r.method} ${r.path}`, r]))
  expect(Object.keys(ANSWERS).filter((key) => !routes.has(key) || routes.get(key)!.answer)).toEqual([])
})
