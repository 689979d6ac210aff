// What the main job refuses, to the letter and in both languages, from the acceptance to the signing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attach } from '../../services/files/attach.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { write } from '../../land/register/write.server.ts'
import { application, attachTo, bench, FBFBM, land, REGISTER_FILES, VILLAGE, type Bench, type Person } from '../../tests/case-bench.ts'
import { readRev } from '../../tests/samples.ts'

const OTHER = `${VILLAGE}01`
let b: Bench
beforeAll(async () => {
  b = await bench()
  await land(b, ['00001', '00002', '00003', '00004', '00005', '00006', '00007'])
})
afterAll(() => b?.end())

const CHINESE = /[\u3400-\u9fff]/
interface Said {
  key: string
  zh: readonly string[]
  en: readonly string[]
}
const words = (a: { msg: string; data: any }): string[] =>
  a.data?.fields ? a.data.fields.map((f: { field: string; msg: string }) => `${f.field}: ${f.msg}`) : [a.msg]
/**
 * The same call in both languages, refused both times for the same reason. Its English has no Chinese sign but in `data`: names that people gave
 * to persons and files.
 */
async function said(person: Person, path: string, body: object = {}, query: Record<string, string> = {}, data: readonly string[] = []): Promise<Said> {
  const [zh, en] = [await b.call(person, 'zh')('POST', path, body, query), await b.call(person, 'en')('POST', path, body, query)]
  expect([en.code, en.key]).toEqual([zh.code, zh.key])
  expect([zh.code >= 400 && zh.code < 500, CHINESE.test(zh.msg)]).toEqual([true, true])
  for (const w of [en.msg, ...words(en)]) expect(data.reduce((rest, name) => rest.replaceAll(name, ''), w)).not.toMatch(CHINESE)
  return { key: zh.key!, zh: words(zh), en: words(en) }
}
const one = async (...a: Parameters<typeof said>): Promise<readonly [string, string]> => {
  const s = await said(...a)
  expect([s.zh.length, s.en.length]).toEqual([1, 1])
  return [s.zh[0]!, s.en[0]!]
}

const SUBMIT = '/yw-accept/business/submit',
  COMMIT = '/yw-accept/business/save-commit'
type Change = (a: any) => unknown
const asked = (parcels: string[], change: Change): object => {
  const a = structuredClone(application(parcels)) as any
  change(a)
  return a
}

test('what a clerk types wrong at the window is named in his language', async () => {
  const submit = (change: Change) => one('village', SUBMIT, asked(['00001'], change))
  expect(await submit((a) => (a.businessTypeCode = 'x'))).toEqual(['businessTypeCode: 请选择业务类型', 'businessTypeCode: Please select the business type'])
  expect(await submit((a) => (a.businessItemCode = 'contract_renew_1'))).toEqual([
    'businessItemCode: 请选择业务事项',
    'businessItemCode: Please select the business item',
  ])
  expect(await submit((a) => (a.obligeIdCard = '1'))).toEqual([
    'obligeIdCard: 证件号码长度应为18位',
    'obligeIdCard: The identity number must have 18 characters',
  ])
  expect(await submit((a) => (a.businessName = ''))).toEqual(['businessName: 请输入业务名称', 'businessName: Please enter the name'])
  // beside the form the issuer says the same or nothing
  expect(await submit((a: any) => (a.fbfbm = OTHER))).toEqual(['fbfbm: 发包方编码不能修改', 'fbfbm: Issuer code cannot be changed'])
  expect(await submit((a) => (a.form.fbfbm = '1'))).toEqual(['form.fbfbm: 请选择发包方', 'form.fbfbm: Please select the issuer'])
  expect(
    await one('admin', '/yw-accept/process-config/save', {
      regionCode: VILLAGE,
      businessTypeCode: 'x',
      processDefinitionId: 'a'.repeat(64),
      processName: 'x',
      processVersion: '1',
    }),
  ).toEqual(['businessTypeCode: 请选择业务类型', 'businessTypeCode: Please select the business type'])
})

test('what keeps a contract from being accepted is named in the language of the clerk', async () => {
  const commit = (change: Change, parcels = ['00001'], data: string[] = []) => one('village', COMMIT, asked(parcels, change), {}, data)
  const faults = async (change: Change) => (await said('village', COMMIT, asked(['00001'], change))).en
  await b.as('admin', async (ctx) => {
    const { id: _, ...issuer } = (await rows.find(ctx, fbf, { fbfbm: FBFBM })) as Record<string, any>
    await rows.insert(ctx, fbf, { ...issuer, fbfbm: OTHER, lxdh: null, fbfdz: null } as never)
  })
  await b.db.pool.query(`update dk set fbfbm = $1 where dkbm = $2`, [OTHER, `${FBFBM}00002`])
  await b.db.pool.query(`update dk set dklb = '21' where dkbm = $1`, [`${FBFBM}00003`])
  await b.db.pool.query(`update dk set cbfbm = $1 where dkbm = $2`, [`${FBFBM}0009`, `${FBFBM}00004`])
  const barred = (n: string) => ({ act: 'restrict' as const, ref: n, on: { dkbm: FBFBM + n }, from: '2026-01-01', text: '限制' })
  const acts = [
    { ...barred('00005'), kind: 'dy' as const },
    { ...barred('00006'), kind: 'yy' as const },
  ]
  await b.as('admin', (ctx) => write(ctx, { cause: { kind: 'desk', id: '1' }, unit: 'm', regionCode: VILLAGE, day: ctx.now.slice(0, 10), acts }))
  const same = () => {}
  // a county that takes no business of this type
  const config = async (isOffered: 0 | 1) => {
    const all = (await b.call('admin')('GET', '/yw-accept/process-config/list-process')).data as { id: string; typeCode: string }[]
    const body = { regionCode: VILLAGE.slice(0, 6), businessTypeCode: 'contract_sign', processName: '停办', processVersion: String(isOffered), isOffered }
    const made = await b.call('admin')('POST', '/yw-accept/process-config/save', {
      ...body,
      processDefinitionId: all.find((d) => d.typeCode === 'contract_sign')!.id,
    })
    expect((await b.call('admin')('POST', '/yw-accept/process-config/enable', {}, { id: made.data })).code).toBe(200)
    return made.data as string
  }
  const off = await config(0)
  expect(await commit(same)).toEqual(['本区域暂停受理业务类型【承包合同签订】', 'Business of this type is not taken in this region'])
  const act = async (what: 'disable' | 'remove', id: string) => {
    const query: Record<string, string> = what === 'remove' ? { ids: id } : { id }
    expect((await b.call('admin')('POST', `/yw-accept/process-config/${what}`, {}, query)).code).toBe(200)
  }
  await act('disable', off)
  // what takes it is disabled: the type is off, and no built-in default stands in for it
  const on = await config(1)
  expect((await commit(same, ['00002']))[0]).not.toContain('暂停受理')
  await act('disable', on)
  expect(await commit(same)).toEqual(['本区域暂停受理业务类型【承包合同签订】', 'Business of this type is not taken in this region'])
  // removed, the region has said nothing of the type
  for (const id of [off, on]) await act('remove', id)
  expect(await commit(same, ['00002'])).toEqual([
    `dk.0.dkbm: 地块【${FBFBM}00002】不属于所选发包方`,
    `dk.0.dkbm: Parcel ${FBFBM}00002 belongs to another issuer`,
  ])
  expect(await commit(same, ['00003'])).toEqual([
    `dk.0.dkbm: 地块【${FBFBM}00003】的类别不能承包`,
    `dk.0.dkbm: A parcel of this category cannot be contracted: ${FBFBM}00003`,
  ])
  expect(await commit(same, ['00004'], ['张三'])).toEqual([
    `dk.0.dkbm: 地块【${FBFBM}00004】的承包方不是【张三】`,
    `dk.0.dkbm: Parcel ${FBFBM}00004 belongs to a contractor other than 张三`,
  ])
  expect(await commit(same, ['00005'])).toEqual([`地块【${FBFBM}00005】处于抵押状态，不能办理该业务`, `Parcel ${FBFBM}00005 is mortgaged`])
  expect(await commit(same, ['00006'])).toEqual([`地块【${FBFBM}00006】存在异议，请先处理异议`, `Parcel ${FBFBM}00006 has an open objection`])
  expect(await commit(same, ['00099'])).toEqual([`地块【${FBFBM}00099】不存在`, `Parcel ${FBFBM}00099 not found`])
  expect(await commit((a) => (a.form.cbf = { cbfbm: `${FBFBM}0777` }))).toEqual(['承包方不存在', 'Contractor not found'])
  expect(await commit((a) => Object.assign(a.form.cbf, { cbflx: '2', jtcyList: [] }))).toEqual([
    'cbht.cbfs: 家庭承包的承包方应为农户',
    'cbht.cbfs: Household contracting is for households only',
  ])
  const otherWay: Change = (a) => {
    a.form.cbht.cbfs = '121'
    for (const d of a.form.dk) d.cbjyqqdfs = '121'
  }
  expect(await commit(otherWay)).toEqual(['cbht.cbfs: 承包方式与业务事项不符', 'cbht.cbfs: The method does not match the item'])
  expect(await faults((a) => (a.form.cbht.cbqx = 0))).toContain('cbht.cbqx: The term must be longer than 0')
  expect(await faults((a) => (a.form.cbht.cbqxz = '2030-01-01'))).toContain('cbht.cbqxz: The end does not match the term')
  expect(await commit((a) => (a.form.dk = []))).toEqual(['dk: 请至少选择一个地块', 'dk: Select at least one parcel'])
  expect(await commit((a) => a.form.dk.push(a.form.dk[0]))).toEqual(['dk: 地块重复', 'dk: A parcel is listed twice'])
  expect(await faults((a) => (a.form.dk[0].htmj = '9.00'))).toContain('dk.0.htmj: The contract area of 9.00 m² does not match 1.50 mu: 9.00 m² are 0.01 mu')
  expect(await commit((a) => (a.form.cbf.jtcyList = []))).toEqual(['cbf.jtcyList: 请至少登记一名家庭成员', 'cbf.jtcyList: A household has at least one member'])
  expect(await commit((a) => (a.form.cbf.jtcyList[0].cyxm = ''))).toEqual(['cbf.jtcyList.0.cyxm: 请输入成员姓名', 'cbf.jtcyList.0.cyxm: Please enter the name'])
  expect(await commit((a) => (a.form.cbf.cbfmc = '张'))).toEqual([
    'cbf.jtcyList.0.cyxm: 户主姓名与承包方（代表）名称不一致',
    'cbf.jtcyList.0.cyxm: The name of the head differs from that of the contractor',
  ])
  expect(await commit((a) => (a.form.fbfbm = OTHER))).toEqual(['发包方信息不完整：联系电话、发包方地址', 'The issuer is incomplete: Phone, Address'])
  const files = ['申请书', '身份证', '户口簿', '会议记录（决议）', '地块示意图']
  expect((await commit(same, ['00001'], files))[0]).toBe(`必传材料缺失：${files.join('、')}`)
})

const detail = async (id: string) => (await b.call('admin')('GET', '/yw-accept/business/detail', {}, { id })).data
const ok = async (person: Person, path: string, body: object = {}, query: Record<string, string> = {}): Promise<any> => {
  const r = await b.call(person)('POST', path, body, query)
  expect([path, r.msg]).toEqual([path, '操作成功'])
  return r.data
}
/** The ids of the open task, as a commit sends them. */
const taskOf = async (id: string) => {
  const { taskId, processInstanceId } = await detail(id)
  return { taskId, processInstanceId }
}
const step = async (id: string, person: Person) => ok(person, '/yw-accept/business/commit', await taskOf(id))

test('tasks, publicity and signing refuse in the language of whoever works', async () => {
  b.setDay('2026-03-02')
  const id = await ok('village', SUBMIT, application(['00007'], 2))
  // his own other window would write over it
  for (const none of [{}, { rev: null }])
    expect(await one('village', SUBMIT, { ...application(['00007'], 2), id, ...none })).toEqual([
      'rev: 缺少数据版本（rev），请刷新后重新提交',
      'rev: The revision (rev) that was read is missing: reload and send it',
    ])
  await ok('village', SUBMIT, { ...application(['00007'], 2), id, rev: (await detail(id)).rev })
  await attachTo(b, id, [...REGISTER_FILES, 'DCB', 'GSB'])
  await ok('village', COMMIT, { ...application(['00007'], 2), id })
  const at = await taskOf(id)
  expect(await one('village', '/yw-accept/business/commit', at)).toEqual(['任务不属于您，不能办理', 'This task is not yours'])
  await step(id, 'town')
  expect(await one('town', '/yw-accept/business/commit', at)).toEqual(['任务已办理', 'The task is already done'])
  const second = await ok('village', SUBMIT, application(['00007'], 3))
  await attachTo(b, second, REGISTER_FILES)
  const locked = await said('village', COMMIT, { ...application(['00007'], 3), id: second })
  expect([locked.key, locked.en]).toEqual(['E1001', [`dk.0.dkbm: Business ${(await detail(id)).businessCode} is running on this object`]])
  await step(id, 'town')

  const round = { ...(await taskOf(id)), title: '公示', startDate: '2026-03-02', days: 15, place: '村委会' }
  const { processInstanceId: _, ...post } = round
  expect(await one('town', '/yw-publicity/publicity/save', { ...post, days: 14 })).toEqual([
    'days: 公示天数不能少于15天',
    'days: The publicity lasts at least 15 days',
  ])
  const publicity = await ok('town', '/yw-publicity/publicity/save', post)
  expect(await one('town', '/yw-publicity/publicity/complete', await readRev(b.db, 'publicity', publicity), { id: publicity })).toEqual([
    '公示期未满，还剩15天',
    'The publicity is not over; days left: 15',
  ])
  const objection = { publicityId: publicity, objector: '李四', objectorIdType: '2', objectorIdCard: 'A1', phone: '13800000001', content: '界线不对' }
  const about = { ...objection, targetCode: `${FBFBM}00007` }
  expect(await one('town', '/yw-publicity/objection/save', { ...about, objectorIdType: '1' })).toEqual([
    'objectorIdCard: 证件号码长度应为18位',
    'objectorIdCard: The identity number must have 18 characters',
  ])
  const o = await ok('town', '/yw-publicity/objection/save', about)
  const handle = (body: object) => one('town', '/yw-publicity/objection/handle', { id: o, rev: 1, ...body })
  expect(await handle({ handleResult: '3', opinion: '' })).toEqual(['opinion: 请输入处理意见', 'opinion: Please enter the opinion'])
  expect(await handle({ handleResult: '3', opinion: '字'.repeat(501) })).toEqual([
    'opinion: 处理意见长度不能超过500位',
    'opinion: Opinion: at most 500 characters',
  ])
  b.setDay('2026-03-17')
  expect(await one('town', '/yw-publicity/publicity/complete', await readRev(b.db, 'publicity', publicity), { id: publicity })).toEqual([
    '存在未处理异议1条',
    'Objections not yet handled: 1',
  ])
  await ok('town', '/yw-publicity/objection/handle', { id: o, rev: 1, handleResult: '3', opinion: '界线无误' })
  await ok('town', '/yw-publicity/publicity/complete', await readRev(b.db, 'publicity', publicity), { id: publicity })
  for (const p of ['town', 'county'] as const) await step(id, p)

  const [c] = (await b.call('town')('GET', '/dzzw/contract-to-sign', {}, { businessId: id })).data
  const choose = { businessId: id, contractIds: [c.id] }
  expect(await one('town', '/dzzw/choose-sign-way', { ...choose, signWay: '9' })).toEqual([
    'signWay: 请选择签署方式',
    'signWay: Please select the way of signing',
  ])
  await ok('town', '/dzzw/choose-sign-way', { ...choose, signWay: '3' })
  const attachId = await attachTo(b, id, ['CBHT'])
  expect(await one('town', '/dzzw/upload-contract-file', { contractId: c.id, attachId, qdsj: '2026-03-18' })).toEqual([
    'qdsj: 请选择签订时间，且不能晚于今天',
    'qdsj: Please select the day of signing; it cannot be later than today',
  ])
  expect(await one('town', '/dzzw/upload-contract-file', { contractId: c.id, attachId, qdsj: '2026-03-15' })).toEqual([
    `qdsj: 合同【${c.cbhtbm}】的签订时间不能早于公示截止日2026-03-16`,
    `qdsj: Contract ${c.cbhtbm} cannot have been signed before the end of the posting, 2026-03-16`,
  ])
  await b.as('admin', (ctx) => rows.update(ctx, attach, attachId, { contentType: 'image/png' } as never))
  expect(await one('town', '/dzzw/upload-contract-file', { contractId: c.id, attachId, qdsj: '2026-03-17' })).toEqual([
    'attachId: 请上传PDF格式的合同',
    'attachId: Please upload the contract as a PDF',
  ])
  expect(await one('town', '/yw-accept/business/commit', await taskOf(id))).toEqual(['合同未全部签署完成', 'Not all contracts are signed'])
  expect(b.errors).toEqual([])
})
