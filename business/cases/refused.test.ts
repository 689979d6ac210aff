// What acceptance refuses, brought about through the server and read in both languages. A refused call changes nothing, so it is made twice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as rows from '../../kit/server/rows.server.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { routes as issuers } from '../../land/fbf/fbf.server.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import type { Act } from '../../land/register/acts/acts.ts'
import { write } from '../../land/register/write.server.ts'
import { handlingOf } from './handling/handling.server.ts'
import { application, attachTo, bench, FBFBM, land, people, REGISTER_FILES, VILLAGE, walk, type Bench, type Person } from '../../tests/case-bench.ts'

let b: Bench
let { detail, step, begun, to, finished } = {} as ReturnType<typeof walk>
beforeAll(async () => {
  b = await bench({ routes: issuers.filter((r) => r.path.endsWith('/rounds')), perms: ['fbf_view'] })
  ;({ detail, step, begun, to, finished } = walk(b))
  await land(b, ['00001', '00002', '00003', '00004', '00005', '00006', '00007', '00008', '00009', '00070', '00071'])
})
afterAll(() => b.end())

type Sent = [path: string, body?: object, query?: Record<string, string>]
/** Key, Chinese and English words of a refusal. */
async function refused(person: Person, ...[path, body, query]: Sent): Promise<[key: string | undefined, zh: string, en: string]> {
  const zh = await b.call(person, 'zh')('POST', path, body, query)
  const en = await b.call(person, 'en')('POST', path, body, query)
  expect(en.key).toBe(zh.key)
  return [zh.key, zh.msg, en.msg]
}
/** Saves a case with its files, then says what its save-commit is refused with. */
async function notBegun(sent: object) {
  b.setDay('2026-03-02')
  const saved = await b.call('village')('POST', '/yw-accept/business/submit', sent)
  expect(saved.msg).toBe('操作成功')
  await attachTo(b, saved.data, REGISTER_FILES)
  return refused('village', '/yw-accept/business/save-commit', { ...sent, id: saved.data })
}
const parcel = (n: string) => `${FBFBM}${n}`
/** An application of a contractor who is in the register: his number is known. */
const ofKnown = (parcels: string[], cbfbm: string) => {
  const a = application(parcels)
  return { ...a, obligeIdCard: '', form: { ...a.form, cbf: { cbfbm } } }
}
/** The same by another way than household contracting: an item of its own. */
const otherWay = (parcels: string[], cbfbm: string) => {
  const a = ofKnown(parcels, cbfbm)
  const dk = a.form.dk.map((d) => ({ ...d, cbjyqqdfs: '121' }))
  return { ...a, businessItemCode: 'contract_sign_2', form: { ...a.form, dk, cbht: { ...a.form.cbht, cbfs: '121' } } }
}
/** An objection of another case against something, as the register shows it. Answers how it ends. */
async function barred(on: { dkbm: string } | { cbfbm: string }): Promise<() => Promise<void>> {
  const ref = `objection-${Object.values(on)[0]}`
  const told = (act: Act) =>
    b.as('admin', async (ctx) => {
      const day = ctx.now.slice(0, 10)
      await write(ctx, { cause: { kind: 'desk', id: ref }, unit: `${ref}/${act.act}`, regionCode: VILLAGE, day, acts: [act] })
    })
  await told({ act: 'restrict', ref, kind: 'yy', on, from: '2026-03-02', text: '界线不对' })
  return () => told({ act: 'endRestriction', ref, text: '撤回' })
}

test('a household of the register whose head is not its contractor signs nothing before it is put right', async () => {
  const [cbfbm, name] = [`${FBFBM}0900`, '张五']
  await b.as('admin', async (ctx) => {
    const own = application([], 70).form.cbf
    const { jtcyList, ...draft } = { ...own, cbfmc: name }
    const id = await rows.insert(ctx, cbf, {
      ...draft,
      regionCode: VILLAGE,
      cbfbm,
      fbfbm: FBFBM,
      cbfs: '110',
      cbqx: 30,
      cbqxq: '2026-04-01',
      zt: '1',
      djzt: '0',
      lzzt: '0',
      dyzt: '0',
      yyzt: '0',
    } as never)
    await rows.insert(ctx, jtcy, { ...jtcyList[0]!, regionCode: VILLAGE, cbfId: id, cbfbm, sort: 1 } as never)
  })
  expect(await notBegun(ofKnown(['00001'], cbfbm))).toEqual([
    'invalid',
    `承包方【${name}】的户主与承包方代表的姓名、证件类型或证件号码不一致，请先更正`,
    `Name, document type or ID number of the head differ from those of contractor ${name}: correct them first`,
  ])
})

test('who is a co-owner of a household of the register founds no second one', async () => {
  const twice = application(['00002'], 70)
  const { cyxm } = twice.form.cbf.jtcyList[0]!
  expect(await notBegun(twice)).toEqual([
    'invalid',
    `【${cyxm}】已是承包方【${FBFBM}0900】的共有人；确有依据的，请说明理由、选择证明材料，由第二人确认`,
    `${cyxm} is already a co-owner of contractor ${FBFBM}0900; with good reason, give the reason and the proof, and a second person confirms it`,
  ])
})

test('a household that is not registered yet, new or entered before, takes a co-owner of another one with reason, proof and a second person', async () => {
  const reason = '两地均分得承包地'
  const told = async (id: string, body: object) => {
    expect((await b.call('village')('POST', '/yw-accept/business/save-commit', { ...body, id })).msg).toBe('操作成功')
    await to(id, 'recheck')
    expect((await step(id, 'county')).key).toBe('double-unconfirmed')
    const [d] = (await detail(id)).doubles
    expect((await b.call('county')('POST', '/yw-accept/business/confirm-double', { businessId: id, id: d.id })).msg).toBe('操作成功')
    expect((await step(id, 'county')).msg).toBe('操作成功')
  }
  const saved = async (sent: { form: object }, cbfbm: string) => {
    b.setDay('2026-03-02')
    const id = String((await b.call('village')('POST', '/yw-accept/business/submit', sent)).data)
    const attachId = await attachTo(b, id, [...REGISTER_FILES, 'DCB', 'GSB'])
    return { id, attachId, body: { ...sent, form: { ...sent.form, doubles: [{ cbfbm, cyxm: '张三', reason, attachId }] } } }
  }
  const anew = await saved(application(['00070'], 70), `${FBFBM}0900`)
  await told(anew.id, anew.body)
  await finished(anew.id)
  const { rows: entries } = await b.db.pool.query('select acts from register_entry where "causeId" = $1', [anew.id])
  const doubles = entries.flatMap((e) => e.acts.flatMap((a: any) => a.members ?? [])).flatMap((m: any) => m.double ?? [])
  expect(doubles).toEqual([{ reason, attachId: anew.attachId, askedBy: '11', confirmedBy: '14' }])

  // the one that was entered before is put right, and has a member of the new one now
  await b.db.pool.query(`update cbf set cbfmc = '张三' where cbfbm = $1`, [`${FBFBM}0900`])
  const entered = ofKnown(['00071'], `${FBFBM}0900`)
  const { cbfbm } = (await detail(anew.id)).codes
  expect(await notBegun(entered)).toEqual([
    'invalid',
    `【张三】已是承包方【${cbfbm}】的共有人；确有依据的，请说明理由、选择证明材料，由第二人确认`,
    `张三 is already a co-owner of contractor ${cbfbm}; with good reason, give the reason and the proof, and a second person confirms it`,
  ])
  const known = await saved(entered, cbfbm)
  await told(known.id, known.body)
  await finished(known.id)
})

test('an issuer outside the region is no party to a case of this office, whether there is one of that code or not', async () => {
  const elsewhere = application(['00001'])
  const said = ['E1006', '不在您的管辖区域', 'Outside your region']
  for (const fbfbm of ['33010210020100', '99999999999900']) {
    const sent = { ...elsewhere, form: { ...elsewhere.form, fbfbm } }
    expect(await refused('village', '/yw-accept/business/submit', sent)).toEqual(said)
    expect(await refused('village', '/yw-accept/business/save-commit', sent)).toEqual(said)
    // told at its place of the form before anything is sent
    const looked = await b.call('village')('POST', '/yw-accept/business/pre-flight', sent)
    expect(JSON.stringify(looked.data)).toContain('不在您的管辖区域')
  }
})
test('a mortgaged or seized parcel is not contracted', async () => {
  const tell = (act: Act) =>
    b.as('admin', (ctx) => write(ctx, { cause: { kind: 'desk', id: '1' }, unit: ctx.newId(), regionCode: VILLAGE, day: ctx.now.slice(0, 10), acts: [act] }))
  const on = { dkbm: parcel('00001') }
  await tell({ act: 'restrict', ref: 'M', kind: 'dy', on, from: '2026-01-01', text: '抵押' })
  expect(await notBegun(application(['00001'], 1))).toEqual([
    'E1002',
    `地块【${parcel('00001')}】处于抵押状态，不能办理该业务`,
    `Parcel ${parcel('00001')} is mortgaged`,
  ])
  await tell({ act: 'endRestriction', ref: 'M', text: '注销' })
  await tell({ act: 'restrict', ref: 'C', kind: 'cf', on, from: '2026-01-01', text: '查封' })
  expect((await notBegun(application(['00001'], 1)))[0]).toBe('seized')
  await tell({ act: 'endRestriction', ref: 'C', text: '解除' })
  await begun(['00001'], 1)
})

test('a parcel against which an objection is open is not contracted, until the objection is handled', async () => {
  const free = await barred({ dkbm: parcel('00003') })
  expect(await notBegun(application(['00003'], 3))).toEqual([
    'E1003',
    `地块【${parcel('00003')}】存在异议，请先处理异议`,
    `Parcel ${parcel('00003')} has an open objection`,
  ])
  await free()
  await begun(['00003'], 3)
})

test('an issuer without telephone is no party to a contract: the check and the start say so alike', async () => {
  const phone = (lxdh: string | null) => b.as('admin', async (ctx) => rows.update(ctx, fbf, (await rows.find(ctx, fbf, { fbfbm: FBFBM }))!.id, { lxdh }))
  const checked = async () => (await b.call('village')('POST', '/yw-accept/business/checkFbfInfo', { fbfbm: FBFBM })).data
  expect(await checked()).toEqual({ ok: true, missing: [] })
  // issuers of old packages have none
  await phone(null)
  expect(await checked()).toEqual({ ok: false, missing: ['联系电话'] })
  expect(await notBegun(application(['00004'], 4))).toEqual(['E1007', '发包方信息不完整：联系电话', 'The issuer is incomplete: Phone'])
  await phone('13800000000')
})

test('a household has one household contract, and a contracted parcel comes into no second one', async () => {
  const first = await begun(['00005'], 5)
  await finished(first)
  const { codes } = await detail(first)
  expect(await notBegun(ofKnown(['00006'], codes.cbfbm))).toEqual([
    'E1013',
    '一个农户只能有一份家庭承包合同：增加地块请办理“合同变更”中的“地块增加”',
    'A household has one household contract only: to add parcels, accept the change of the contract that adds them',
  ])
  expect(await notBegun(otherWay(['00005'], codes.cbfbm))).toEqual([
    'E1015',
    `地块【${parcel('00005')}】已在合同【${codes.cbhtbm}】中`,
    `Parcel ${parcel('00005')} is already in contract ${codes.cbhtbm}`,
  ])
  // an objection may be against the contractor as well
  const free = await barred({ cbfbm: codes.cbfbm })
  expect(await notBegun(otherWay(['00006'], codes.cbfbm))).toEqual([
    'E1003',
    expect.stringMatching(new RegExp(`^承包方【.+ ${codes.cbfbm}】存在异议，请先处理异议$`)),
    expect.stringMatching(new RegExp(`^Contractor .+ \\(${codes.cbfbm}\\) has an open objection$`)),
  ])
  await free()
  // another parcel by another way is no second household contract
  const second = await begun(['00006'], 5, otherWay(['00006'], codes.cbfbm))
  expect((await detail(second)).codes.cbhtbm).toBe(`${codes.cbfbm}Q`)
  expect(await refused('admin', '/yw-accept/business/revoke', { businessId: first })).toEqual([
    'E2006',
    '业务已办结，不能撤销',
    'The business is finished and cannot be revoked',
  ])
})

test('acceptance, check and recheck are done by three people; a county lets one accept and check, and nothing lets one recheck', async () => {
  const commit = async (id: string, person: Person) => {
    const { taskId, processInstanceId } = await detail(id)
    return refused(person, '/yw-accept/business/commit', { taskId, processInstanceId })
  }
  // stored accounts of the stories' people, as a refusal names them
  await b.as('admin', async (ctx) => {
    const base = { tenantId: '000000', createUser: '0', updateUser: '0', createTime: ctx.now, updateTime: ctx.now, rev: 1 }
    for (const [id, roleAlias] of [
      ['91', 'town'],
      ['92', 'county'],
    ] as const)
      await ctx.db
        .insertInto('sys_role')
        .values({ ...base, id, roleName: roleAlias, roleAlias, sort: 1 })
        .execute()
    for (const [who, roleId] of [
      [people.town, '91'],
      [people.town2, '91'],
      [people.county, '92'],
      // of the role, but in another county
      [people.other, '92'],
    ] as const) {
      const { userId: id, account, realName, regionCode } = who
      await ctx.db
        .insertInto('sys_user')
        .values({ ...base, id, account, name: account, realName, roleId, deptId: '0', regionCode, status: 1 })
        .execute()
    }
  })
  const sent = application(['00004'], 7)
  b.setDay('2026-03-02')
  const made = await b.call('admin')('POST', '/yw-accept/business/submit', sent)
  await attachTo(b, made.data, [...REGISTER_FILES, 'DCB', 'GSB'])
  expect((await b.call('admin')('POST', '/yw-accept/business/save-commit', { ...sent, id: made.data })).msg).toBe('操作成功')
  const id = made.data as string
  await to(id, 'check')
  // the lists know it before anybody presses a button, and who may do it
  const todo = async (who: 'admin' | 'town' | 'county') => {
    const row = (await b.call(who)('GET', '/yw-accept/business/todo-list', {}, { size: '100' })).data.records.find((r: { id: string }) => r.id === id)
    const { apart, isLast, taskId } = (await b.call(who)('GET', '/yw-accept/business/detail', {}, { id })).data
    const offered = (await b.call(who)('GET', '/yw-accept/business/task-people', {}, { taskId })).data
    const names = offered.map((p: { name: string }) => p.name)
    expect([row.apart, row.isLast]).toEqual([apart, isLast])
    return [apart, isLast, names]
  }
  expect([await todo('admin'), await todo('town')]).toEqual([
    ['register', false, ['镇经办', '镇经办二']],
    [null, false, ['镇经办', '镇经办二']],
  ])
  expect(await commit(id, 'admin')).toEqual([
    'three-persons',
    '受理、初审、复审须由不同人员办理，本业务由您受理；可由【镇经办、镇经办二】办理',
    'Acceptance, check and recheck are done by three different people; you accepted this case. It may be done by: 镇经办, 镇经办二',
  ])
  expect((await detail(id)).taskKey).toBe('check')
  expect((await step(id, 'town')).msg).toBe('操作成功')
  await to(id, 'recheck')
  expect(await todo('county')).toEqual([null, false, ['县经办']])
  expect(await commit(id, 'admin')).toEqual([
    'three-persons',
    '受理、初审、复审须由不同人员办理，本业务由您受理；可由【县经办】办理',
    'Acceptance, check and recheck are done by three different people; you accepted this case. It may be done by: 县经办',
  ])
  expect((await step(id, 'county')).msg).toBe('操作成功')
  // who signs ends the case
  expect((await todo('admin')).slice(0, 2)).toEqual([null, true])

  // the county's word, and what it cannot say
  const list = (await b.call('county')('GET', '/yw-accept/process-config/list-process')).data as { id: string; typeCode: string }[]
  const config = {
    regionCode: '510112',
    businessTypeCode: 'contract_sign',
    processName: '签订',
    processVersion: '1',
    processDefinitionId: list.find((d) => d.typeCode === 'contract_sign')!.id,
    minDays: 15,
    fourEyes: 0,
    performers: { check: { role: 'town,administrator' }, recheck: { role: 'administrator' } },
  }
  const save = (o: object): Promise<[string | undefined, string, string]> => refused('county', '/yw-accept/process-config/save', { ...config, ...o })
  expect(await save({ minDays: 14 })).toEqual(['invalid', '该业务类型的公示天数依法不能少于15天', 'By law the publicity of this type lasts at least 15 days'])
  const one = { user: { id: people.town.userId, name: '镇经办' } }
  expect(await save({ performers: { check: one, recheck: one } })).toEqual([
    'invalid',
    '环节角色：初审与复审不能指定同一人',
    'Roles of tasks: check and recheck must be done by different people',
  ])
  for (const performers of [{ nowhere: { role: 'town' } }, { check: {} }, { check: { role: 'a b' } }, { check: { user: { id: 'x', name: 'x' } } }])
    expect((await save({ performers })).slice(0, 2)).toEqual(['invalid', '环节角色格式不正确'])
  const saved = (await b.call('county')('POST', '/yw-accept/process-config/save', config)).data
  expect((await b.call('county')('POST', '/yw-accept/process-config/enable', {}, { id: saved })).msg).toBe('操作成功')
  // one that was stored before the law counted here has no fewer days either
  await b.db.pool.query('update process_config set "minDays" = 1 where id = $1', [saved])
  const rules = (await b.call('county')('GET', '/yw-accept/process-config/active-config', {}, { businessTypeCode: 'contract_sign', regionCode: VILLAGE })).data
  expect([rules.configId, rules.minDays, rules.threePersons]).toEqual([saved, 15, false])
  const next = application(['00009'], 9)
  b.setDay('2026-03-02')
  const second = (await b.call('admin')('POST', '/yw-accept/business/submit', next)).data as string
  await attachTo(b, second, [...REGISTER_FILES, 'DCB', 'GSB'])
  expect((await b.call('admin')('POST', '/yw-accept/business/save-commit', { ...next, id: second })).msg).toBe('操作成功')
  await to(second, 'check')
  expect((await step(second, 'admin')).msg).toBe('操作成功')
  await to(second, 'recheck')
  expect((await commit(second, 'admin'))[1]).toBe('受理、初审、复审须由不同人员办理，本业务由您受理；暂无其他可办理人员，请联系管理员')
  expect((await b.call('county')('POST', '/yw-accept/process-config/disable', {}, { id: saved })).msg).toBe('操作成功')
  expect((await b.call('county')('POST', '/yw-accept/process-config/remove', {}, { ids: saved })).msg).toBe('操作成功')
  expect((await b.call('admin')('POST', '/yw-accept/business/revoke', { businessId: second })).msg).toBe('操作成功')
})

test('a type that an installation does not have is refused', () => {
  const found = () => handlingOf({ handlings: {} }, { businessTypeCode: 'change_split' })
  expect(found).toThrow(
    expect.objectContaining({ key: 'not-available', words: { zh: '业务类型【分户】暂未开放', en: 'This business type is not available yet' } }),
  )
})

test('what a clerk may not do in a task, or has done already, is said in both languages', async () => {
  const id = await begun(['00008'], 8)
  const { taskId, processInstanceId } = await detail(id)
  const commit = (person: Person, more: object = {}) => refused(person, '/yw-accept/business/commit', { taskId, processInstanceId, ...more })
  expect(await commit('village')).toEqual(['not-your-task', '任务不属于您，不能办理', 'This task is not yours'])
  expect(await commit('town', { result: 'finish' })).toEqual(['bad-request', '办理结果或意见不正确', 'Result or comment is malformed'])
  expect(await refused('town', '/yw-accept/business/revoke', { businessId: id })).toEqual([
    'E2002',
    '当前环节不允许该操作：该操作须由有权限的其他人员办理',
    'Not allowed in this task: this is for another person to do',
  ])
  // who saves a case under way says which state of it he saw
  const { form, rev } = await detail(id)
  const unseen = ['invalid', '缺少数据版本（rev），请刷新后重新提交', 'The revision (rev) that was read is missing: reload and send it']
  for (const none of [{}, { rev: null }, { rev: '' }]) expect(await refused('town', '/yw-accept/business/update', { id, form, ...none })).toEqual(unseen)
  expect((await refused('town', '/yw-accept/business/update', { id, form, rev: rev - 1 }))[0]).toBe('changed')
  expect((await step(id, 'town')).msg).toBe('操作成功')
  expect(await commit('town')).toEqual(['E2001', '任务已办理', 'The task is already done'])
})

test('a task is given to somebody who may do it, by who may do it himself; the story says so', async () => {
  await land(b, ['00019'])
  // beside those of the town, who are stored above, one of the next town
  await b.db.pool.query(
    `insert into sys_user (id, "tenantId", account, name, "realName", "roleId", "deptId", "regionCode", status, "createUser", "createTime", "updateUser", "updateTime", rev)
     values (19, '000000', '邻镇经办', '邻镇经办', '邻镇经办', '91', 0, '510112102', 1, 1, '2026-01-01', 1, '2026-01-01', 1)`,
  )
  const id = await begun(['00019'], 19)
  const { taskId, processInstanceId } = await detail(id)
  const people = async () => (await b.call('town')('GET', '/yw-accept/business/task-people', {}, { taskId })).data.map((p: any) => p.name)
  expect(await people()).toEqual(['镇经办', '镇经办二'])
  const give = (who: Person, userId: string) => refused(who, '/yw-accept/business/transfer', { taskId, userId, comment: '休假' })
  expect(await give('village', '13')).toEqual(['not-your-task', '任务不属于您，不能办理', 'This task is not yours'])
  expect((await b.call('town')('POST', '/yw-accept/business/transfer', { taskId, userId: '19' })).data.fields).toEqual([
    { field: 'userId', msg: '请选择可以办理该环节的人员' },
  ])
  expect((await b.call('town', 'en')('POST', '/yw-accept/business/transfer', { taskId, userId: '14' })).data.fields[0].msg).toBe(
    'Select somebody who may do this task',
  )
  expect((await b.call('town')('POST', '/yw-accept/business/transfer', { taskId, userId: '13', comment: '休假' })).msg).toBe('操作成功')
  expect(await people()).toEqual(['镇经办'])
  // it is the other one's now; who gave it away neither does it nor gives it again
  expect(await give('town', '12')).toEqual(['not-your-task', '任务不属于您，不能办理', 'This task is not yours'])
  expect((await step(id, 'town')).key).toBe('not-your-task')
  const story = (await b.call('town')('GET', '/cpt-flow/process/history-flow-list', {}, { processInstanceId })).data
  expect(story.at(-1)).toMatchObject({ action: 'transfer', comment: '移交给镇经办二: 休假', userName: '镇经办' })
  expect((await step(id, 'town2')).msg).toBe('操作成功')
  expect(await give('town', '12')).toEqual(['E2001', '任务已办理', 'The task is already done'])
})

test('a task is given to another for an opinion, which comes back to its owner, who decides; the story tells both', async () => {
  await land(b, ['00029'])
  const id = await begun(['00029'], 29)
  const { taskId, processInstanceId } = await detail(id)
  const post = (person: Person, verb: string, body: object = {}) => b.call(person)('POST', `/yw-accept/business/${verb}`, { taskId, ...body })
  const no = (person: Person, verb: string, body: object = {}) => refused(person, `/yw-accept/business/${verb}`, { taskId, ...body })
  const actions = async (person: Person) =>
    (await b.call(person)('GET', '/yw-accept/business/detail', {}, { id })).data.actions.filter((a: string) =>
      ['pass', 'return', 'delegate', 'opinion', 'take-back'].includes(a),
    )
  const of = ['not-your-task', '任务不属于您，不能办理', 'This task is not yours']
  expect(await no('village', 'delegate', { userId: '13' })).toEqual(of)
  expect(await no('town', 'opinion', { comment: '好' })).toEqual(['not-delegated', '该任务没有委托他人', 'The task is not delegated'])
  expect(await no('town', 'take-back')).toEqual(['not-delegated', '该任务没有委托他人', 'The task is not delegated'])
  const faults = async (body: object) => (await post('town', 'delegate', body)).data.fields
  // not to somebody out of its place or role, nor to oneself
  for (const userId of ['19', '14', '12', '']) expect(await faults({ userId })).toEqual([{ field: 'userId', msg: '请选择可以办理该环节的人员' }])
  expect((await post('town', 'delegate', { userId: '13', comment: '请看界址' })).msg).toBe('操作成功')
  expect([await actions('town'), await actions('town2'), await actions('county'), await actions('office')]).toEqual([
    ['take-back'],
    ['opinion'],
    [],
    ['take-back'],
  ])
  const waits = [
    'delegated',
    '镇经办已委托镇经办二提出意见，提出意见或收回委托后才能办理',
    '镇经办 has asked 镇经办二 for an opinion; it must be given or withdrawn first',
  ]
  for (const person of ['town', 'town2'] as const) expect(await no(person, 'commit', { processInstanceId })).toEqual(waits)
  expect(await no('town', 'delegate', { userId: '13' })).toEqual(waits)
  expect(await no('office', 'transfer', { userId: '12' })).toEqual(waits)
  expect(await no('town', 'opinion', { comment: '好' })).toEqual(of)
  expect(await no('town2', 'take-back')).toEqual(of)
  const todo = async (person: Person) =>
    (await b.call(person)('GET', '/yw-accept/business/todo-list', {}, { size: '200' })).data.records
      .filter((r: any) => r.id === id)
      .map((r: any) => r.ownerName)
  expect([await todo('town'), await todo('town2')]).toEqual([[], ['镇经办']])
  // taken back, given again, answered
  expect((await post('town', 'take-back', { comment: '自己看' })).msg).toBe('操作成功')
  expect([await actions('town'), await actions('town2')]).toEqual([['pass', 'return', 'delegate'], []])
  expect((await post('town', 'delegate', { userId: '13' })).msg).toBe('操作成功')
  expect((await post('town2', 'opinion', { result: 'return' })).data.fields).toEqual([{ field: 'comment', msg: '请输入意见' }])
  expect((await post('town2', 'opinion', { result: 'return', comment: '北界有争议' })).msg).toBe('操作成功')
  expect(await no('town2', 'opinion', { comment: '好' })).toEqual(['not-delegated', '该任务没有委托他人', 'The task is not delegated'])
  const { task, taskKey } = await detail(id)
  expect([taskKey, task.assigneeName, task.owner, task.opinionName, task.opinionResult, task.opinion]).toEqual([
    'survey',
    '镇经办',
    null,
    '镇经办二',
    'return',
    '北界有争议',
  ])
  expect(await todo('town2')).toEqual([])
  expect((await step(id, 'town2')).key).toBe('not-your-task')
  expect((await step(id, 'town')).msg).toBe('操作成功')
  const story = (await b.call('town')('GET', '/cpt-flow/process/history-flow-list', {}, { processInstanceId })).data
  expect(story.slice(-5).map((h: any) => [h.action, h.userName, h.comment])).toEqual([
    ['delegate', '镇经办', '委托镇经办二提出意见: 请看界址'],
    ['take-back', '镇经办', '收回对镇经办二的委托: 自己看'],
    ['delegate', '镇经办', '委托镇经办二提出意见'],
    ['opinion', '镇经办二', '建议退回: 北界有争议'],
    ['pass', '镇经办', null],
  ])
  for (const [verb, body] of [
    ['delegate', { userId: '13' }],
    ['opinion', { comment: '好' }],
    ['take-back', {}],
  ] as const)
    expect((await no('town', verb, body))[0]).toBe('E2001')
})

test('what a region asks of a file holds: whether it is needed, how many, how large, of which type, and only while the configuration is enabled', async () => {
  const admin = b.call('admin')
  const said = (a: { msg: string; data: any }) => {
    expect(a.msg).toBe('操作成功')
    return a.data
  }
  const known = said(await admin('GET', '/yw-accept/process-config/list-process')) as { id: string; typeCode: string }[]
  const of = { regionCode: VILLAGE, businessTypeCode: 'contract_sign', processName: '材料', processVersion: '1' }
  const config = said(
    await admin('POST', '/yw-accept/process-config/save', { ...of, processDefinitionId: known.find((d) => d.typeCode === 'contract_sign')!.id }),
  )
  const rule = {
    activeConfigId: config,
    taskKey: 'register',
    fileName: '现场照片',
    businessItem: 'QT',
    isRequired: '2',
    fileType: 'jpg,png',
    fileNumber: 1,
    fileSize: 2,
  }
  const file = said(await admin('POST', '/yw-accept/active-config-file/save', rule))
  const ask = async (change: object) => said(await admin('POST', '/yw-accept/active-config-file/update', { ...rule, id: file, ...change }))
  let seq = 600
  /** A case of its own with these photos: what its beginning is refused with, or undefined. */
  async function begins(photos: readonly { extension: string; attachSize: number }[]): Promise<string | undefined> {
    b.setDay('2026-03-02')
    const own = String(20_000 + (seq += 1))
    await land(b, [own])
    const sent = application([own], seq)
    const saved = said(await b.call('village')('POST', '/yw-accept/business/submit', sent))
    await attachTo(b, saved, [...REGISTER_FILES])
    for (const photo of photos) {
      const id = await attachTo(b, saved, ['QT'])
      await b.db.pool.query(`update attach set extension = $2, "attachSize" = $3 where id = $1`, [id, photo.extension, photo.attachSize])
    }
    const a = await b.call('village')('POST', '/yw-accept/business/save-commit', { ...sent, id: saved })
    return a.code === 200 ? undefined : a.msg
  }
  const photo = { extension: 'jpg', attachSize: 2048 }
  expect(await begins([photo, photo])).toBeUndefined()
  said(await admin('POST', '/yw-accept/process-config/enable', {}, { id: config }))
  expect(await begins([])).toBeUndefined()
  expect(await begins([{ ...photo, extension: 'jpeg' }])).toBeUndefined()
  expect(await begins([photo, photo])).toBe('附件不符合要求：【现场照片】最多1个文件')
  expect(await begins([{ ...photo, attachSize: 2049 }])).toBe('附件不符合要求：【现场照片】单个文件不能超过2KB')
  expect(await begins([{ ...photo, extension: 'pdf' }])).toBe('附件不符合要求：【现场照片】只允许jpg,png文件')
  await ask({ isRequired: '1', fileNumber: 2 })
  expect(await begins([])).toBe('必传材料缺失：现场照片')
  expect(await begins([photo, photo])).toBeUndefined()
  await ask({ isRequired: '1', taskKey: 'check' })
  expect(await begins([])).toBeUndefined()
  said(await admin('POST', '/yw-accept/process-config/disable', {}, { id: config }))
  said(await admin('POST', '/yw-accept/process-config/remove', {}, { ids: config }))
})

test("a term does not pass the end of the issuer's round, which a form asks for before it proposes one", async () => {
  const rounds = async (fbfbm: string) => b.call('village')('GET', '/base-qssj/fbf/rounds', {}, { fbfbm })
  // none is recorded: the term that most of its household books have stands for it
  const { rows: terms } = await b.db.pool.query(
    `select null::int as "roundNo", cbqxq::text as "fromDay", cbqxz::text as "toDay" from djb where fbfbm = $1 and qszt = '1' and cbfs = '110'
     group by 2, 3 order by count(*) desc, 3, 2 limit 1`,
    [FBFBM],
  )
  expect(terms).toHaveLength(1)
  // read off the books: no plan, cause or day has recorded it
  expect((await rounds(FBFBM)).data).toEqual(terms.map((t) => ({ ...t, planId: null, planName: null, causeKind: null, day: null })))
  expect((await rounds('51202199999999')).msg).toBe('发包方【51202199999999】不存在')
  const acts: Act[] = [{ act: 'setIssuer', fbfbm: FBFBM, rounds: [{ no: 2, from: '2026-01-01', to: '2055-12-31' }] }]
  await b.as('admin', (ctx) => write(ctx, { cause: { kind: 'plan', id: '1' }, unit: '1', regionCode: VILLAGE, day: ctx.now.slice(0, 10), acts }))
  expect((await rounds(FBFBM)).data).toEqual([
    { roundNo: 2, fromDay: '2026-01-01', toDay: '2055-12-31', planId: null, planName: null, causeKind: 'plan', day: '2026-03-02' },
  ])
  expect(await notBegun(application(['00009'], 72))).toEqual([
    'term-round',
    expect.stringMatching(/^【.+】的承包期限止不得超过本轮承包期【2055-12-31】$/),
    expect.stringMatching(/^The term of .+ may not extend beyond the end of the round on 2055-12-31$/),
  ])
})
