import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startCloud, type Cloud } from '../../apps/simulators/clouds.server.ts'
import { startMailSimulator, type MailSimulator } from '../../apps/simulators/smtp.server.ts'
import { startSmsSimulator, type SmsSimulator } from '../../apps/simulators/sms.server.ts'
import { entries } from '../../kit/model/resource.ts'
import type { Ctx } from '../../kit/server/ctx.server.ts'
import { contextFor, type JobRun } from '../../runtime/jobs.server.ts'
import { systemWho } from '../../runtime/maintenance.server.ts'
import { isPublicAddress, openOutbound } from '../../runtime/outbound.server.ts'
import { openSealer } from '../../runtime/seal.server.ts'
import { keepSecret } from '../../runtime/sealed.server.ts'
import { isSigned, signedHeaders } from '../../runtime/signature.server.ts'
import { world, type Client, type World } from '../../tests/world.ts'
import { smsJob } from './deliver.server.ts'
import { filled, holes } from './message.ts'
import { PARAMS } from '../settings/params.ts'
import { queueMail, queueMessage, queueRobots, type SmsParts } from './send.server.ts'
import { message_outlet, sms, sms_content, sms_opt_out } from './sms.ts'

const SECRET = 'simulator-secret'
test('a template is filled by name, and a name without a value is seen', () => {
  expect([filled('{a}和{b}', { a: '甲' }), holes('{a}{b}{a}'), filled('{constructor}', {})]).toEqual(['甲和{b}', ['a', 'b'], '{constructor}'])
})
test('a signature is of one call, one secret and now', () => {
  const call = { appId: 'a', secret: SECRET, algorithm: 'HMAC-SM3', method: 'POST', path: '/send', body: '{}' } as const
  const h = signedHeaders(call, 1_700_000_000_000, '0123456789abcdef')
  expect(isSigned(call, h, 1_700_000_000_000 + 299_000)).toBe(true)
  for (const wrong of [
    { ...call, body: '{ }' },
    { ...call, path: '/sent' },
    { ...call, secret: 'x' },
    { ...call, algorithm: 'HMAC-SHA256' as const },
  ])
    expect(isSigned(wrong, h, 1_700_000_000_000)).toBe(false)
  expect(isSigned(call, h, 1_700_000_000_000 + 301_000)).toBe(false)
})
describe('calls to other machines', () => {
  test('know the addresses of the public network', () => {
    for (const ip of [
      '127.0.0.1',
      '10.0.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fe80::1',
      'fc00::1',
      '::ffff:127.0.0.1',
      '2002:7f00:1::',
      '64:ff9b::7f00:1',
      'x',
      '',
    ])
      expect([ip, isPublicAddress(ip)]).toEqual([ip, false])
    for (const ip of ['1.1.1.1', '172.32.0.1', '100.128.0.1', '2400:3200::1']) expect([ip, isPublicAddress(ip)]).toEqual([ip, true])
  })
  test('are refused to the own machine and network, other schemes, ports and credentials', async () => {
    const door = openOutbound([])
    for (const url of [
      'http://example.org/',
      'https://127.0.0.1/',
      'https://127.0.0.1:8443/',
      'https://[::1]/',
      'https://[::ffff:7f00:1]/',
      'https://localhost/',
      'https://2130706433/',
      'https://0x7f.1/',
      'https://u:p@example.org/',
      'ftp://example.org/',
      'file:///etc/passwd',
      'gopher://x',
      'x',
    ])
      await expect(door.call(url, { method: 'GET' }), url).rejects.toThrow(/不允许访问该地址|没有应答/)
    await expect(door.call('https://127.0.0.1/', { method: 'GET' })).rejects.toThrow('不允许访问该地址')
    await expect(openOutbound(['127.0.0.1:1']).call('http://127.0.0.1:2/', { method: 'GET' })).rejects.toThrow('不允许访问该地址')
  })
})

describe('messages over HTTP', () => {
  let w: World, admin: Client, village: Client, other: Client, sim: SmsSimulator
  beforeAll(async () => {
    w = await world()
    // nine in the morning: no day ends while codes are counted
    w.setNow('2026-06-01')
    ;[admin, village, other] = [await w.as('admin'), await w.as('village'), await w.as('other')]
    sim = await startSmsSimulator({ accessKey: 'demo', secretKey: SECRET })
    w.jobs.start()
  })
  afterAll(async () => {
    await w?.end()
    await sim?.close()
  })
  const ok = (a: { code: number; msg: string; data: any }) => {
    expect([a.code, a.msg]).toEqual([200, '操作成功'])
    return a.data
  }
  const history = async (id?: string) =>
    id ? ok(await admin.get('/sms/message/history/detail', { id })) : ok(await admin.get('/sms/message/history/page', { size: 100 })).records
  const provider = (o: Record<string, unknown> = {}) => ({
    category: 'http',
    smsCode: 'sim',
    endpoint: sim.url,
    accessKey: 'demo',
    signName: '承包',
    templateId: 'T-code',
    secretKey: SECRET,
    ...o,
  })

  test('without an enabled provider nothing is taken, and it is said at once', async () => {
    const refused = [
      await admin.post('/sms/message/history/submit', { phone: '13800138000', content: '您好' }),
      await village.post('/cpt-resource/sms/endpoint/send-validate', { phone: '13800138000' }),
    ]
    for (const a of refused) expect([a.code, a.key, a.msg]).toEqual([409, 'sms-provider', '未启用短信配置，短信不能发送'])
    expect(await history()).toEqual([])
  })
  test('a configuration is tried before it is enabled: the message arrives, or the person learns why not', async () => {
    const test = (id: string, phone = '13800138009') => admin.post('/cpt-resource/sms/test', {}, { id, phone })
    const bare = ok(await admin.post('/cpt-resource/sms/submit', provider({ smsCode: 'keyless', secretKey: '' })))
    expect((await test(bare)).key).toBe('sms-secret')
    const wrong = ok(await admin.post('/cpt-resource/sms/submit', provider({ smsCode: 'mistyped', secretKey: 'another' })))
    expect((await test(wrong)).key).toBe('sms-failed')
    const good = ok(await admin.post('/cpt-resource/sms/submit', provider({ smsCode: 'tried', regionId: 'cn-west' })))
    expect((await test(good, '12')).code).toBe(400)
    ok(await test(good))
    expect(sim.outbox.at(-1)).toMatchObject({ phone: '13800138009', text: '承包测试短信', regionId: 'cn-west' })
    expect((await history()).map((h: any) => `${h.status} ${h.phone}`).sort()).toEqual(['1 138****8009', '2 138****8009'])
    // of a trial that broke off nobody knows whether it arrived; one that reached nobody has failed
    sim.behaviour = 'fails'
    expect(await test(good, '13800138008')).toMatchObject({ status: 503, key: 'sms-test-unknown', msg: '发送中断，测试消息是否送达不明，请核实' })
    sim.behaviour = 'takes'
    const open = (await history()).find((h: any) => h.phone === '138****8008')
    expect(open).toMatchObject({ status: '5', parts: 1, cost: null, answer: '发送中断，是否送达不明，请核实后再重发' })
    const unreached = ok(await admin.post('/cpt-resource/sms/submit', provider({ smsCode: 'nobody', endpoint: 'http://127.0.0.1:9' })))
    expect((await test(unreached, '13800138007')).key).toBe('sms-failed')
    expect((await history()).find((h: any) => h.phone === '138****8007').status).toBe('2')
    for (const id of [bare, wrong, good, unreached]) ok(await admin.post('/cpt-resource/sms/remove', {}, { ids: id }))
    ok(await admin.post('/sms/message/history/remove', {}, { ids: (await history()).map((h: any) => h.id).join(',') }))
  })
  test('a template with a broken name, or one that nobody fills, is saved by no door; what stood so before is switched off all the same', async () => {
    const at = (door: string) => `/sms/message/content/config/${door}`
    const content = { contentCode: 'CASE_DONE', contentName: '办结', content: '{code}已办结', templateId: 'T-1', isEnabled: 1 }
    let id = ''
    for (const door of ['save', 'submit', 'update']) {
      if (door === 'update') id = ok(await admin.post(at('save'), content))
      for (const [text, why] of [
        ['{code}{nmae}', '没有模板变量{nmae}，该短信可用：{type}、{code}'],
        ['{code', '模板变量“{code”书写有误，应为{变量名}，变量名用字母、数字或下划线，且不以下划线开头'],
      ]) {
        const said = await admin.post(at(door), { ...content, content: text, ...(id ? { id } : {}) })
        expect([door, said.status, said.msg]).toEqual([door, 400, why])
      }
    }
    // of the office's own codes whoever sends one fills the names, but for this one, which no call has a value under
    for (const door of ['save', 'submit'])
      expect((await admin.post(at(door), { ...content, contentCode: 'own', content: '{__proto__}' })).msg).toContain('“{__proto__}”书写有误')
    // a code that comes to a text is judged with it
    const other = ok(await admin.post(at('save'), { ...content, contentCode: 'own', content: '{day}' }))
    expect((await admin.post(at('update'), { ...content, id: other, content: '{day}', contentCode: 'POSTING' })).msg).toContain('没有模板变量{day}')
    await w.db.pool.query(`update sms_content set content = '{old' where id = $1`, [id])
    ok(await admin.post(at('update'), { ...content, id, content: '{old', isEnabled: 0 }))
    for (const gone of [id, other]) ok(await admin.post(at('remove'), {}, { ids: gone }))
  })
  test('a message made from a content arrives; the history has the number masked, and a failed one is sent again', async () => {
    const id = ok(await admin.post('/cpt-resource/sms/submit', provider()))
    expect(JSON.stringify(await admin.get('/cpt-resource/sms/list'))).not.toContain(SECRET)
    ok(await admin.post('/cpt-resource/sms/enable', {}, { id }))
    ok(
      await admin.post('/sms/message/content/config/save', {
        contentCode: 'remind',
        contentName: '签约提醒',
        content: '{name}，请于{day}前签约。',
        templateId: 'T-9',
      }),
    )
    const sent = ok(await admin.post('/sms/message/history/submit', { phone: '13800138000', contentCode: 'remind', params: { name: '张三', day: '5月1日' } }))
    await w.jobs.idle()
    expect(await history(sent)).toMatchObject({ status: '1', phone: '138****8000', content: '张三，请于5月1日前签约。', providerId: 'sim-2' })
    expect(sim.outbox.at(-1)).toMatchObject({ phone: '13800138000', text: '张三，请于5月1日前签约。', templateId: 'T-9', signName: '承包', requestId: sent })
    const dump = (
      await w.db.pool.query(
        `select h::text || coalesce((select string_agg(s::text, '') from sealed_secret s), '') || coalesce((select string_agg(j::text, '') from job j), '') as t from sms_history h`,
      )
    ).rows
    expect(JSON.stringify(dump)).not.toContain('13800138000')
    expect((await admin.post('/sms/message/history/submit', { phone: '13800138000', contentCode: 'remind', params: { name: '张三' } })).msg).toBe(
      '缺少参数：day',
    )
    // a name that is filled with nothing is not filled; one that the template has not is told with those that it has
    const given = async (params: object) => (await admin.post('/sms/message/history/submit', { phone: '13800138000', contentCode: 'remind', params })).msg
    expect(await given({ name: ' ', day: '5月1日' })).toBe('缺少参数：name')
    expect(await given({ name: '张三', day: '5月1日', nobody: 'x' })).toBe('没有模板变量{nobody}，该短信可用：{name}、{day}')
    expect((await admin.post('/sms/message/history/submit', { id: sent, phone: '13800138000', content: 'x' })).code).toBe(409)
    expect((await admin.post('/sms/message/history/resend', {}, { id: sent })).code).toBe(409)
    sim.behaviour = 'fails'
    const failed = ok(await admin.post('/sms/message/history/submit', { phone: '13800138001', content: '您好' }))
    await w.jobs.idle()
    expect((await history(failed)).status).toBe('5')
    sim.behaviour = 'takes'
    // it may have arrived: a person says that he found out
    expect((await admin.post('/sms/message/history/resend', {}, { id: failed })).key).toBe('sms-unknown')
    ok(await admin.post('/sms/message/history/resend', {}, { id: failed, sure: 1 }))
    await w.jobs.idle()
    expect((await history(failed)).status).toBe('1')
    const refused = ok(await admin.post('/sms/message/history/submit', { phone: '19900001234', content: '您好' }))
    await w.jobs.idle()
    expect(await history(refused)).toMatchObject({ status: '2', answer: '号码不存在' })
    expect((await other.get('/sms/message/history/detail', { id: sent })).code).toBe(404)
  })
  test('a code is taken once, with its own request and number, within five tries; it is nowhere in the database', async () => {
    const phone = '13900139000'
    const { id } = ok(await village.post('/cpt-resource/sms/endpoint/send-validate', { phone }))
    await w.jobs.idle()
    const code = sim.outbox.at(-1)!.params.code!
    expect(code).toMatch(/^\d{6}$/)
    for (const table of ['sms_code', 'sms_history', 'job', 'sealed_secret', 'audit_event'])
      expect([table, JSON.stringify((await w.db.pool.query(`select t::text from ${table} t`)).rows).includes(`"${code}"`)]).toEqual([table, false])
    expect((await history()).some((h: any) => h.content.includes(code))).toBe(false)
    const check = (o: Record<string, string>) => village.post('/cpt-resource/sms/endpoint/validate-message', { id, phone, value: code, ...o })
    expect((await check({ phone: '13900139001' })).code).toBe(400)
    expect((await check({ value: code === '000000' ? '000001' : '000000' })).msg).toBe('短信验证码不正确或已失效')
    expect((await other.post('/cpt-resource/sms/endpoint/validate-message', { id, phone, value: code })).code).toBe(400)
    expect((await check({})).code).toBe(200)
    expect((await check({})).code).toBe(400)
    expect((await village.post('/cpt-resource/sms/endpoint/send-validate', { phone })).code).toBe(429)
    expect((await village.post('/cpt-resource/sms/endpoint/send-validate', { phone: '123' })).code).toBe(400)
    expect((await w.nobody.post('/cpt-resource/sms/endpoint/send-validate', { phone })).code).toBe(401)
  })
  test('five wrong tries spend a code', async () => {
    const phone = '13900139002'
    const { id } = ok(await village.post('/cpt-resource/sms/endpoint/send-validate', { phone }))
    await w.jobs.idle()
    const code = sim.outbox.at(-1)!.params.code!
    const check = (value: string) => village.post('/cpt-resource/sms/endpoint/validate-message', { id, phone, value })
    for (let i = 0; i < 5; i++) expect((await check(code === '111111' ? '222222' : '111111')).code).toBe(400)
    expect((await check(code)).code).toBe(400)
  })
  test('five codes a number and day, one a minute, and each ends after five minutes', async () => {
    const phone = '13900139003'
    const send = () => village.post('/cpt-resource/sms/endpoint/send-validate', { phone })
    const age = (minutes: number) =>
      w.db.pool.query(`update sms_code set "createTime" = "createTime" - make_interval(mins => $1), expires = expires - make_interval(mins => $1)`, [minutes])
    const answers: number[] = []
    let last = ''
    for (let i = 0; i < 6; i++) {
      const a = await send()
      answers.push(a.code)
      if (a.code === 200) last = a.data.id
      // minutes pass, but not the day
      await w.db.pool.query(`update sms_limit set "lastTime" = "lastTime" - interval '2 minutes'`)
    }
    expect(answers).toEqual([200, 200, 200, 200, 200, 429])
    await w.jobs.idle()
    const code = sim.outbox.findLast((m) => m.phone === phone)!.params.code!
    await age(6)
    expect((await village.post('/cpt-resource/sms/endpoint/validate-message', { id: last, phone, value: code })).code).toBe(400)
  })
  test('two requests at the same moment send one code', async () => {
    const both = await Promise.all([1, 2].map(() => village.post('/cpt-resource/sms/endpoint/send-validate', { phone: '13900139004' })))
    expect(both.map((a) => a.code).sort()).toEqual([200, 429])
  })
  test('of thirty requests from one address at the same moment twenty an hour are sent', async () => {
    await w.db.pool.query('delete from sms_code')
    const phones = Array.from({ length: 30 }, (_, i) => `139002${String(i).padStart(5, '0')}`)
    const all = await Promise.all(phones.map((phone) => village.post('/cpt-resource/sms/endpoint/send-validate', { phone })))
    expect(all.map((a) => a.code).sort()).toEqual([...Array(20).fill(200), ...Array(10).fill(429)])
    await w.jobs.idle()
    await w.db.pool.query('delete from sms_code')
  })
  test('a provider with another secret, or none, is not called as ours', async () => {
    const id = ok(await admin.post('/cpt-resource/sms/submit', provider({ smsCode: 'wrong', secretKey: 'another' })))
    ok(await admin.post('/cpt-resource/sms/enable', {}, { id }))
    const before = sim.outbox.length
    const sent = ok(await admin.post('/sms/message/history/submit', { phone: '13800138002', content: '您好' }))
    await w.jobs.idle()
    expect([(await history(sent)).status, sim.outbox.length]).toEqual(['2', before])
    const bare = ok(await admin.post('/cpt-resource/sms/submit', provider({ smsCode: 'bare', secretKey: '' })))
    expect((await admin.post('/cpt-resource/sms/enable', {}, { id: bare })).code).toBe(409)
  })

  describe('by several providers', () => {
    let [main, spare]: (Cloud | undefined)[] = []
    const [code, phone] = [{ main: 'ali', spare: 'tx' }, '13700137000']
    beforeAll(async () => {
      main = await startCloud('aliyun', { accessKey: 'demo', secretKey: SECRET })
      spare = await startCloud('tencent', { accessKey: 'demo', secretKey: SECRET, appId: '1400006666' })
      const id = ok(await admin.post('/cpt-resource/sms/submit', provider({ category: 'aliyun', smsCode: code.main, endpoint: main.url, dailyQuota: 3 })))
      ok(await admin.post('/cpt-resource/sms/enable', {}, { id }))
      ok(
        await admin.post(
          '/cpt-resource/sms/submit',
          provider({ category: 'tencent', smsCode: code.spare, endpoint: spare.url, appId: '1400006666', fallbackOrder: 1 }),
        ),
      )
    })
    afterAll(async () => {
      await main?.close()
      await spare?.close()
    })
    const send = async (to = phone) => {
      const id = ok(await admin.post('/sms/message/history/submit', { phone: to, contentCode: 'remind', params: { day: '5月1日', name: '张三' } }))
      await w.jobs.idle()
      return history(id)
    }
    test('a refusal goes on to the one that stands by, with the values in the order of the template; a broken call to nobody', async () => {
      expect(await send()).toMatchObject({ status: '1', providerCode: code.main, channel: 'sms' })
      main!.behaviour = 'refuses'
      expect(await send()).toMatchObject({ status: '1', providerCode: code.spare })
      expect(spare!.outbox.at(-1)).toMatchObject({ to: phone, params: ['张三', '5月1日'] })
      main!.behaviour = 'takesAndCuts'
      const taken = [main!.outbox.length, spare!.outbox.length]
      const open = await send()
      expect([open.status, open.answer]).toEqual(['5', '发送中断，是否送达不明，请核实后再重发'])
      expect([main!.outbox.length, spare!.outbox.length]).toEqual([taken[0]! + 1, taken[1]!])
      main!.behaviour = 'takes'
    })
    test('a day has so many messages of a provider; those after them go by the next', async () => {
      expect([main!.calls, (await send()).providerCode, main!.calls]).toEqual([3, code.spare, 3])
      await w.db.pool.query('update sms_use set n = 0')
      expect((await send()).providerCode).toBe(code.main)
    })
    test('whatever a provider does, a message is taken once at most, and its row says what is known of it', async () => {
      const taken = () => main!.outbox.length + spare!.outbox.length
      for (const [fault, status, times] of [
        ['refuses', '1', 1],
        ['noPage', '1', 1],
        ['unsure', '5', 0],
        ['fails', '5', 0],
        ['garbles', '5', 0],
        ['cuts', '5', 0],
        ['takesAndCuts', '5', 1],
      ] as const) {
        await w.db.pool.query('update sms_use set n = 0')
        main!.behaviour = fault
        const before = taken()
        expect([fault, (await send()).status, taken() - before]).toEqual([fault, status, times])
      }
      main!.behaviour = 'takes'
      await w.db.pool.query('update sms_use set n = 0')
    })
    test('a message whose call was cut off with its server is not sent again by itself', async () => {
      main!.behaviour = 'takes'
      const id = ok(await admin.post('/sms/message/history/submit', { phone: '13700137001', contentCode: 'remind', params: { day: '5月1日', name: '张三' } }))
      await w.jobs.idle()
      await w.db.pool.query(`update sms_history set status = '0' where id = $1`, [id])
      const before = main!.calls
      await w.db.pool.query(`update job set status = 'queued', runner = null where payload ->> 'id' = $1`, [id])
      await w.jobs.idle()
      expect([(await history(id)).status, main!.calls]).toEqual(['5', before])
    })
    test("a provider's own template is for codes alone: what has no template of its own is refused, and one that waited is given to nobody", async () => {
      await w.db.pool.query('update sms_use set n = 0')
      ok(await village.post('/cpt-resource/sms/endpoint/send-validate', { phone: '13700137005' }))
      await w.jobs.idle()
      expect(main!.outbox.at(-1)).toMatchObject({ to: '13700137005', template: 'T-code' })
      const free = await admin.post('/sms/message/history/submit', { phone, content: '您好' })
      expect([free.code, free.key, free.msg]).toEqual([409, 'sms-content', '短信服务商只能按模板发送，请先在短信内容中为【该短信】填写服务商模板'])
      // it was written while a provider that knows words was enabled
      const ali = `update sms set category = $1 where "smsCode" in ('ali', 'tx')`
      await w.db.pool.query(ali, ['http'])
      main!.behaviour = 'refuses'
      const waited = ok(await admin.post('/sms/message/history/submit', { phone: '13700137006', content: '您好' }))
      await w.jobs.idle()
      await w.db.pool.query(`update sms set category = case "smsCode" when 'ali' then 'aliyun' else 'tencent' end where "smsCode" in ('ali', 'tx')`)
      main!.behaviour = 'takes'
      const calls = [main!.calls, spare!.calls]
      ok(await admin.post('/sms/message/history/resend', {}, { id: waited }))
      await w.jobs.idle()
      expect(await history(waited)).toMatchObject({ status: '2', answer: '服务商只能按模板发送，该短信没有服务商模板' })
      expect([main!.calls, spare!.calls]).toEqual(calls)
    })
    test('a receipt says what became of it, by the key of the address alone; who answers TD gets nothing more', async () => {
      const row = (await admin.get('/cpt-resource/sms/list', { smsCode: code.main })).data.records[0]
      const { path } = ok(await admin.get('/cpt-resource/sms/receipt-path', { id: row.id }))
      const address = new URL(path, 'http://x')
      const at = address.pathname.replace('/api', '')
      const tell = (body: unknown, key = address.searchParams.get('key')!) => w.nobody.send('POST', at, { body, query: { provider: row.id, key } })
      const sent = await send('13700137002')
      expect((await tell([{ biz_id: sent.providerId, success: true }], 'x'.repeat(40))).key).toBe('sms-receipt-key')
      expect((await history(sent.id)).status).toBe('1')
      expect(await tell([{ biz_id: sent.providerId, success: true, err_code: 'DELIVERED' }])).toMatchObject({ status: 200, code: 0 })
      expect((await history(sent.id)).status).toBe('3')
      await tell([{ biz_id: sent.providerId, success: false, err_code: 'LATE' }])
      expect((await history(sent.id)).status).toBe('3')
      await tell([{ phone_number: '13700137002', content: 'TD', send_time: '2026-06-01 09:00:00' }])
      const refused = await admin.post('/sms/message/history/submit', { phone: '13700137002', content: '您好' })
      expect([refused.code, refused.key, refused.msg]).toEqual([409, 'sms-opted-out', '该号码已退订短信，不能发送'])
      const list = ok(await admin.get('/sms/opt-out/page')).records
      expect(list).toMatchObject([{ phone: '137****7002', reason: '短信回复退订' }])
      // by what a number is known again reaches nobody: not in its row, not in the trace of its change, not in the name of what it was told
      const [{ hash }] = (await w.db.pool.query('select hash from sms_opt_out_number')).rows
      const traces = (await w.db.pool.query(`select e::text from audit_event e where object = 'sms_opt_out'`)).rows
      expect([Object.keys(list[0]).includes('phoneHash'), traces.length > 0, JSON.stringify([list, traces]).includes(hash)]).toEqual([false, true, false])
      expect((await history()).some((h: any) => Object.hasOwn(h, 'once'))).toBe(false)
      expect(Object.hasOwn(await history(sent.id), 'once')).toBe(false)
      expect(JSON.stringify((await w.db.pool.query('select t::text from sms_opt_out t')).rows)).not.toContain('13700137002')
      expect((await admin.post('/sms/opt-out/submit', { id: list[0].id, phone: '13700137003' })).key).toBe('opt-out-fixed')
      ok(await admin.post('/sms/opt-out/submit', { phone: '+86 137-0013-7004', reason: '电话告知' }))
      expect((await admin.post('/sms/message/history/submit', { phone: '13700137004', content: '您好' })).key).toBe('sms-opted-out')
      ok(await admin.post('/sms/opt-out/remove', {}, { ids: list[0].id }))
      expect((await send('13700137002')).status).toBe('1')
    })
  })
  describe('six faults of each, through the job that sends', () => {
    const KINDS = ['aliyun', 'tencent', 'mas', 'mail', 'wecom', 'dingtalk'] as const
    type Kind = (typeof KINDS)[number]
    const isSms = (kind: Kind): kind is 'aliyun' | 'tencent' | 'mas' => kind === 'aliyun' || kind === 'tencent' || kind === 'mas'
    let parts: SmsParts
    const ids = new Map<Kind, string>()
    const sims = new Map<Kind, Cloud | MailSimulator>()
    const simOf = (kind: Kind) => sims.get(kind) as Cloud & { behaviour: string }
    /** One transaction as the product itself; what it queues is begun by the test. */
    const within = <T>(work: (ctx: Ctx) => Promise<T>) =>
      w.db.transaction({ tenantId: '000000' }, (tx) => work(contextFor(tx, systemWho('000000'), w.now, 'test', async () => '')))
    beforeAll(async () => {
      parts = { sealer: openSealer(w.dataDir), outbound: openOutbound(['127.0.0.1'], 700) }
      await w.db.pool.query('update sms set "fallbackOrder" = null')
      for (const kind of KINDS) {
        const sim =
          kind === 'mail'
            ? await startMailSimulator({ user: 'tok', password: SECRET })
            : await startCloud(kind, { accessKey: 'tok', secretKey: SECRET, appId: '14' })
        sims.set(kind, sim)
        const own = isSms(kind)
          ? provider({ category: kind, smsCode: `six-${kind}`, endpoint: sim.url, accessKey: 'tok', appId: '14', price: '4.50' })
          : {
              category: kind,
              outletCode: `six-${kind}`,
              endpoint: kind === 'mail' ? sim.url : `${sim.url}/robot/send`,
              account: 'tok',
              sender: 'office@example.org',
              secretKey: SECRET,
              isEnabled: 1,
            }
        ids.set(kind, ok(await admin.post(isSms(kind) ? '/cpt-resource/sms/submit' : '/cpt-resource/outlet/submit', own)))
      }
    })
    afterAll(async () => {
      for (const kind of KINDS.filter((k) => !isSms(k))) await admin.post('/cpt-resource/outlet/remove', {}, { ids: ids.get(kind) })
      for (const sim of sims.values()) await sim.close()
    })
    /** Queues one message by the enabled one of this kind. */
    const queued = (kind: Kind) =>
      within(async (ctx) => {
        if (isSms(kind)) {
          const params = { name: '张三', day: '5月1日' }
          return (await queueMessage(ctx, parts, {
            phone: '13600000001',
            contentCode: 'remind',
            shown: '提醒',
            text: '张三，请于5月1日前签约。',
            templateId: 'T-9',
            params,
          }))!
        }
        if (kind === 'mail') return (await queueMail(ctx, parts, { to: 'zhang@example.org', subject: '待办', text: '有新的待办' }))!
        await queueRobots(ctx, parts, { text: '有新的待办' })
        const { rows } = await sql<{ id: string }>`select max(id)::text as id from sms_history where channel = ${kind}`.execute(ctx.db)
        return rows[0]!.id
      })
    /** The job itself, which waits for an answer as long as the test can. */
    const sends = (id: string) =>
      smsJob(parts).run(
        { id: '1', who: systemWho('000000'), lang: 'zh', signal: new AbortController().signal, tx: within, finish: within, progress: async () => {} } as JobRun,
        { id },
      )
    const enabled = async (kind: Kind, secretKey = SECRET) => {
      await within((ctx) => keepSecret(ctx, parts.sealer, isSms(kind) ? 'sms' : 'message_outlet', ids.get(kind)!, 'secretKey', secretKey))
      if (isSms(kind)) ok(await admin.post('/cpt-resource/sms/enable', {}, { id: ids.get(kind)! }))
      else await w.db.pool.query(`update message_outlet set "isEnabled" = case when id = $1 then 1 else 0 end`, [ids.get(kind)])
    }
    /** What each does, in which state its message stands then, and how often it was taken. */
    const FAULTS: readonly (readonly [fault: string, of: (kind: Kind) => string, status: (kind: Kind) => string, taken: number])[] = [
      ['a wrong signature', () => 'takes', () => '2', 0],
      ['its quota is used up', () => 'overQuota', () => '2', 0],
      // a mail server says that it takes nothing
      ['it fails', () => 'fails', (kind) => (kind === 'mail' ? '2' : '5'), 0],
      // who has not greeted has taken nothing
      ['it hangs', () => 'silent', (kind) => (kind === 'mail' ? '2' : '5'), 0],
      ['it is cut off after it took it', () => 'takesAndCuts', () => '5', 1],
      ['its answer is none', () => 'garbles', () => '5', 0],
      // another site answers in its place, or a gateway before it: it was never asked
      ['it is not there', (kind) => (kind === 'mail' ? 'refuses' : 'noPage'), () => '2', 0],
      ['it does not know itself', (kind) => (kind === 'mail' ? 'fails' : 'unsure'), (kind) => (kind === 'mail' ? '2' : '5'), 0],
    ]
    test.each(KINDS)('%s: nothing is half, nothing is sent twice, and of what may have arrived a person decides', async (kind) => {
      const sim = simOf(kind)
      for (const [fault, of, status, taken] of FAULTS) {
        await enabled(kind, fault === 'a wrong signature' ? 'another' : SECRET)
        sim.behaviour = of(kind) as never
        const [before, calls] = [sim.outbox.length, sim.calls]
        const id = await queued(kind)
        await sends(id)
        const told = await history(id)
        // a mail is taken before its answer can be none
        const times = kind === 'mail' && fault === 'its answer is none' ? 1 : taken
        expect([fault, told.status, sim.outbox.length - before, sim.calls - calls, told.cost]).toEqual([fault, status(kind), times, 1, null])
        expect(told.answer).toBeTruthy()
        // done again, as after a death of the server, it asks nobody
        await sends(id)
        await w.db.pool.query(`update sms_history set status = '0' where id = $1 and status = '5'`, [id])
        await sends(id)
        expect([fault, (await history(id)).status, sim.calls - calls]).toEqual([fault, status(kind), 1])
        if (status(kind) === '2') continue
        expect((await admin.post('/sms/message/history/resend', {}, { id })).key).toBe('sms-unknown')
        expect([fault, sim.calls - calls]).toEqual([fault, 1])
      }
      sim.behaviour = 'takes'
      // a mail that hangs after it was taken
      if (kind === 'mail') {
        sim.behaviour = 'takesAndHangs' as never
        const id = await queued(kind)
        await sends(id)
        expect((await history(id)).status).toBe('5')
        sim.behaviour = 'takes'
      }
      const open = ok(await admin.get('/sms/message/history/page', { status: '5', channel: isSms(kind) ? 'sms' : kind, size: 50 })).records
      const [first, second] = open.filter((h: any) => h.providerCode === `six-${kind}`)
      // one was found to have arrived, of the other a person says that it did not
      expect(ok(await admin.post('/sms/message/history/settle', {}, { id: first.id }))).toBeNull()
      expect(await history(first.id)).toMatchObject({ status: '1', answer: '经核实已发送', cost: isSms(kind) ? '4.50' : null })
      expect((await admin.post('/sms/message/history/settle', {}, { id: first.id })).key).toBe('sms-settled')
      const before = sim.outbox.length
      ok(await admin.post('/sms/message/history/resend', {}, { id: second.id, sure: 1 }))
      await w.jobs.idle()
      expect([(await history(second.id)).status, sim.outbox.length - before]).toEqual(['1', 1])
    })
    test('a receipt that comes late says what became of a message whose call was cut off, and of how many parts it is charged', async () => {
      await enabled('aliyun')
      const sim = simOf('aliyun')
      sim.behaviour = 'takesAndCuts'
      const id = await queued('aliyun')
      await sends(id)
      expect(await history(id)).toMatchObject({ status: '5', cost: null })
      const address = new URL(ok(await admin.get('/cpt-resource/sms/receipt-path', { id: ids.get('aliyun')! })).path, 'http://x')
      const tell = (body: unknown) => w.nobody.send('POST', address.pathname.replace('/api', ''), { body, query: Object.fromEntries(address.searchParams) })
      const late = { biz_id: 'late-1', out_id: id, success: true, err_code: 'DELIVERED', sms_size: '3' }
      await tell([{ ...late, out_id: '1' }])
      // nobody's number is empty, though rows that nobody took have none
      const refused = async () =>
        (await w.db.pool.query(`select count(*)::int n from sms_history where "providerCode" = 'six-aliyun' and status = '2'`)).rows[0].n
      const before = await refused()
      await tell([{ ...late, biz_id: '', out_id: '1' }])
      expect([(await history(id)).status, before > 0, await refused()]).toEqual(['5', true, before])
      await tell([late])
      expect(await history(id)).toMatchObject({ status: '3', providerId: 'late-1', parts: 3, cost: '13.50' })
      expect((await admin.post('/sms/message/history/resend', {}, { id, sure: 1 })).key).toBe('sms-resend')
      sim.behaviour = 'takes'
    })
    test('of a call that was cut off only the provider itself says that it did not take it; a job that dies takes nothing back', async () => {
      const gone = await startSmsSimulator({ accessKey: 'demo', secretKey: SECRET })
      await gone.close()
      const at = async (endpoint: string) => w.db.pool.query(`update sms set endpoint = $1, "dailyQuota" = 3 where "smsCode" = 'again'`, [endpoint])
      const again = ok(await admin.post('/cpt-resource/sms/submit', provider({ smsCode: 'again' })))
      ok(await admin.post('/cpt-resource/sms/enable', {}, { id: again }))
      /** One that was handed to it when its server died. */
      const cutOff = async (phone: string, set: object = {}) => {
        const id = await within((ctx) => queueMessage(ctx, parts, { phone, contentCode: null, shown: 'x', text: 'x', templateId: '', params: {} }))
        await w.db.pool.query(`update sms_history set "providerCode" = 'again' where id = $1`, [id])
        for (const [name, v] of Object.entries(set)) await w.db.pool.query(`update sms_history set "${name}" = $2 where id = $1`, [id, v])
        await sends(id!)
        return (await history(id)).status
      }
      await at(gone.url)
      expect(await cutOff('13600000003')).toBe('5')
      await at(sim.url)
      expect(await cutOff('13600000003', { untilTime: w.ago(60) })).toBe('5')
      expect([await cutOff('13600000003'), await cutOff('19900001234')]).toEqual(['1', '2'])
      // its messages of the day are used up
      expect(await cutOff('13600000003')).toBe('5')
      const [{ id }] = (await w.db.pool.query(`select id from sms_history where "providerCode" = 'again' and status = '1'`)).rows
      await within((ctx) => smsJob(parts).died!(ctx, { id }, { tenantId: '000000' } as never))
      expect((await history(id)).status).toBe('1')
      ok(await admin.post('/cpt-resource/sms/enable', {}, { id: ids.get('aliyun')! }))
      ok(await admin.post('/cpt-resource/sms/remove', {}, { ids: again }))
    })
    test('what messages cost is added up by month, kind and provider, exactly those stand behind each sum, and it is a workbook', async () => {
      await w.db.pool.query(`update sms_history set cost = null, parts = null, "providerCode" = 'old' where "sendTime" < $1`, ['2027-01-01'])
      w.setNow('2026-08-31 23:59:00')
      ;[admin, village] = [await w.as('admin'), await w.as('village')]
      const send = async (content: string, code: string) => {
        const { id } = (await admin.get('/cpt-resource/sms/list', { smsCode: code })).data.records[0]
        await w.db.pool.query(`update sms set status = case when id = $1 then 1 else 0 end where "tenantId" = '000000'`, [id])
        const sent = ok(
          await admin.post('/sms/message/history/submit', { phone: '13600000002', contentCode: 'remind', params: { name: content, day: '5月1日' } }),
        )
        await w.jobs.idle()
        return history(sent)
      }
      await w.db.pool.query(`update sms set price = '4.55' where "smsCode" = 'six-mas'`)
      expect(await send('张三', 'six-mas')).toMatchObject({ status: '1', parts: 1, price: '4.55', cost: '4.55' })
      // with its signature 71 signs
      expect(await send('长'.repeat(56), 'six-mas')).toMatchObject({ parts: 2, cost: '9.10' })
      w.setNow('2026-09-01 00:01:00')
      ;[admin, village] = [await w.as('admin'), await w.as('village')]
      // another price tomorrow changes nothing of yesterday; Tencent Cloud says itself of how many parts it was
      await w.db.pool.query(`update sms set price = '9.99' where "smsCode" = 'six-mas'`)
      expect(await send('长'.repeat(56), 'six-tencent')).toMatchObject({ parts: 1, cost: '4.50' })
      const cost = async (q: object) => ok(await admin.get('/sms/message/history/cost', { from: '2026-08', to: '2026-09', ...q }))
      const lines = async (by: string) => (await cost({ by })).lines.map((l: any) => [l.name, l.messages, l.parts, l.cost])
      // 13.65 and 4.50 fen: a total is rounded from what was exact
      expect(await lines('month')).toEqual([
        ['2026-08', 2, 3, '0.14'],
        ['2026-09', 1, 1, '0.05'],
      ])
      expect((await cost({})).total).toEqual({ messages: 3, parts: 4, cost: '0.18' })
      expect(await lines('provider')).toEqual([
        ['six-mas', 2, 3, '0.14'],
        ['six-tencent', 1, 1, '0.05'],
      ])
      // as the office calls it
      expect(await lines('kind')).toEqual([['签约提醒', 3, 4, '0.18']])
      for (const by of ['month', 'kind', 'provider'])
        for (const l of (await cost({ by })).lines) {
          const behind = ok(await admin.get('/sms/message/history/page', { where: l.where, size: 50 }))
          expect([by, l.key, behind.total, behind.records.reduce((n: number, h: any) => n + h.parts, 0)]).toEqual([by, l.key, l.messages, l.parts])
        }
      const at = '/sms/message/history/cost-export'
      const file = await admin.get(at, { by: 'month', from: '2026-08', to: '2026-09' })
      const [sums, rows] = (await readXlsx(file.raw)).sheets.map((x) => x.rows)
      expect(sums).toEqual([
        ['按月份', '消息数', '计费条数', '费用（元）'],
        ['2026-08', 2, 3, 0.14],
        ['2026-09', 1, 1, 0.05],
        ['合计', 3, 4, 0.18],
      ])
      expect([rows!.length, JSON.stringify(rows)]).toEqual([4, expect.not.stringContaining('13600000002')])
      // words and numbers, no keys
      const column = (head: string) => rows!.slice(1).map((r) => r[rows![0]!.indexOf(head)])
      expect(['渠道', '状态', '内容编号', '费用（分）'].map((head) => column(head)[2])).toEqual(['短信', '已发送', '签约提醒', 4.5])
      for (const months of [{ from: '2026-09', to: '2026-08' }, { from: '2020-01', to: '2026-08' }, { from: '2026-13' }])
        expect((await admin.get('/sms/message/history/cost', months)).key).toBe('cost-months')
      expect((await village.get(at)).status).toBe(403)
      w.setNow('2026-06-01')
      ;[admin, village] = [await w.as('admin'), await w.as('village')]
    })
  })
  describe('every setting of messages changes what happens', () => {
    /** Definitions of settings, parameters of the group, and what a person chooses for himself: what is added here without a case fails. */
    const settings = (): string[] => [
      ...[sms, sms_content, message_outlet, sms_opt_out].flatMap((r) => entries(r).flatMap(([n, f]) => (f.form === 'none' ? [] : [`${r.name}.${n}`]))),
      'sms.status',
      ...Object.values(PARAMS).flatMap((x) => (x.group === 'messages' ? [x.key] : [])),
      ...w.routes.find((r) => r.path === '/cpt-desk/inbox/choose-outside')!.query!.map((n) => `inbox.${n}`),
    ]
    let here: SmsSimulator, there: SmsSimulator, cloud: Cloud, post: MailSimulator, second: MailSimulator, group: Cloud
    let ids: Record<'main' | 'spare' | 'content' | 'mail' | 'out', string>
    const PHONE = '13500000001'
    const save = async (path: string, id: string, more: object) => {
      const { rev, ...row } = ok(await admin.get(`${path}/detail`, { id }))
      // another place asks for the secret again
      const secret = Object.hasOwn(more, 'endpoint') ? { secretKey: SECRET } : {}
      const fields = Object.fromEntries(Object.entries(row).filter(([n, v]) => v !== null && v !== '' && !/^(has_|create|update|tenantId|status)/.test(n)))
      return ok(await admin.post(`${path}/${path === '/sms/message/content/config' ? 'update' : 'submit'}`, { ...fields, id, rev, ...secret, ...more }))
    }
    const set = (more: object) => save('/cpt-resource/sms', ids.main, more)
    const sent = async () => {
      await w.db.pool.query('delete from sms_use')
      const id = ok(await admin.post('/sms/message/history/submit', { phone: PHONE, contentCode: 'every', params: { day: '5月1日' } }))
      await w.jobs.idle()
      return history(id)
    }
    const last = () => here.outbox.at(-1)!
    /** What a person is told outside of one message that waits for him, at an hour of a day. */
    const outside = async (choice: object, at: string) => {
      ok(await village.post('/cpt-desk/inbox/choose-outside', {}, choice as Record<string, string>))
      await w.db.pool.query('delete from inbox_message')
      await w.db.pool.query(`delete from sms_history where once like 'inbox:%' or once like 'digest:%'`)
      w.setNow(at)
      for (const id of [1, 2])
        await w.db.pool.query(
          `insert into inbox_message ("tenantId", "userId", once, id, kind, subject, "createUser", "createTime") select '000000', id, 'x:' || $1::text, $1::bigint, 'task', $2, 0, $3
            from sys_user where account = 'village' and "tenantId" = '000000'`,
          [id, JSON.stringify({ zh: '待办', en: 'Task' }), w.ago(60)],
        )
      await w.db.pool.query(`delete from routine where name = 'inbox-outside'`)
      await w.maintenance.runDue()
      ;[admin, village] = [await w.as('admin'), await w.as('village')]
      return (await w.db.pool.query(`select channel, content from sms_history where once like 'inbox:%' or once like 'digest:%' order by id`)).rows
    }
    const param = async (key: string, value: number) => {
      const { records } = (await admin.get('/cpt-system/param/list', { paramKey: key })).data
      const own = records.find((r: any) => r.paramKey === key)
      ok(
        await admin.post('/cpt-system/param/submit', {
          ...(own ? { id: own.id, rev: own.rev } : {}),
          paramName: key,
          paramKey: key,
          paramValue: String(value),
        }),
      )
    }
    /** When a message that can wait leaves which is written at eight in the evening. */
    const leaves = async () => {
      w.setNow('2026-06-01 20:00:00')
      ;[admin, village] = [await w.as('admin'), await w.as('village')]
      const parts = { sealer: openSealer(w.dataDir), outbound: openOutbound([]) }
      const id = await w.db.transaction({ tenantId: '000000' }, (tx) =>
        queueMessage(
          contextFor(tx, systemWho('000000'), w.now, 'test', async () => ''),
          parts,
          { phone: PHONE, contentCode: 'every', shown: 'x', text: 'x', templateId: 'T-every', params: {}, canWait: true },
        ),
      )
      return (await history(id)).dueTime
    }
    const tried = async (id: string) => (await admin.post('/cpt-resource/outlet/test', {}, { id, to: 'zhang@example.org' })).key ?? 'taken'
    /** Each setting: what is seen with one value, and with another. */
    const CASES: Readonly<Record<string, () => Promise<readonly [unknown, unknown]>>> = {
      'sms.category': async () => {
        const before = [(await sent()).status, cloud.outbox.length]
        await set({ category: 'aliyun', endpoint: cloud.url })
        const after = [(await sent()).status, cloud.outbox.length]
        await set({ category: 'http', endpoint: here.url })
        return [before, after]
      },
      'sms.smsCode': async () => [(await sent()).providerCode, (await set({ smsCode: 'other' }), (await sent()).providerCode)],
      'sms.endpoint': async () => {
        const before = [(await sent()).status, there.outbox.length]
        await set({ endpoint: there.url })
        const after = [(await sent()).status, there.outbox.length]
        await set({ endpoint: here.url })
        return [before, after]
      },
      'sms.accessKey': async () => [(await sent()).status, (await set({ accessKey: 'x' }), (await sent()).status)],
      'sms.appId': async () => {
        const tencent = await startCloud('tencent', { accessKey: 'demo', secretKey: SECRET, appId: '77' })
        await set({ category: 'tencent', endpoint: tencent.url, appId: '77' })
        const before = (await sent()).status
        await set({ appId: '78' })
        const after = (await sent()).status
        await set({ category: 'http', endpoint: here.url })
        await tencent.close()
        return [before, after]
      },
      'sms.regionId': async () => [(await sent(), (last() as any).regionId), (await set({ regionId: 'cn-east' }), await sent(), (last() as any).regionId)],
      'sms.signName': async () => [(await sent(), last().signName), (await set({ signName: '农经' }), await sent(), last().signName)],
      'sms.templateId': async () => {
        const code = async (phone: string) => (
          ok(await village.post('/cpt-resource/sms/endpoint/send-validate', { phone })),
          await w.jobs.idle(),
          last().templateId
        )
        return [await code('13500000011'), (await set({ templateId: 'T-new' }), await code('13500000012'))]
      },
      'sms.price': async () => [(await set({ price: '4.00' }), (await sent()).cost), (await set({ price: '5.00' }), (await sent()).cost)],
      'sms.fallbackOrder': async () => {
        here.behaviour = 'refuses'
        const before = (await sent()).status
        await save('/cpt-resource/sms', ids.spare, { fallbackOrder: 1 })
        const after = (await sent()).status
        await save('/cpt-resource/sms', ids.spare, { fallbackOrder: null })
        here.behaviour = 'takes'
        return [before, after]
      },
      'sms.dailyQuota': async () => {
        const twice = async () => {
          await sent()
          const id = ok(await admin.post('/sms/message/history/submit', { phone: PHONE, contentCode: 'every', params: { day: '5月1日' } }))
          await w.jobs.idle()
          return (await history(id)).status
        }
        return [await twice(), (await set({ dailyQuota: 1 }), await twice())]
      },
      'sms.status': async () => {
        const before = (await sent()).providerCode
        ok(await admin.post('/cpt-resource/sms/enable', {}, { id: ids.spare }))
        const after = (await sent()).providerCode
        ok(await admin.post('/cpt-resource/sms/enable', {}, { id: ids.main }))
        return [before, after]
      },
      'sms.remark': () => shown('/cpt-resource/sms', ids.main, 'remark'),
      'sms_content.contentCode': async () => {
        const ask = async () => (await admin.post('/sms/message/history/submit', { phone: PHONE, contentCode: 'every', params: { day: 'x' } })).code
        return [await ask(), (await content({ contentCode: 'renamed' }), await ask())]
      },
      'sms_content.contentName': () => shown('/sms/message/content/config', ids.content, 'contentName'),
      'sms_content.content': async () => [(await sent(), last().text), (await content({ content: '请在{day}前来。' }), await sent(), last().text)],
      'sms_content.templateId': async () => [(await sent(), last().templateId), (await content({ templateId: 'T-2' }), await sent(), last().templateId)],
      'sms_content.isEnabled': async () => {
        const ask = async () => (await admin.post('/sms/message/history/submit', { phone: PHONE, contentCode: 'every', params: { day: 'x' } })).code
        return [await ask(), (await content({ isEnabled: 0 }), await ask())]
      },
      'sms_content.remark': () => shown('/sms/message/content/config', ids.content, 'remark'),
      'message_outlet.category': async () => {
        const before = [await tried(ids.mail), group.outbox.length]
        await outlet({ category: 'dingtalk', endpoint: `${group.url}/robot/send` })
        return [before, [await tried(ids.mail), group.outbox.length]]
      },
      'message_outlet.outletCode': async () => {
        // the row that was written last: the clock of another case may be ahead
        const newest = async () => (await w.db.pool.query('select "providerCode" from sms_history order by id desc limit 1')).rows[0].providerCode
        const by = async () => (await tried(ids.mail), newest())
        return [await by(), (await outlet({ outletCode: 'letters' }), await by())]
      },
      'message_outlet.endpoint': async () => [
        (await tried(ids.mail), second.outbox.length),
        (await outlet({ endpoint: second.url }), await tried(ids.mail), second.outbox.length),
      ],
      'message_outlet.account': async () => [await tried(ids.mail), (await outlet({ account: 'nobody' }), await tried(ids.mail))],
      'message_outlet.sender': async () => [
        (await tried(ids.mail), post.outbox.at(-1)!.from),
        (await outlet({ sender: 'b@example.org' }), await tried(ids.mail), post.outbox.at(-1)!.from),
      ],
      'message_outlet.isEnabled': async () => {
        const by = async () => (await outside({ chosen: 'task:mail' }, '2026-06-02 10:00:00')).length
        return [await by(), (await outlet({ isEnabled: 0 }), await by())]
      },
      'message_outlet.remark': () => shown('/cpt-resource/outlet', ids.mail, 'remark'),
      'sms_opt_out.phone': async () => {
        const before = (await sent()).status
        ids.out = ok(await admin.post('/sms/opt-out/submit', { phone: PHONE, reason: '电话告知' }))
        const after = (await admin.post('/sms/message/history/submit', { phone: PHONE, contentCode: 'every', params: { day: 'x' } })).key
        return [before, after]
      },
      'sms_opt_out.reason': async () => {
        const by = async (reason: string) => {
          const id = ok(await admin.post('/sms/opt-out/submit', { phone: `1350000003${reason.length}`, reason }))
          return ok(await admin.get('/sms/opt-out/detail', { id })).reason
        }
        return [await by('电话告知'), await by('来访')]
      },
      'messages.quiet.from': async () => [await leaves(), (await param('messages.quiet.from', 19), await leaves())],
      'messages.quiet.to': async () => (await param('messages.quiet.from', 19), [await leaves(), (await param('messages.quiet.to', 7), await leaves())]),
      'inbox.chosen': async () => [await outside({ chosen: 'task:mail' }, '2026-06-02 10:00:00'), await outside({ chosen: 'task:sms' }, '2026-06-02 10:00:00')],
      'inbox.quietFrom': async () => [
        await outside({ chosen: 'task:mail', quietFrom: '11', quietTo: '12' }, '2026-06-02 10:00:00'),
        await outside({ chosen: 'task:mail', quietFrom: '9', quietTo: '12' }, '2026-06-02 10:00:00'),
      ],
      'inbox.quietTo': async () => [
        await outside({ chosen: 'task:mail', quietFrom: '9', quietTo: '10' }, '2026-06-02 10:00:00'),
        await outside({ chosen: 'task:mail', quietFrom: '9', quietTo: '11' }, '2026-06-02 10:00:00'),
      ],
      'inbox.digestHour': async () => [
        await outside({ chosen: 'task:mail' }, '2026-06-02 10:00:00'),
        await outside({ chosen: 'task:mail', digestHour: '10' }, '2026-06-03 10:00:00'),
      ],
    }
    const content = (more: object) => save('/sms/message/content/config', ids.content, more)
    const outlet = (more: object) => save('/cpt-resource/outlet', ids.mail, more)
    /** A word for people: it is read again where it was written. */
    const shown = async (path: string, id: string, name: string) => {
      const read = async () => ok(await admin.get(`${path}/detail`, { id }))[name]
      return [await read(), (await save(path, id, { [name]: '另一个' }), await read())] as const
    }
    beforeAll(async () => {
      here = await startSmsSimulator({ accessKey: 'demo', secretKey: SECRET })
      there = await startSmsSimulator({ accessKey: 'demo', secretKey: SECRET })
      cloud = await startCloud('aliyun', { accessKey: 'demo', secretKey: SECRET })
      group = await startCloud('dingtalk', { accessKey: 'office', secretKey: SECRET })
      ;[post, second] = [await startMailSimulator({ user: 'office', password: SECRET }), await startMailSimulator({ user: 'office', password: SECRET })]
    })
    afterAll(async () => {
      for (const s of [here, there, cloud, group, post, second]) await s?.close()
    })
    /** Everything as it is before anybody sets anything. */
    beforeEach(async () => {
      w.setNow('2026-06-01')
      ;[admin, village] = [await w.as('admin'), await w.as('village')]
      for (const table of ['sms', 'sms_content', 'message_outlet', 'sms_opt_out', 'sms_use', 'sms_code', 'sms_limit'])
        await w.db.pool.query(`delete from ${table}`)
      await w.db.pool.query(`delete from param where "paramKey" like 'messages.%'`)
      await w.db.pool.query(`update sys_user set phone = '13500000021', email = 'village@example.org' where account = 'village' and "tenantId" = '000000'`)
      const main = ok(await admin.post('/cpt-resource/sms/submit', provider({ smsCode: 'main', endpoint: here.url })))
      ok(await admin.post('/cpt-resource/sms/enable', {}, { id: main }))
      const spare = ok(await admin.post('/cpt-resource/sms/submit', provider({ smsCode: 'spare', endpoint: there.url })))
      const words = { contentCode: 'every', contentName: '各项', content: '请于{day}前办理。', templateId: 'T-every', isEnabled: 1 }
      const made = ok(await admin.post('/sms/message/content/config/save', words))
      const letters = { category: 'mail', outletCode: 'post', endpoint: post.url, account: 'office', sender: 'a@example.org', secretKey: SECRET, isEnabled: 1 }
      ids = { main, spare, content: made, mail: ok(await admin.post('/cpt-resource/outlet/submit', letters)), out: '' }
    })
    test('the cases are those of the settings that there are', () => {
      expect(Object.keys(CASES).toSorted()).toEqual(settings().toSorted())
    })
    test.each(Object.keys(CASES))('%s', async (name) => {
      const [one, other] = await CASES[name]!()
      expect(other).not.toEqual(one)
    })
  })
  test('a list that is no JSON is refused, and MAS and WeCom are protocols of a configuration as well', async () => {
    const id = ok(await admin.post('/cpt-resource/sms/submit', provider({ category: 'mas', smsCode: 'mas', appId: '测试单位' })))
    const address = new URL(ok(await admin.get('/cpt-resource/sms/receipt-path', { id })).path, 'http://x')
    const query = Object.fromEntries(address.searchParams)
    const at = address.pathname.replace('/api', '')
    const tell = (payload: string) => w.app.inject({ method: 'POST', url: `/api${at}`, query, payload, headers: { 'content-type': 'application/json' } })
    expect([(await tell('[')).statusCode, (await tell('[]')).statusCode, (await tell('{"mobile":"13700137009","smsContent":"退订"}')).statusCode]).toEqual([
      400, 200, 200,
    ])
    expect(ok(await admin.get('/sms/opt-out/page')).records.some((o: { phone: string }) => o.phone === '137****7009')).toBe(true)
    ok(await admin.post('/cpt-resource/sms/remove', {}, { ids: id }))
    const robot = { category: 'wecom', outletCode: 'wecom', endpoint: `${sim.url}/send`, isEnabled: 0 }
    const wecom = ok(await admin.post('/cpt-resource/outlet/submit', { ...robot, secretKey: SECRET }))
    ok(await admin.post('/cpt-resource/outlet/remove', {}, { ids: wecom }))
  })
  test('mail servers and robots are tried before they are used; an address of another kind is refused', async () => {
    const mail = await startMailSimulator({ user: 'office', password: SECRET })
    const robot = await startCloud('dingtalk', { accessKey: 'tok', secretKey: SECRET })
    try {
      const at = '/cpt-resource/outlet'
      const server = {
        category: 'mail',
        outletCode: 'office-mail',
        endpoint: mail.url,
        account: 'office',
        sender: 'office@example.org',
        secretKey: SECRET,
        isEnabled: 1,
      }
      expect((await admin.post(`${at}/submit`, { ...server, endpoint: 'https://example.org' })).msg).toContain('邮件服务器地址')
      expect((await admin.post(`${at}/submit`, { ...server, sender: '' })).msg).toBe('请填写发件人')
      const id = ok(await admin.post(`${at}/submit`, server))
      expect((await admin.post(`${at}/test`, {}, { id, to: 'nobody' })).code).toBe(400)
      ok(await admin.post(`${at}/test`, {}, { id, to: 'zhang@example.org' }))
      expect(mail.outbox).toMatchObject([{ to: ['zhang@example.org'] }])
      mail.behaviour = 'refuses'
      const failed = await admin.post(`${at}/test`, {}, { id, to: 'zhang@example.org' })
      expect([failed.key, failed.msg.split('：')[0]]).toEqual(['sms-failed', '测试邮件发送失败'])
      const group = { category: 'dingtalk', outletCode: 'office-group', endpoint: `${robot.url}/robot/send`, account: 'tok', isEnabled: 1 }
      expect((await admin.post(`${at}/submit`, { ...group, account: '' })).code).toBe(400)
      const bare = ok(await admin.post(`${at}/submit`, group))
      expect((await admin.post(`${at}/test`, {}, { id: bare })).key).toBe('sms-secret')
      ok(await admin.post(`${at}/submit`, { id: bare, rev: ok(await admin.get(`${at}/detail`, { id: bare })).rev, ...group, secretKey: SECRET }))
      ok(await admin.post(`${at}/test`, {}, { id: bare }))
      expect(robot.outbox).toMatchObject([{ text: '测试消息' }])
      expect(JSON.stringify([await admin.get(`${at}/list`), await admin.get(`${at}/detail`, { id })])).not.toContain(SECRET)
      for (const x of [id, bare]) ok(await admin.post(`${at}/remove`, {}, { ids: x }))
    } finally {
      await mail.close()
      await robot.close()
    }
  })
})
