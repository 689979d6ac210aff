// What the stories of business types have in common: they take cases from the window to the register through HTTP and look at its rows.
import { sql } from 'kysely'
import { expect } from 'vitest'
import { handlings } from '../apps/server/handlings.server.ts'
import * as rows from '../kit/server/rows.server.ts'
import { bundlesOf, missingPapers } from '../business/archives/collect.server.ts'
import { business } from '../business/cases/definitions/business.ts'
import { draftOf } from '../business/cases/handling/case.server.ts'
import { readDraftContract, readDraftContracts } from '../business/cases/handling/draft-contract.server.ts'
import { invariantsBroken } from '../views/watch/check.server.ts'
import { attachTo, FBFBM, memberId, walk, type Bench, type registered } from './case-bench.ts'

/** A household of the register, as `registered` writes it. */
export type House = Awaited<ReturnType<typeof registered>>
const REGISTER = ['fbf', 'cbf', 'jtcy', 'dk', 'djb', 'djb_jtcy', 'djb_lineage', 'cbht', 'cbdkxx', 'cbjyqz', 'cbjyqz_event', 'djb_note']
/** A case as a clerk sends it. */
export type Sent = { form: Record<string, unknown>; [name: string]: unknown }

/** Sends a case, and asks the pre-flight before: what the sending refuses, it has named in the same words; where it names nothing of the acceptance, the case is taken. */
async function foretold(b: Bench, sent: object, lang: 'zh' | 'en') {
  const call = b.call('village', lang)
  const told = await call('POST', '/yw-accept/business/pre-flight', sent)
  expect([told.code, told.code === 200 ? '' : told.msg]).toEqual([200, ''])
  const r = await call('POST', '/yw-accept/business/save-commit', sent)
  const findings: { code: string; msg: string; severity: string; task: string }[] = told.data.findings
  const barred = findings.filter((f) => f.severity === 'bars' && f.task === 'register')
  // stories begin on the 2nd again and again, some over books that were registered on the 17th
  if (r.code === 200) expect(findings.filter((f) => f.severity === 'bars' && f.code !== 'entry-day-before')).toEqual([])
  else expect(barred.map((f) => [f.code, f.msg])).toContainEqual([r.key, r.msg])
  return r
}

/** Stories of one type on a bench. `files`: kinds of papers that every case of them has. */
export function stories(b: Bench, of: { typeCode: string; name: string; files: readonly string[] }) {
  const { detail, step, to } = walk(b)
  const all = async (table: string, where: string): Promise<any[]> =>
    (await sql<any>`select * from ${sql.table(table)} where ${sql.raw(where)} order by id`.execute(b.db.owner)).rows
  const one = async (table: string, where: string) => (await all(table, where))[0]
  /** The rules of register and cases that are broken. */
  const broken = () => b.as('admin', (ctx) => invariantsBroken(ctx, '510112'))
  /** Everything that the register holds, as one text. */
  const register = async () => JSON.stringify(await Promise.all(REGISTER.map((t) => all(t, 'true'))))
  const current = (h: House, letter = 'J') => one('djb', `cbjyqzbm = '${h.cbfbm}${letter}' and qszt = '1'`)
  const tasksOf = async (id: string) => (await all('process_task', `"businessId" = ${id}`)).map((t) => t.taskKey)
  const membersOf = async (h: House) =>
    (await all('jtcy', `cbfbm = '${h.cbfbm}'`)).map(({ id, cyxm, cyxb, yhzgx, cyzjlx, cyzjhm, sfgyr, cybz }) => ({
      id: String(id),
      cyxm,
      cyxb,
      yhzgx,
      cyzjlx,
      cyzjhm,
      sfgyr,
      cybz,
    }))

  /** What a clerk sends: an item of the type with its form, by who heads a household. */
  const applied = (h: House, item: string, form: object, doSign: string): Sent => ({
    obligeName: h.name,
    obligeIdType: '1',
    obligeIdCard: memberId(Number(h.cbfbm.slice(-4)), 0),
    obligePhone: '13812345678',
    businessName: of.name,
    businessTypeCode: of.typeCode,
    businessItemCode: `${of.typeCode}_${item}`,
    doSign,
    businessReceiver: '村经办',
    businessReceiveTime: '2026-03-02 09:00:00',
    form: { fbfbm: FBFBM, ...form },
  })
  /** The same over the current book of the household. */
  const application = async (h: House, item: string, form: object = {}, doSign = '2') => {
    const sent = applied(h, item, { cbjyqzbm: h.code, djbId: String((await current(h)).id), ...form }, doSign)
    // who asks is the holder: his phone is that of the register, where it has one
    const [holder] = await all('cbf', `cbfbm = '${h.cbfbm}' and zt = '1'`)
    return { ...sent, ...(holder?.lxdh ? { obligePhone: String(holder.lxdh) } : {}) }
  }
  /** Saves a case on the 2nd of March, hangs its papers on it and sends it; answers what the server says. */
  async function send(sent: Sent, lang: 'zh' | 'en' = 'zh', files = of.files) {
    b.setDay('2026-03-02')
    const saved = await b.call('village')('POST', '/yw-accept/business/submit', sent)
    expect(saved.msg).toBe('操作成功')
    await attachTo(b, saved.data, files)
    return foretold(b, { ...sent, id: saved.data }, lang)
  }
  /** The same where it must be taken. Answers the case. */
  async function accepted(sent: Sent, files = of.files): Promise<string> {
    const r = await send(sent, 'zh', files)
    expect([r.msg, r.data && '']).toEqual(['操作成功', ''])
    return String(r.data)
  }
  /** Signs the contracts of a case on paper, on the 17th. */
  async function signOnPaper(id: string): Promise<void> {
    b.setDay('2026-03-17')
    for (const c of (await b.call('town')('GET', '/dzzw/contract-to-sign', {}, { businessId: id })).data) {
      await b.call('town')('POST', '/dzzw/choose-sign-way', { businessId: id, contractIds: [c.id], signWay: '3' })
      const attachId = await attachTo(b, id, ['CBHT'])
      expect((await b.call('admin')('POST', '/dzzw/upload-contract-file', { contractId: c.id, attachId, qdsj: '2026-03-17' })).msg).toBe('操作成功')
      expect((await b.call('town')('POST', '/dzzw/contract/examine', { contractId: c.id, pass: 1 })).msg).toBe('操作成功')
    }
  }
  /** From wherever it stands into the register; a contract that the case has is signed on paper. */
  async function finished(id: string): Promise<void> {
    for (let { taskKey } = await detail(id); taskKey; { taskKey } = await detail(id)) {
      if (taskKey === 'sign') await signOnPaper(id)
      if (taskKey === 'publicity') await to(id, 'recheck')
      else expect((await step(id, taskKey === 'recheck' ? 'county' : 'town')).msg).toBe('操作成功')
    }
  }
  /** Nothing keeps a case from being filed: it goes to the volume of each household of which the register was told, and every file of it lies in one. */
  async function fileable(id: string): Promise<void> {
    const { missing, bundles, files } = await b.as('admin', async (ctx) => {
      const c = await rows.get(ctx, business, id)
      const found = await bundlesOf(b.registry, ctx, c)
      const papers = []
      for (const v of found) papers.push(...(await v.papers(ctx)))
      return { missing: await missingPapers(b.registry, ctx, c), bundles: found, files: papers.flatMap((p) => p.attachId ?? []) }
    })
    expect(missing).toEqual([])
    const acts: { cbfbm?: string; djbId?: string }[] = (await all('register_entry', `"causeKind" = 'business' and "causeId" = '${id}'`)).flatMap((e) => e.acts)
    const ended = acts.flatMap((a) => a.djbId ?? [])
    const holders = ended.length ? await all('djb', `id in (${ended.join()})`) : []
    const told = new Set([...acts.flatMap((a) => a.cbfbm ?? []), ...holders.map((k) => k.cbfbm)])
    const households = bundles.flatMap((v) => v.cbfbm ?? [])
    if (of.typeCode === 'correct_fbf') expect(bundles.map((v) => v.groupType)).toEqual(['F'])
    else expect([...told].filter((c) => !households.includes(c))).toEqual([])
    expect((await all('attach', `"businessId" = ${id}`)).map((a) => String(a.id)).filter((a) => !files.includes(a))).toEqual([])
  }
  /** The case is done, nothing is held, no rule is broken, and it can be filed. */
  async function registered(id: string): Promise<string> {
    await finished(id)
    expect((await detail(id)).status).toBe('3')
    await fileable(id)
    expect(await all('business_lock', `"businessId" = ${id}`)).toEqual([])
    expect(await broken()).toEqual([])
    return id
  }
  /** Revokes a case of this application at each of these tasks: nothing stays held, the register is as it was (I25). */
  async function revokedAt(tasks: readonly string[], sent: Sent): Promise<void> {
    const before = await register()
    for (const task of tasks) {
      const id = await accepted(sent)
      await to(id, task)
      const { processInstanceId } = await detail(id)
      expect((await b.call('admin')('POST', '/yw-accept/business/revoke', { reason: '误录' }, { businessId: id, processInstanceId })).msg).toBe('操作成功')
      expect(await all('business_lock', 'true')).toEqual([])
    }
    expect(await register()).toBe(before)
  }
  /** The contracts of a case as they will be printed, by code: read together they are what each of them is alone. */
  async function drafts(id: string) {
    const files = (await all('contract_file', `"businessId" = ${id}`)).toSorted((x, y) => (x.cbhtbm < y.cbhtbm ? -1 : 1))
    return b.as('town', async (ctx) => {
      const out = []
      for (const file of files) out.push((await readDraftContract({ handlings }, ctx, file)).contract)
      const stored = { business: await rows.get(ctx, business, id), draft: await draftOf(ctx, id) }
      expect((await readDraftContracts({ handlings }, ctx, files, stored)).map((d) => d.contract)).toEqual(out)
      return out
    })
  }
  const undo = (id: string) => b.call('office')('POST', '/yw-accept/business/undo', { reason: '办错' }, { businessId: id })
  return {
    all,
    one,
    broken,
    register,
    current,
    tasksOf,
    membersOf,
    applied,
    application,
    send,
    accepted,
    finished,
    registered,
    revokedAt,
    undo,
    signOnPaper,
    drafts,
    detail,
    step,
    to,
  }
}
