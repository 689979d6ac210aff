import { weekdayOf } from '../../../outside/citizens/flow.ts'
import { dept } from '../../../platform/definitions/system.ts'
import { PLACES } from '../../../platform/seed/places.ts'
import { deptId } from '../../../platform/seed/seed.server.ts'
import { PLATFORM_TENANT } from '../../../platform/seed/tenant-codes.ts'
import type { Application } from '../app.server.ts'
import { demoCalls, demoDay } from './calls.server.ts'

const { town, village } = PLACES
const WEEK = ['1', '2', '3', '4', '5']
const SLOTS = ['09:00-10:00', '10:00-11:00', '14:00-15:00', '15:00-16:00']
const QUESTIONS = [
  [
    '延包以后承包期到哪一年？',
    '听说二轮到期后再延长三十年，想问我家的合同到哪年？',
    '二轮承包到期后再延长三十年。您所在村二轮承包期至2028年9月30日，延包合同期限至2058年9月30日。',
  ],
  [
    '分户要带哪些材料？',
    '家里老二结婚单过，想把承包地分开，要带什么？',
    '请带户口簿、全部共有人身份证、分户协议（全体共有人签字）和原承包经营权证，到镇便民服务中心办理。',
  ],
  ['经营权证遗失怎么补？', '证书搬家时丢了，怎么补办？', null],
] as const
const GUIDES = [
  [
    'contract_sign',
    '承包合同签订办事指南',
    '1. 承包方申请；2. 村组核实；3. 公示；4. 签订合同；5. 登记发证。\n办理时限：公示期满后20个工作日。',
    '申请人须为户主或全体共有人委托的代理人。',
  ],
  [
    'change_split',
    '分户变更办事指南',
    '1. 提交分户协议；2. 村组核实；3. 签订新合同；4. 变更登记。\n办理时限：15个工作日。',
    '分户协议须由全体共有人签字；有抵押的，须先征得抵押权人同意。',
  ],
] as const

/** The next Tuesday after today, yyyy-MM-dd. */
function nextTuesday(): string {
  const ahead = [1, 2, 3, 4, 5, 6, 7].map((n) => demoDay(n))
  return ahead.find((day) => weekdayOf(day) === '2')!
}

/** What the citizens' page shows on a first start: hours, guides, a policy, questions with answers, an offer of land and an appointment. Nothing where there are guides already. */
export async function demonstrateCitizens(a: Application): Promise<void> {
  const call = demoCalls(a)
  if ((await call('county', '/app/application/guide/page', { size: 1, current: 1 })).total > 0) return
  for (const [sort, [type, title, content, notice]] of GUIDES.entries())
    await call('county', '/app/application/guide/save', { type, title, content, notice, sort: sort + 1, status: '1' })
  await call('county', '/usr/policy/save', {
    title: '关于做好第二轮土地承包到期后再延长三十年工作的通知',
    policyType: '1',
    origin: '安岳县农业农村局（示例）',
    docNo: '示例〔2026〕1号',
    publishDate: demoDay(-30),
    content: '保持农村土地承包关系稳定并长久不变，第二轮土地承包到期后再延长三十年。坚持延包原则，不得将承包地打乱重分。',
    status: '1',
  })
  for (const weekday of WEEK) for (const slot of SLOTS) await call('town', '/usr/reserve-slot/submit', { regionCode: town, weekday, slot, capacity: 4 })
  for (const [n, [title, content, reply]] of QUESTIONS.entries()) {
    const id = await call('village', '/usr/inquire/submit', { title, content, regionCode: village, person: `村民${'甲乙丙'[n]}`, phone: `1990000200${n}` })
    // each is new: nobody has changed it
    if (reply) await call('town', '/usr/inquire/reply', { id, rev: 1, reply })
  }
  // who comes to the window reads its telephone: one that rings nowhere
  const office = await call('admin', '/cpt-system/dept/detail', { id: deptId(PLATFORM_TENANT, 'town') })
  const form = Object.fromEntries(Object.keys(dept.fields).map((n) => [n, office[n]]))
  await call('admin', '/cpt-system/dept/submit', { ...form, id: office.id, rev: office.rev, officePhone: '028-00000000' })
  // two of the next Tuesday's places are taken
  const day = nextTuesday()
  for (const [n, matter] of ['contract_sign', 'change_split'].entries())
    await call('town', '/usr/reserve/submit', { regionCode: town, day, slot: SLOTS[n], matter, person: `村民${'戊己'[n]}`, phone: `1990000201${n}` })
  const id = await call('town', '/usr/demand/submit', {
    title: '转出水田3.5亩',
    demandType: '1',
    regionCode: village,
    mj: '3.50',
    price: '500.00',
    untilDay: demoDay(180),
    content: '玉顶村二组，靠近村道，灌溉方便，可整片流转。',
    person: '村民丁',
    phone: '19900002003',
    commit: 1,
  })
  await call('county', '/usr/demand/audit', { id, rev: 1, pass: 1 })
}
