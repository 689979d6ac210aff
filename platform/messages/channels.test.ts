import { afterEach, describe, expect, test } from 'vitest'
import { startCloud, type Cloud, type CloudBehaviour, type CloudKind } from '../../apps/simulators/clouds.server.ts'
import { startMailSimulator, type MailSimulator } from '../../apps/simulators/smtp.server.ts'
import { openOutbound } from '../../runtime/outbound.server.ts'
import { aliyunAuthorization, canonicalQuery } from './aliyun.server.ts'
import { isMailServer, sendMail } from './mail.server.ts'
import { masDigest } from './mas.server.ts'
import { templateFault } from './contents.ts'
import { costOf, paramsInOrder, isOptOut, leavesAt, messageParts, partsSaid, templateOf } from './message.ts'
import { providerOf } from './provider.server.ts'
import { readReceipts } from './receipts.ts'
import { dingTalkSign, sendByRobot } from './robot.server.ts'
import { tencentAuthorization } from './tencent.server.ts'
import { isUnsent } from './wire.server.ts'

const SECRET = 'simulator-secret'
const outbound = openOutbound(['127.0.0.1'])
const open: { close(): Promise<void> }[] = []
const opened = <T extends { close(): Promise<void> }>(s: T): T => (open.push(s), s)
afterEach(() => Promise.all(open.splice(0).map((s) => s.close())))

const message = {
  requestId: '1',
  phone: '13800138000',
  signName: '承包',
  templateId: 'T-9',
  params: { name: "张三 (甲)*'!", day: '5月1日' },
  text: '张三，请于5月1日前签约。',
}
const start = async (kind: CloudKind) => opened(await startCloud(kind, { accessKey: 'demo', secretKey: SECRET, appId: '1400006666' }))
const provider = (kind: CloudKind, sim: Cloud, secretKey = SECRET) =>
  providerOf({ category: kind, endpoint: sim.url, accessKey: 'demo', secretKey, appId: '1400006666' }, outbound)
const soon = (): AbortSignal => AbortSignal.timeout(700)

describe('signatures are those that the services publish as examples', () => {
  test('Aliyun, version 3', () => {
    const empty = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
    const query = canonicalQuery({ RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' })
    const signed = aliyunAuthorization('YourAccessKeyId', 'YourAccessKeySecret', query, {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      'x-acs-action': 'RunInstances',
      'x-acs-content-sha256': empty,
      'x-acs-date': '2023-10-26T10:22:32Z',
      'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
      'x-acs-version': '2014-05-26',
    })
    expect(signed).toMatch(/Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0$/)
  })
  test('Tencent Cloud, TC3', () => {
    const body = String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`
    const o = { secretId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******', secretKey: 'Gu5t9xGARNpq86cd98joQYCN3*******', service: 'cvm', time: 1_551_113_065, body }
    const headers = { host: 'cvm.tencentcloudapi.com', 'content-type': 'application/json; charset=utf-8' }
    expect(tencentAuthorization(o, headers)).toMatch(/Signature=2230eefd229f582d8b1b891af7107b91597240707d778ab3738f756258d7652c$/)
  })
  test('MAS: MD5 of what it names, in its order; DingTalk: the time and the secret', () => {
    expect(masDigest('政企分公司测试', 'demo0', '123qwe', '13800138000', '移动改变生活。', 'DWItALe3A', '')).toHaveLength(32)
    expect(masDigest('a', 'bc')).toBe('900150983cd24fb0d6963f7d28e17f72')
    expect(dingTalkSign('SEC1', 1)).not.toBe(dingTalkSign('SEC1', 2))
  })
})

describe('providers', () => {
  const KINDS = ['aliyun', 'tencent', 'mas'] as const
  test.each(KINDS)('%s takes what is signed, with the words in their places, and refuses another secret', async (kind) => {
    const sim = await start(kind)
    expect(await provider(kind, sim).send(message, soon())).toMatchObject({ accepted: true, id: `${kind}-1` })
    const params = kind === 'aliyun' ? message.params : Object.values(message.params)
    expect(sim.outbox).toEqual([{ id: `${kind}-1`, to: message.phone, template: 'T-9', sign: '承包', params, text: '' }])
    expect((await provider(kind, sim, 'another').send(message, soon())).accepted).toBe(false)
    expect((await provider(kind, sim).send({ ...message, phone: '19900001234' }, soon())).accepted).toBe(false)
    expect(sim.outbox).toHaveLength(1)
  })
  test('MAS sends words where there is no template', async () => {
    const sim = await start('mas')
    expect((await provider('mas', sim).send({ ...message, templateId: '-' }, soon())).accepted).toBe(true)
    expect(sim.outbox[0]).toMatchObject({ template: '', text: message.text })
  })
  test('by which template a message leaves: its own, that of the configuration for codes alone, and none where words are known', () => {
    const of = (category: string | null, templateId: string, own = '', contentCode: string | null = 'POSTING') =>
      templateOf({ category, templateId }, { contentCode, templateId: own })
    for (const kind of KINDS) expect([of(kind, 'T-code', '', 'validate'), of(kind, 'T-code', 'T-9'), of(kind, 'T-code')]).toEqual(['T-code', 'T-9', undefined])
    expect([of('aliyun', 'T-code', '-'), of('tencent', '-', '', 'validate')]).toEqual([undefined, undefined])
    expect([of('mas', '-'), of('mas', '-', '', 'validate'), of('mas', 'T-code', '-'), of('mas', '-', 'T-9')]).toEqual(['', '-', '-', 'T-9'])
    expect([of('http', 'T-code'), of(null, 'T-code', '', null), of('http', 'T-code', '', 'validate')]).toEqual(['', '', 'T-code'])
  })
  const FAULTS: readonly CloudBehaviour[] = ['refuses', 'noPage', 'unsure', 'fails', 'garbles', 'cuts', 'takesAndCuts', 'silent']
  // another site that answers in its place, or a gateway before it, took nothing
  const REFUSES: readonly CloudBehaviour[] = ['refuses', 'noPage']
  test.each(KINDS)(
    '%s: of eight faults only a refusal is an answer, its own or that of a page that is not there; nobody takes another for one that was not sent',
    async (kind) => {
      const sim = await start(kind)
      for (const fault of FAULTS) {
        sim.behaviour = fault
        const said = await provider(kind, sim)
          .send(message, soon())
          .then(
            (a) => (a.accepted ? 'taken' : 'refused'),
            (e: unknown) => (isUnsent(e) ? 'unsent' : 'unknown'),
          )
        expect([fault, said]).toEqual([fault, REFUSES.includes(fault) ? 'refused' : 'unknown'])
      }
      expect(sim.calls).toBe(FAULTS.length)
      await sim.close()
      const gone = await provider(kind, sim).send(message, soon()).catch(isUnsent)
      expect(gone).toBe(true)
    },
  )
})

describe('robots', () => {
  const robot = (kind: 'wecom' | 'dingtalk', sim: Cloud, secretKey = SECRET) => ({
    category: kind,
    endpoint: `${sim.url}/robot/send`,
    account: 'demo',
    secretKey,
  })
  test.each(['wecom', 'dingtalk'] as const)('%s writes to its group and calls people; another key is refused', async (kind) => {
    const sim = await start(kind)
    const word = { text: '有新的待办', mobiles: ['13800138000'] }
    expect((await sendByRobot(robot(kind, sim), word, outbound, soon())).accepted).toBe(true)
    expect(sim.outbox).toMatchObject([{ to: '13800138000', text: '有新的待办' }])
    expect((await sendByRobot(robot(kind, sim, 'x'), word, outbound, soon())).accepted).toBe(false)
    sim.behaviour = 'refuses'
    expect((await sendByRobot(robot(kind, sim), word, outbound, soon())).accepted).toBe(false)
    sim.behaviour = 'noPage'
    expect(await sendByRobot(robot(kind, sim), word, outbound, soon())).toEqual({ accepted: false, id: '', message: 'HTTP 404' })
    for (const fault of ['unsure', 'fails', 'garbles', 'cuts', 'takesAndCuts', 'silent'] as const) {
      sim.behaviour = fault
      await expect(sendByRobot(robot(kind, sim), word, outbound, soon()), fault).rejects.toThrow(/./)
    }
    expect(sim.outbox).toHaveLength(2)
  })
})

describe('mail', () => {
  const mail = { requestId: '7', to: 'zhang@example.org', subject: '待办：审核', text: '有新的待办' }
  const server = (sim: MailSimulator, secretKey = SECRET) => ({ endpoint: sim.url, account: 'demo', secretKey, sender: 'office@example.org' })
  test('arrives by SMTP with its number; a wrong password, an unknown receiver and a busy server are answers', async () => {
    const sim = opened(await startMailSimulator({ user: 'demo', password: SECRET }))
    expect((await sendMail(server(sim), mail, outbound)).accepted).toBe(true)
    expect(sim.outbox[0]).toMatchObject({ from: 'office@example.org', to: ['zhang@example.org'] })
    expect(sim.outbox[0]!.data).toContain('<7@chengbao>')
    expect((await sendMail(server(sim, 'wrong'), mail, outbound)).accepted).toBe(false)
    for (const fault of ['refuses', 'busy'] as const) {
      sim.behaviour = fault
      expect([fault, (await sendMail(server(sim), mail, outbound)).accepted]).toEqual([fault, false])
    }
    sim.behaviour = 'takesAndCuts'
    expect(await sendMail(server(sim), mail, outbound).catch(isUnsent)).toBe(false)
    expect(sim.outbox).toHaveLength(2)
  })
  test('of a server that was never ready to take it, a mail was sent to nobody: cut before the greeting, none, TLS that it does not speak or never ends', async () => {
    const sim = opened(await startMailSimulator({ user: 'demo', password: SECRET }))
    const hasty = openOutbound(['127.0.0.1'], 300)
    for (const [fault, scheme] of [
      ['cuts', 'smtp'],
      ['silent', 'smtp'],
      // it says words where a handshake should be, and nothing at all
      ['takes', 'smtps'],
      ['silent', 'smtps'],
      ['cuts', 'smtps'],
      ['cutsTls', 'smtp'],
    ] as const) {
      sim.behaviour = fault
      const unsent = await sendMail({ ...server(sim), endpoint: sim.url.replace('smtp', scheme) }, mail, hasty).catch(isUnsent)
      expect([fault, scheme, unsent]).toEqual([fault, scheme, true])
    }
    expect(sim.outbox).toEqual([])
  })
  test('goes to no machine of the own network that the site does not name', async () => {
    await expect(sendMail({ endpoint: 'smtp://127.0.0.1:25', sender: 'a@b.cn' }, mail, openOutbound([]))).rejects.toThrow('不允许访问该地址')
    expect(['smtp://mail.example.org', 'smtps://a:465', 'http://a', 'smtp://u:p@a', 'smtp://a/b'].map(isMailServer)).toEqual([true, true, false, false, false])
  })
})

test('what can wait leaves after the quiet hours, over midnight too', () => {
  const at = (now: string, from: number, to: number) => leavesAt(now, { from, to })
  expect(at('2026-02-28 20:59:59', 21, 8)).toBe('2026-02-28 20:59:59')
  expect(at('2026-02-28 21:00:00', 21, 8)).toBe('2026-03-01 08:00:00')
  expect(at('2026-03-01 07:59:59', 21, 8)).toBe('2026-03-01 08:00:00')
  expect(at('2026-03-01 08:00:00', 21, 8)).toBe('2026-03-01 08:00:00')
  expect(at('2026-03-01 12:30:00', 12, 14)).toBe('2026-03-01 14:00:00')
  expect(at('2026-03-01 12:30:00', 12, 12)).toBe('2026-03-01 12:30:00')
})
test('a message is charged by parts of 70 signs, longer ones of 67, with its signature; a part costs what it costs, and nothing is rounded', () => {
  const parts = (n: number) => messageParts('字'.repeat(n), '承包')
  expect([0, 66, 67, 130, 131, 197, 198].map(parts)).toEqual([1, 1, 2, 2, 3, 3, 4])
  // a sign beyond the plane that phones know takes two places
  expect([messageParts('𠀀'.repeat(33), '承包'), messageParts('𠀀'.repeat(34), '承包')]).toEqual([1, 2])
  expect([costOf('4.55', 3), costOf('0.1', 3), costOf('4', 1), costOf('999.99', 100), costOf(null, 1), costOf('4', null)]).toEqual([
    '13.65',
    '0.30',
    '4.00',
    '99999.00',
    null,
    null,
  ])
  expect([partsSaid('2'), partsSaid(3), ...['0', '1.5', -1, 101, 'x', undefined, null, {}].map(partsSaid)]).toEqual([2, 3, ...Array(8).fill(undefined)])
})
test('values stand in the order of the template', () => {
  expect(Object.values(paramsInOrder('{b}在{a}，{b}', { a: '甲', b: '乙', c: '丙' }))).toEqual(['乙', '甲'])
})
test('receipts and replies are read in the words of each provider; anything else is left out', () => {
  expect(
    readReceipts('aliyun', [
      { biz_id: 'b1', success: true, err_code: 'DELIVERED', out_id: '1', sms_size: '2' },
      { phone_number: '13800138000', content: 'TD' },
      7,
    ]),
  ).toEqual({ receipts: [{ providerId: 'b1', requestId: '1', isArrived: true, word: 'DELIVERED', parts: 2 }], replies: [{ phone: '13800138000', text: 'TD' }] })
  expect(
    readReceipts('tencent', [
      { sid: 's1', report_status: 'FAIL', errmsg: 'MK:0001', mobile: '13800138000' },
      { mobile: '+8613800138000', text: '退订' },
    ]),
  ).toEqual({ receipts: [{ providerId: 's1', isArrived: false, word: 'MK:0001' }], replies: [{ phone: '13800138000', text: '退订' }] })
  expect(readReceipts('mas', { msgGroup: 'g', reportStatus: 'CM:0000', errorCode: '' }).receipts).toEqual([
    { providerId: 'g', isArrived: true, word: 'CM:0000' },
  ])
  expect(
    readReceipts('aliyun', [
      { biz_id: '', success: true, out_id: '1' },
      { biz_id: '', success: true },
    ]).receipts.map((r) => r.requestId),
  ).toEqual(['1'])
  expect(readReceipts('mas', { mobile: 'x', smsContent: 'TD' })).toEqual({ receipts: [], replies: [] })
  expect(['TD', ' t ', '退订', 'N.', '不要', 'TD1'].map(isOptOut)).toEqual([true, true, true, true, false, false])
})
test('a template is refused for a name that is broken or that nobody fills, and the refusal says which', () => {
  const said = (code: string, text: string) => templateFault(code, text)?.zh
  for (const text of ['{code}：{type}已办结', '已办结', '{type}{type}']) expect([text, said('CASE_DONE', text)]).toEqual([text, undefined])
  expect(said('CASE_DONE', '{code}{name}{day}')).toBe('没有模板变量{name}、{day}，该短信可用：{type}、{code}')
  expect(templateFault('SIGN_REMIND', '{x}')?.en).toBe('There is no {x} in this message; it has {cbfmc}, {fbfmc}')
  // of the office's own messages whoever sends one says what its names are
  expect(said('own', '{anything}')).toBeUndefined()
  for (const [text, broken] of [
    ['{code', '{code'],
    ['code}', '}'],
    ['{ code }', '{ code }'],
    ['{编号}', '{编号}'],
    ['{}', '{}'],
    ['{__proto__}', '{__proto__}'],
    ['${code}', '${code}'],
    ['{{code}}', '{ }'],
  ])
    for (const code of ['CASE_DONE', 'own'])
      expect([code, text, said(code, text!)]).toEqual([code, text, `模板变量“${broken}”书写有误，应为{变量名}，变量名用字母、数字或下划线，且不以下划线开头`])
})
test('a simulator does from now on what it is told over HTTP, and says what it knows', async () => {
  const sim = await start('aliyun')
  const tell = async (behaviour: string) => {
    const r = await fetch(`${sim.url}/simulator`, { method: 'POST', body: JSON.stringify({ behaviour }) })
    return [r.status, sim.behaviour]
  }
  expect([await tell('overQuota'), await tell('dances'), await tell('takes')]).toEqual([
    [200, 'overQuota'],
    [400, 'overQuota'],
    [200, 'takes'],
  ])
})
