// The papers of a case, through the server: which can be printed when and why not, what stands in their PDF, and the record of each print.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registryOf } from '../../apps/server/handlings.server.ts'
import { closeRenderer } from '../../services/typeset/typeset.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { signatureRoutes } from '../../platform/people/signature.server.ts'
import { planRoutes } from '../../land/fbf/plan.server.ts'
import { householdFields } from '../../tests/applications.ts'
import { cert_serial } from '../../land/cbjyqz/blank.ts'
import { cbjyqz } from '../../land/definitions/cbjyqz.ts'
import { stories } from '../../tests/type-stories.ts'
import {
  application,
  attachTo,
  bench,
  FBFBM,
  land,
  memberId,
  people,
  REGISTER_FILES,
  registered,
  walk,
  type Bench,
  type Person,
} from '../../tests/case-bench.ts'
import { papersSlice } from './routes.server.ts'

let b: Bench
let { begun, to, publish, detail, step, finished } = {} as ReturnType<typeof walk>
const folder = mkdtempSync(join(tmpdir(), 'papers-'))
beforeAll(async () => {
  const registry = registryOf({ digestOf: async () => 'a'.repeat(64), sealer: { sign: (t) => t } })
  const perms = ['print_view', 'business_plain', 'fbf_plan_add', 'fbf_plan_check']
  b = await bench({ routes: [...papersSlice(registry).routes, ...planRoutes, ...signatureRoutes], perms })
  ;({ begun, to, publish, detail, step, finished } = walk(b))
  await land(b, ['00001', '00002', '00003', '00004', '00005', '00006', '00007', '00009', '00010'])
  await b.db.pool.query(
    `insert into region (id, "tenantId", "createUser", "createTime", "updateUser", "updateTime", rev, code, name) values (1, '000000', 1, $1, 1, $1, 1, '510112101', '石羊镇')`,
    ['2026-01-01 00:00:00'],
  )
})
afterAll(async () => {
  await b.end()
  await closeRenderer()
  rmSync(folder, { recursive: true })
})

interface Row {
  paper: string
  ofId: string | null
  ready: boolean
  reason: string
  printed: number
  lastPrinter: string
}
const list = async (businessId: string): Promise<Row[]> => {
  const r = await b.call('town')('GET', '/yw-accept/business/papers', {}, { businessId })
  expect(r.msg).toBe('操作成功')
  return r.data
}
const ready = async (id: string) => (await list(id)).filter((p) => p.ready).map((p) => p.paper)
/** The words of a paper, without blanks; `keeps` prints it, else it is only shown. */
async function words(businessId: string, paper: string, keeps = false, person: Person = 'town'): Promise<string> {
  const query = { businessId, paper }
  const r = await b.raw(person)(keeps ? 'POST' : 'GET', `/yw-accept/business/paper${keeps ? '/exe' : ''}`, query)
  expect([paper, r.headers['content-type']]).toEqual([paper, 'application/pdf'])
  const file = join(folder, `${paper}.pdf`)
  writeFileSync(file, r.rawPayload)
  if (process.env.PAPERS_TO) writeFileSync(join(process.env.PAPERS_TO, `${paper}.pdf`), r.rawPayload)
  return execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' }).replace(/[\s\u200b]/g, '')
}

test('from the first second the application and the list of materials; what lacks can be handed out as a correction, what bars as a refusal', async () => {
  b.setDay('2026-03-02')
  const sent = application(['00001'], 1)
  const id = String((await b.call('village')('POST', '/yw-accept/business/submit', sent)).data)
  expect(await ready(id)).toEqual(['application', 'materials', 'correction'])
  const notReady = Object.fromEntries((await list(id)).filter((p) => !p.ready).map((p) => [p.paper, p.reason]))
  expect(notReady).toMatchObject({
    receipt: '业务提交受理后可以打印',
    refusal: '没有不予受理的情形',
    approval: '尚无办理意见',
    revocation: '业务未撤销',
    answer: '没有异议',
  })
  expect(await words(id, 'correction')).toContain('必传材料缺失：申请书、身份证、户口簿、会议记录（决议）、地块示意图')
  expect(await words(id, 'materials')).toContain('1申请书必须提交未收到')
  expect(await words(id, 'application')).toContain('农村土地承包经营权登记（变更）申请书')
  const refused = await b.call('town')('GET', '/yw-accept/business/paper', {}, { businessId: id, paper: 'receipt' })
  expect([refused.key, refused.msg]).toEqual(['paper-not-yet', '暂不能打印：业务提交受理后可以打印'])
  // a look takes no codes
  expect((await b.db.pool.query('select count(*)::int as n from code_counter')).rows[0].n).toBe(0)
  await b.db.pool.query('update dk set dyzt = 1 where dkbm = $1', [`${FBFBM}00001`])
  expect(await ready(id)).toEqual(['application', 'materials', 'correction', 'refusal'])
  expect(await words(id, 'refusal')).toContain(`地块【${FBFBM}00001】处于抵押状态，不能办理该业务`)
  await b.db.pool.query('update dk set dyzt = null where dkbm = $1', [`${FBFBM}00001`])
  await attachTo(b, id, REGISTER_FILES)
  expect(await ready(id)).toEqual(['application', 'materials'])
})

test('an accepted case has its receipt with the promised day; each print is kept with who printed', async () => {
  const id = await begun(['00002'], 2)
  const { businessCode } = await detail(id)
  const served = async () => (await list(id)).find((p) => p.paper === 'service')?.reason
  expect(await served()).toBe('打印需送达的文书（受理、补正、不予受理、异议、撤销）后可以打印')
  const said = await words(id, 'receipt', true)
  expect(said).toContain(`编号：${businessCode}-03`)
  expect(said).toContain('本业务承诺于2026年03月30日前办结')
  expect(said).toContain('石羊镇人民政府')
  await words(id, 'receipt', true, 'county')
  await words(id, 'receipt')
  // printed once more it is the same receipt, whatever came since
  const [text, kinds] = [await words(id, 'receipt'), (await list(id)).length]
  await attachTo(b, id, ['QT'])
  b.setDay('2026-03-20')
  expect([await words(id, 'receipt'), kinds]).toEqual([text, (await list(id)).length])
  expect(text).toContain('2026年03月02日')
  b.setDay('2026-03-02')
  // whoever receives it signs for it: the paper once, however often it was printed
  expect(await served()).toBe('')
  const proof = await words(id, 'service')
  for (const part of ['送达回证', `受理通知书（回执）${businessCode}-03`, '受送达人张三', '直接送达', '拒收事由']) expect(proof).toContain(part)
  expect(proof.split('受理通知书（回执）')).toHaveLength(2)
  const row = (await list(id)).find((p) => p.paper === 'receipt')
  expect([row?.printed, row?.lastPrinter]).toEqual([2, '县经办'])
  expect((await b.db.pool.query(`select paper, printer from business_paper where "businessId" = $1 order by id`, [id])).rows).toEqual([
    { paper: 'receipt', printer: '镇经办' },
    { paper: 'receipt', printer: '县经办' },
  ])
  await to(id, 'publicity')
  expect(await words(id, 'approval')).toContain('受理登记通过')
  expect((await b.call('admin')('POST', '/yw-accept/business/revoke', { businessId: id, reason: '申请人要求' })).msg).toBe('操作成功')
  expect(await words(id, 'revocation')).toContain('办理过程中因下列原因，决定予以撤销：申请人要求')
})

test('a posting is printed as it was posted and says what changed; notice, confirmation, statements, mandates and the answer to an objection', async () => {
  const id = await begun(['00003'], 3)
  await to(id, 'publicity')
  expect((await list(id)).find((p) => p.paper === 'posting')?.reason).toBe('填写公示后可以打印')
  const publicityId = await publish(id)
  const posted = await words(id, 'posting')
  expect(posted).toContain('公示日期：2026年03月02日至2026年03月16日（共15天）')
  expect(posted).toContain('张三')
  expect(posted).not.toContain('公示后的变化')
  await b.db.pool.query(`update dk set dkmc = '新名', scmjm = '1.60' where dkbm = $1`, [`${FBFBM}00003`])
  const now = await words(id, 'posting')
  expect(now).toContain('地块00003')
  expect(now).toContain(`地块${FBFBM}00003名称由【地块00003】变为【新名】`)
  const changed = await b.call('town', 'en')('GET', '/yw-publicity/publicity/changed', {}, { id: publicityId })
  expect(changed.data.changes).toEqual([`parcel ${FBFBM}00003: name was 地块00003, is 新名`, `parcel ${FBFBM}00003: measured area was 1.50, is 1.60`])
  // what the case changes stands in the last column of both
  expect(posted).toContain('新增承包')
  const second = await words(id, 'posting2')
  const other = await b.call('town')('GET', '/yw-accept/business/paper', {}, { businessId: id, paper: 'posting', ofId: '1' })
  expect(other.code).toBe(404)
  expect([second.includes('（二榜）'), second.includes('新增承包')]).toEqual([true, true])
  const notice = await words(id, 'notice')
  expect(notice).toContain('涉及承包方1户、地块1块、合同面积1.50亩')
  // nothing of a term where none is renewed
  expect([notice.includes('承包期限'), posted.includes('承包期限')]).toEqual([false, false])
  expect(await words(id, 'confirmation')).toContain('农村土地承包经营权公示结果归户表')
  expect(await words(id, 'statements')).toContain('现声明对下列内容无异议')
  expect(await words(id, 'mandates')).toContain('指界委托书')
  const sent = {
    publicityId,
    objector: '李四',
    objectorIdType: '2',
    objectorIdCard: 'A1',
    phone: '13800000001',
    targetCode: `${FBFBM}00003`,
    content: '界线不对',
  }
  const o = await b.call('town')('POST', '/yw-publicity/objection/save', sent)
  expect(await words(id, 'objection')).toContain('异议内容：界线不对')
  const handled = { id: o.data, rev: 1, handleResult: '3', opinion: '经复核界线无误', answerDay: '2026-03-02' }
  expect((await b.call('town')('POST', '/yw-publicity/objection/handle', handled)).msg).toBe('操作成功')
  expect(await words(id, 'answer')).toContain('处理结果：异议不成立。经复核界线无误')
})

test('the notice gives the whole number of the issuer to whoever may see no numbers; no other paper and no list does', async () => {
  const id = await begun(['00009'], 9)
  await to(id, 'publicity')
  const publicityId = await publish(id)
  await b.db.pool.query(`update fbf set lxdh = '19900000003' where fbfbm = $1`, [FBFBM])
  const who = { objector: '李四', objectorIdType: '2', objectorIdCard: 'A12345678', phone: '19900000004', targetCode: `${FBFBM}00009`, content: '界线不对' }
  expect((await b.call('town')('POST', '/yw-publicity/objection/save', { publicityId, ...who })).msg).toBe('操作成功')
  expect(people.town.perms.has('fbf_plain')).toBe(false)
  expect(await words(id, 'notice')).toContain('以书面形式向测试村提出（联系电话19900000003）')
  for (const paper of (await ready(id)).filter((p) => p !== 'notice')) expect([paper, await words(id, paper)].join()).not.toContain('19900000003')
  // the members stand in the list with their numbers masked
  const { obligeIdCard } = application(['00009'], 9)
  for (const paper of ['posting', 'notice', 'confirmation']) expect(await words(id, paper)).not.toContain(obligeIdCard)
})

test('a renewal posts the old and the new term of each household, in the list, the second list and the notice', async () => {
  const plan = { fbfbm: FBFBM, roundNo: 3, fromDay: '2028-10-01', toDay: '2058-09-30', approvedDay: '2026-02-10', planName: '延包方案', reason: '镇政府批准' }
  b.setDay('2026-03-02')
  const submitted = await b.call('town')('POST', '/base-qssj/fbf-plan/submit', plan)
  await attachTo(b, submitted.data, ['fbf_plan'])
  expect((await b.call('county')('POST', '/base-qssj/fbf-plan/confirm', { rev: 1 }, { id: submitted.data })).msg).toBe('操作成功')
  const files = ['SQS', 'CBFSFZ', 'CBFHKB', 'CBHT', 'HYJL', 'DKSYT', 'GSB']
  const { applied, accepted, current } = stories(b, { typeCode: 'contract_renew', name: '延包', files })
  const [one, two, leaves] = [await registered(b, 31, ['00031']), await registered(b, 32, ['00032']), await registered(b, 33, ['00033'])]
  for (const h of [one, two])
    await attachTo(b, String((await b.db.pool.query(`select id from cbf where cbfbm = '${h.cbfbm}'`)).rows[0].id), ['CBFSFZ', 'CBFHKB'])
  const row = async (h: typeof one, more: object = {}) => ({ cbjyqzbm: h.code, djbId: String((await current(h)).id), ybddlx: '1', ...more })
  const person = { cyxm: '新户', cyxb: '1', yhzgx: '02', cyzjlx: '1', cyzjhm: memberId(34, 4), sfgyr: '1' }
  const xz = [
    {
      bh: 'N1',
      cbf: { ...householdFields('新户', person.cyzjhm), jtcyList: [person] },
      dk: [{ dkbm: `${FBFBM}00010`, htmj: '1000.00', htmjm: '1.50', sfqqqg: '2' }],
    },
  ]
  const nh = [await row(one), await row(two), await row(leaves, { ybddlx: '9', byyy: '举家迁出' })]
  const id = await accepted(applied(one, '2', { bgyy: '二轮延包', nh, xz }, '1'))
  await to(id, 'publicity')
  await publish(id)
  const renewed = '承包期限由2028年09月30日延长至2058年09月30日（自2028年10月01日起，第3轮承包期）'
  const anew = '承包期限自2028年10月01日至2058年09月30日（第3轮承包期）'
  for (const paper of ['posting', 'posting2']) {
    const said = await words(id, paper)
    expect([paper, said.split(renewed).length - 1, said.split(anew).length - 1, said.includes(leaves.name)]).toEqual([paper, 2, 1, false])
  }
  expect(await words(id, 'notice')).toContain(
    '延包后的承包期限：第3轮承包期，自2028年10月01日至2058年09月30日（原承包期限至2028年09月30日），2户；第3轮承包期，自2028年10月01日至2058年09月30日（新增承包），1户。',
  )
  // a list that was posted before terms were says nothing of them
  await b.db.pool.query(
    `update publicity set snapshot = jsonb_set(snapshot::jsonb, '{households}', (select jsonb_agg(h - 'term' - 'remark') from jsonb_array_elements(snapshot::jsonb -> 'households') h)) where "businessId" = $1`,
    [id],
  )
  for (const paper of ['posting', 'posting2', 'notice']) expect([paper, (await words(id, paper)).includes('承包期限')]).toEqual([paper, false])
  // first contracts of the other tests begin before this round and would reach into it
  expect((await b.call('county')('POST', '/base-qssj/fbf-plan/undo', { opinion: '方案重拟', rev: 2 }, { id: submitted.data })).msg).toBe('操作成功')
})

test('an objector signs for the answer, the applicant for what is his', async () => {
  const id = await begun(['00005'], 5)
  await to(id, 'publicity')
  const publicityId = await publish(id)
  const who = { objector: '李四', objectorIdType: '2', objectorIdCard: 'A1', phone: '13800000001', targetCode: `${FBFBM}00005`, content: '界线不对' }
  expect((await b.call('town')('POST', '/yw-publicity/objection/save', { publicityId, ...who })).msg).toBe('操作成功')
  await words(id, 'receipt', true)
  await words(id, 'objection', true)
  const proof = await words(id, 'service')
  // the foot of each page says the name of the form once more
  const [applicant, , objector] = proof.split('送达回证').slice(1)
  expect([applicant!.includes('受送达人张三'), applicant!.includes('异议受理通知书')]).toEqual([true, false])
  expect([objector!.includes('受送达人李四'), objector!.includes('异议受理通知书'), objector!.includes('受理通知书（回执）')]).toEqual([true, true, false])
})

test('certificates that a case cancelled are announced; those that it made stand in the register of what was written, with every serial', async () => {
  const { application, accepted } = stories(b, { typeCode: 'contract_cancel', name: '合同注销', files: ['SQS', 'CBFSFZ', 'CBHT', 'CBJYQZ', 'QT', 'GSB'] })
  const h = await registered(b, 8, ['00081'])
  const id = await accepted(await application(h, '1', { zxyy: '自愿交回' }))
  const reasons = async (of: string) => (await list(of)).filter((p) => ['cancellation', 'written'].includes(p.paper)).map((p) => p.reason)
  expect(await reasons(id)).toEqual(['业务办结后可以打印', '业务办结后可以打印'])
  await to(id, 'recheck')
  expect((await step(id, 'county')).msg).toBe('操作成功')
  expect(await reasons(id)).toEqual(['', '本业务的权证尚未缮制'])
  const said = await words(id, 'cancellation', true)
  for (const part of ['农村土地承包经营权证注销公告', '共1本', h.name, h.code, '自愿交回', '2026年03月17日', '县政府']) expect(said).toContain(part)

  const made = await begun(['00006'], 6)
  await finished(made)
  expect(await reasons(made)).toEqual(['本业务没有注销已缮制的权证', '本业务的权证尚未缮制'])
  const { codes } = await detail(made)
  // the registrar of the book stands on the sheet, whoever had the last task
  const { rows: book } = await b.db.pool.query('select dbr from djb where cbjyqzbm = $1', [codes.cbhtbm])
  await b.db.pool.query(`update process_history set "userName" = '签约员' where "businessId" = $1 and action = 'finish'`, [made])
  const { rows: told } = await b.db.pool.query(`select "userName" as name from process_history where "businessId" = $1 and action = 'pass'`, [made])
  const sheet = await words(made, 'approval')
  const passed = told.filter((t) => t.name === book[0].dbr).length
  expect([sheet.includes('签约员'), sheet.split(book[0].dbr).length - 1]).toEqual([false, passed + 1])
  await b.as('town', async (ctx) => {
    const c = await rows.find(ctx, cbjyqz, { cbjyqzbm: codes.cbhtbm, sfzx: 0 })
    const own = { regionCode: c!.regionCode, cbjyqzbm: codes.cbhtbm, cbjyqzId: c!.id, day: '2026-03-17' }
    await rows.insert(ctx, cert_serial, { ...own, serial: '川001', status: '2', reason: '打印错行' })
    await rows.insert(ctx, cert_serial, { ...own, serial: '川002', status: '1' })
  })
  const written = await words(made, 'written')
  for (const part of ['缮证登记表', codes.cbhtbm, '川001', '作废：打印错行', '川002']) expect(written).toContain(part)
})

test('the approval sheet has the opinion of each who countersigned and of whom was asked for one', async () => {
  const id = await begun(['00004'], 4)
  await to(id, 'check')
  const { taskId } = await detail(id)
  await b.db.pool.query(`update process_task set assignee = 13, "assigneeName" = '镇经办二', owner = 12, "ownerName" = '镇经办' where id = $1`, [taskId])
  expect((await b.call('town2')('POST', '/yw-accept/business/opinion', { taskId, result: 'return', comment: '北界待核' })).msg).toBe('操作成功')
  await b.db.pool.query(`update process_task set assignee = null, "assigneeName" = null, "signMode" = 'all', "candidateGroup" = 'town,town' where id = $1`, [
    taskId,
  ])
  expect((await step(id, 'town', { comment: '已核实' })).msg).toBe('操作成功')
  const sheet = await words(id, 'approval')
  for (const part of ['初审受托意见', '北界待核', '初审会签同意', '已核实', '镇经办二']) expect(sheet).toContain(part)
})

test('the approval sheet shows how each has signed by hand at the moment of his opinion, and no hand of who has none', async () => {
  /** Signs by hand: a stroke of this width and height. */
  const writes = async (person: Person, width: number, height: number) => {
    const stroke = `<svg width="500" height="300"><path d="M20 20 l${width} ${height} M20 ${height + 20} l${width} ${-height}" stroke="#123" stroke-width="8"/></svg>`
    const picture = `data:image/png;base64,${(await sharp(Buffer.from(stroke)).png().toBuffer()).toString('base64')}`
    expect((await b.call(person)('POST', '/cpt-user/signature', { picture })).msg).toBe('操作成功')
  }
  /** The pictures of the sheet: whether each is wider than high. */
  const hands = async (id: string): Promise<boolean[]> => {
    const { rawPayload } = await b.raw('town')('GET', '/yw-accept/business/paper', { businessId: id, paper: 'approval' })
    const file = join(folder, 'hands.pdf')
    writeFileSync(file, rawPayload)
    const lines = execFileSync('pdfimages', ['-list', file], { encoding: 'utf8' }).split('\n').slice(2).filter(Boolean)
    return lines.map((l) => l.trim().split(/\s+/)).map((c) => Number(c[3]) > Number(c[4]))
  }
  const id = await begun(['00007'], 7)
  await to(id, 'check')
  expect(await hands(id)).toEqual([])
  // whoever has acted before has no hand there
  b.setDay('2026-03-03')
  await writes('town', 400, 60)
  expect((await step(id, 'town', { comment: '同意' })).msg).toBe('操作成功')
  expect(await hands(id)).toEqual([true])
  // what is written later belongs to later opinions, and who takes his signature away has it on those that he gave
  b.setDay('2026-03-04')
  await writes('town', 40, 200)
  await writes('county', 60, 200)
  expect(await hands(id)).toEqual([true])
  expect((await b.call('town')('POST', '/cpt-user/signature', { picture: '' })).msg).toBe('操作成功')
  expect(await hands(id)).toEqual([true])
  b.setDay('2026-03-02')
  await to(id, 'recheck')
  expect((await step(id, 'county')).msg).toBe('操作成功')
  expect(await hands(id)).toEqual([true, false])
})
