// Figures by mail: set up over HTTP, sent by the routine through a mail server, by the rights of each receiver.
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startMailSimulator, type MailSimulator } from '../../apps/simulators/smtp.server.ts'
import { openOutbound } from '../../runtime/outbound.server.ts'
import { sendMail } from '../../platform/messages/mail.server.ts'
import { villageWorld, type Client, type World } from '../../tests/world.ts'
import { dueDay, isDue, MAIL_OUTCOME } from './figure-mail.ts'

let w: World, county: Client
const people: Record<string, string> = {}
beforeAll(async () => {
  w = await villageWorld({ OUTBOUND_ALLOW: '127.0.0.1' })
  const found = await w.db.pool.query(`select id::text as id, account from sys_user where "tenantId" = '000000'`)
  for (const u of found.rows as { id: string; account: string }[]) people[u.account] = u.id
})
beforeEach(async () => {
  w.setNow('2026-03-02')
  county = await w.as('county')
})
afterAll(() => w?.end())
const BODY = { name: '周报', figures: 'region', cycle: 'week', dayNo: 1, format: 'xlsx', isEnabled: 1 }
const save = async (over: Record<string, unknown> = {}, who = county) => who.post('/data/figure-mail/save', { ...BODY, receivers: people.county, ...over })
/** The data of an answer that is none of a refusal. */
const ok = (a: { msg: string; data: any }) => {
  expect(a.msg).toBe('操作成功')
  return a.data
}
const email = (account: string, to: string | null, status = 1) =>
  w.db.pool.query(`update sys_user set email = $2, status = $3 where account = $1 and "tenantId" = '000000'`, [account, to, status])
const run = async () => {
  await w.db.pool.query(`delete from routine where name = 'figure-mail'`)
  await w.maintenance.runDue()
  await w.jobs.idle()
}
const logOf = async (mailId: string) =>
  Object.fromEntries(
    (ok(await county.get('/data/figure-mail-log/page', { mailId })).records as { receiver: string; outcome: string; day: string }[]).map((l) => [
      Object.keys(people).find((a) => people[a] === l.receiver),
      `${l.day} ${l.outcome}`,
    ]),
  )

test('a week is due on its day, a month on its own, a missed one on the next day, none twice and none before it was set up', () => {
  expect(dueDay('2026-03-04', 'week', 1)).toBe('2026-03-02')
  expect(dueDay('2026-03-02', 'week', 1)).toBe('2026-03-02')
  expect(dueDay('2026-03-01', 'week', 1)).toBe('2026-02-23')
  expect(dueDay('2026-03-01', 'week', 7)).toBe('2026-03-01')
  expect(dueDay('2026-03-05', 'month', 5)).toBe('2026-03-05')
  expect(dueDay('2026-03-04', 'month', 28)).toBe('2026-02-28')
  expect(dueDay('2026-01-04', 'month', 5)).toBe('2025-12-05')
  const weekly = { cycle: 'week', dayNo: 1 }
  expect(isDue('2026-03-09', { ...weekly, since: '2026-03-02' })).toBe(true)
  expect(isDue('2026-03-11', { ...weekly, since: '2026-03-02' })).toBe(true)
  expect(isDue('2026-03-08', { ...weekly, since: '2026-03-02' })).toBe(false)
  expect(isDue('2026-03-02', { ...weekly, since: '2026-03-02' })).toBe(false)
})
test('refused: who may not export figures as a receiver or in setting up, an indicator that does not exist, an eighth day, a region above the own, a stranger', async () => {
  expect((await save({ receivers: people.large })).key).toBe('figure-mail-right')
  expect((await save({ receivers: people.large })).msg).toContain('没有导出统计的权限')
  expect((await save({ receivers: '1' })).key).toBe('figure-mail-receiver')
  expect((await save({ receivers: Array.from({ length: 51 }, (_, i) => i + 1).join(',') })).key).toBe('figure-mail-most')
  expect((await save({ items: 'i01,gold' })).msg).toBe('没有指标：i01,gold')
  expect((await save({ dayNo: 8 })).msg).toBe('每周报送的发送日为1至7')
  expect((await save({ regionCode: '51' })).key).toBe('out-of-region')
  expect((await save({}, await w.as('large'))).status).toBe(403)
  expect((await county.get('/data/figure-mail/page')).data.total).toBe(0)
  // who is offered is who would be taken
  const offered = (await county.get('/data/figure-mail/people')).data.map((u: { id: string }) => u.id)
  expect([offered.includes(people.county), offered.includes(people.admin), offered.includes(people.large)]).toEqual([true, true, false])
})
test('a mail with an attachment arrives with it', async () => {
  const sim = await startMailSimulator({ user: 'u', password: 'p' })
  const attachment = { name: '统计.xlsx', type: 'application/octet-stream', base64: Buffer.from('PKtest').toString('base64') }
  const mail = { requestId: '1', to: 'a@example.org', subject: 's', text: 't', attachment }
  expect((await sendMail({ endpoint: sim.url, account: 'u', secretKey: 'p', sender: 'o@example.org' }, mail, openOutbound(['127.0.0.1']))).accepted).toBe(true)
  expect(sim.outbox[0]!.data).toContain('UEt0ZXN0')
  await sim.close()
})
test('each receiver gets what he himself may export on that morning; who may not gets nothing, and it is told why', async () => {
  const sim: MailSimulator = await startMailSimulator({ user: 'office', password: 'secret-of-office' })
  try {
    // without a server nothing leaves, and it is told
    const first = ok(await save({ receivers: people.county }))
    await email('county', 'county@example.org')
    w.setNow('2026-03-09')
    county = await w.as('county')
    await run()
    expect(await logOf(first)).toEqual({ county: `2026-03-09 ${MAIL_OUTCOME.noServer}` })
    const outlet = {
      category: 'mail',
      outletCode: 'm1',
      endpoint: sim.url,
      account: 'office',
      sender: 'office@example.org',
      secretKey: 'secret-of-office',
      isEnabled: 1,
    }
    w.setNow('2026-03-10')
    expect((await (await w.as('admin')).post('/cpt-resource/outlet/submit', outlet)).msg).toBe('操作成功')
    county = await w.as('county')
    // of the demonstration's roles the county's alone exports figures: these get the button, too
    await w.db.pool.query(`insert into role_menu ("tenantId", "roleId", "menuId") select r."tenantId", r.id, m.id from sys_role r, menu m
      where r."tenantId" = '000000' and r."roleAlias" in ('town', 'village', 'sign') and m.code = 'figure_export' on conflict do nothing`)
    const id = ok(await save({ name: '各镇周报', receivers: [people.county, people.town, people.village, people.sign, people.town2].join() }))
    await email('town', 'town@example.org')
    await email('village', null)
    await email('town2', 'town2@example.org', 2)
    // his role lost the button since
    await w.db.pool.query(`delete from role_menu where "roleId" = (select "roleId"::bigint from sys_user where account = 'sign' and "tenantId" = '000000')
      and "menuId" = (select id from menu where code = 'figure_export')`)
    await email('sign', 'sign@example.org')
    w.setNow('2026-03-16')
    await run()
    county = await w.as('county')
    expect(await logOf(id)).toEqual({
      county: `2026-03-16 ${MAIL_OUTCOME.queued}`,
      town: `2026-03-16 ${MAIL_OUTCOME.queued}`,
      village: `2026-03-16 ${MAIL_OUTCOME.noAddress}`,
      sign: `2026-03-16 ${MAIL_OUTCOME.noRight}`,
      town2: `2026-03-16 ${MAIL_OUTCOME.gone}`,
    })
    const to = (address: string) => sim.outbox.filter((m) => m.to.includes(address))
    expect([to('county@example.org').length, to('town@example.org').length, to('sign@example.org').length]).toEqual([2, 1, 0])
    const [mail] = to('town@example.org')
    const base64 = /base64[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]{400,})/.exec(mail!.data)![1]!
    const sheet = (await readXlsx(Buffer.from(base64, 'base64'))).sheets[0]!
    // of the town alone: its own region in the last line
    expect(String(sheet.rows.at(-1)![0])).toBe('512021119')
    // every set of figures goes, by the month too, and as a paper of its own
    const monthly = { cycle: 'month', dayNo: 17, receivers: people.county }
    const sheets: Record<string, string> = {}
    for (const figures of ['dk', 'cbdk', 'both']) sheets[ok(await save({ ...monthly, figures, name: `月报${figures}` }))] = figures
    const paper = ok(await save({ ...monthly, format: 'pdf', name: '月报纸件' }))
    w.setNow('2026-03-17')
    await run()
    county = await w.as('county')
    for (const of of [...Object.keys(sheets), paper]) expect(await logOf(of)).toEqual({ county: `2026-03-17 ${MAIL_OUTCOME.queued}` })
    const files = new Set(
      ok(await county.get('/data/figure-mail-log/page', { size: 50 })).records.flatMap((l: any) => (l.day === '2026-03-17' ? [String(l.fileName)] : [])),
    )
    expect([files.size, [...files].filter((f) => String(f).endsWith('.pdf')).length]).toEqual([4, 1])
    for (const of of [...Object.keys(sheets), paper]) ok(await county.post('/data/figure-mail/remove', {}, { ids: of }))
    sim.outbox.splice(-4)
    // the same morning again: nobody gets it twice
    await run()
    expect(sim.outbox).toHaveLength(3)
    // switched off
    const { rev } = (await county.get('/data/figure-mail/detail', { id })).data
    expect((await county.post('/data/figure-mail/update', { id, rev, ...BODY, name: '各镇周报', receivers: people.county, isEnabled: 0 })).msg).toBe('操作成功')
    w.setNow('2026-03-23')
    await run()
    expect(sim.outbox.filter((m) => m.to.includes('town@example.org'))).toHaveLength(1)
  } finally {
    await sim.close()
  }
})
