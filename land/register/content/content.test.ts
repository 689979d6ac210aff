// A registered book says what it said when it was registered, whatever is changed around it: prints, sketch and detail, byte for byte. A book changes by an
// edition only, and one changed byte is found.
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { application, bench, FBFBM, land as parcels, VILLAGE, walk, type Bench } from '../../../tests/case-bench.ts'
import { clock } from '../../../kit/server/clock.server.ts'
import { newId } from '../../../kit/server/ids.server.ts'
import * as rows from '../../../kit/server/rows.server.ts'
import { openJobs } from '../../../runtime/job-queue.server.ts'
import { systemWho } from '../../../runtime/maintenance.server.ts'
import { dk } from '../../definitions/dk.ts'
import { seedPlatform } from '../../../platform/seed/seed.server.ts'
import { slice as registry } from '../../djb/registry.server.ts'
import { closeRenderer } from '../../../services/typeset/typeset.server.ts'
import { printSlice } from '../../paper/print.server.ts'
import { readBookData, readContractData, readContractSketch } from '../../paper/read.server.ts'
import { renderBook, renderContract, renderSketch } from '../../paper/render.server.ts'
import { timestampOf } from '../../../services/typeset/pdf.server.ts'
import { bookKeys, readBook1 } from './book1.ts'
import { contentOf, contentsFor, freeze } from './content.server.ts'
import { hashOf } from './frozen.server.ts'
import { FREEZE, freezeJob, freezeRoutine, VERIFY, verifyJob } from './jobs.server.ts'
import { unlikeAudit } from './audited.server.ts'
import { comparedBooks } from './compared.server.ts'
import { wrongEntries } from './entries.server.ts'
import { actsText } from './entry-faults.server.ts'
import { replayCounty } from './replay.server.ts'
import { nothingYet, verifyEntries, verifyNext, WHYS } from './verify.server.ts'
import { undo } from '../undo.server.ts'
import { closeWorks, HERE, worked } from './worked.server.ts'
import { write } from '../write.server.ts'

const COUNTY = '510112'
const PERMS = [...['cbht', 'djb', 'djb_cbf', 'djb_jtcy'].flatMap((n) => [`${n}_view`, `${n}_plain`]), 'print_view', 'djb_print', 'djb_verify', 'fbf_plain']
let b: Bench
let djbId = '',
  second = '',
  code = ''
const NOW = timestampOf('2026-05-01 09:00:00')

const field = (i: number) => {
  const x = (104.3 + i * 0.001).toFixed(4),
    end = (104.3009 + i * 0.001).toFixed(4)
  return `POLYGON((${x} 30.1,${end} 30.1,${end} 30.1008,${x} 30.1008,${x} 30.1))`
}

beforeAll(async () => {
  b = await bench({ routes: [...registry.routes, ...printSlice(undefined as never).routes], perms: PERMS })
  await seedPlatform(b.db, { clientSecret: 'x', demo: true })
  await sqlOf(`update region set name = '试县', projection = '4544' where code = '${COUNTY}'`)
  const { begun, finished, detail } = walk(b)
  const codes = ['00001', '00002', '00003', '00004']
  await parcels(b, codes)
  const { rows: made } = await sqlOf('select id from dk order by dkbm')
  await b.as('admin', async (ctx) => {
    for (const [i, { id }] of made.entries()) await rows.update(ctx, dk, id, { geom: field(i) })
  })
  const one = await begun(['00001', '00002'])
  await finished(one)
  code = (await detail(one)).codes.cbhtbm
  await finished(await begun(['00003'], 1, application(['00003'], 2)))
  const { rows: books } = await sqlOf('select id, cbjyqzbm from djb order by cbjyqzbm')
  djbId = books.find((x) => x.cbjyqzbm === code).id
  second = books.find((x) => x.cbjyqzbm !== code).id
})
afterAll(async () => {
  await closeRenderer()
  await b.end()
})
const sqlOf = (text: string, values: unknown[] = []): Promise<{ rows: any[]; rowCount: number | null }> => b.db.pool.query(text, values)
const contentRow = async (id = djbId) => (await sqlOf('select * from djb_content where "djbId" = $1 order by edition', [id])).rows

/** Everything that goes out of a book: its three documents, its page and the data of its print. */
async function goesOut() {
  const read = await b.as('county', async (ctx) => {
    const contract = await readContractData(ctx, { djbId })
    return { book: await readBookData(ctx, djbId), contract, sketch: await readContractSketch(ctx, contract) }
  })
  const pdfs = [await renderBook(read.book, NOW), (await renderContract(read.contract, NOW)).pdf, await renderSketch(read.sketch, NOW)]
  const got = async (path: string, query: Record<string, string>) => {
    const r = await b.call('county')('GET', path, {}, query)
    expect([path, r.msg]).toEqual([path, '操作成功'])
    return r.data
  }
  const detail = await got('/base-qssj/djb/detailById', { id: djbId })
  const page = { ...detail, cbjyqz: null, rev: 0, updateTime: '', updateUser: '' }
  const contract = await got('/base-qssj/cbht/detail', { cbhtbm: code })
  return [
    ...pdfs.map((pdf) => hashOf(pdf.toString('latin1'))),
    JSON.stringify(page),
    JSON.stringify(contract.dkList),
    JSON.stringify(await got('/base-qssj/djb/print/get', { id: djbId })),
  ]
}

test('a finished contract leaves a content: its hash in the book and in the audit log, its text what the rows say', async () => {
  const [kept] = await contentRow()
  expect(kept).toMatchObject({ edition: 1, regionCode: VILLAGE, countyCode: COUNTY, sha256: hashOf(kept.text) })
  const { rows: book } = await sqlOf('select "contentHash", rev, (select count(*)::int from djb_v v where v.id = djb.id) as n from djb where id = $1', [djbId])
  expect(book).toEqual([{ contentHash: kept.sha256, rev: 1, n: 0 }])
  const { rows: log } = await sqlOf(`select action, diff from audit_event where object = 'djb_content' and "objectId" = $1`, [kept.batchId])
  expect(log).toEqual([{ action: 'djb.freeze', diff: { [djbId]: [null, kept.sha256] } }])
  const said = readBook1(kept.text)
  expect(said).toMatchObject({
    fzjg: expect.stringMatching(/人民政府$/),
    book: { cbjyqzbm: code, cbfs: { code: '110', text: '家庭承包' }, dbr: '县经办' },
    members: [{ cyxm: '张三', yhzgx: { code: '02', text: '户主' } }],
    lines: [{ values: { dkbm: `${FBFBM}00001`, htmjm: '1.50' } }, { values: { dkbm: `${FBFBM}00002` } }],
  })
  expect(said.lines[0]!.rings[0]!.length).toBeGreaterThan(3)
})

test('changing everything around a book changes nothing that goes out of it', async () => {
  const before = await goesOut()
  // the sketch shows its neighbours
  expect((await b.as('county', async (ctx) => (await readBookData(ctx, djbId)).rows.sketch!.others)).length).toBe(2)
  b.setDay('2026-04-20')
  const { rows: live } = await sqlOf(`select id, dkbm from dk order by dkbm`)
  const idOf = (n: string) => live.find((p) => p.dkbm === FBFBM + n).id as string
  await b.as('admin', async (ctx) => {
    // its own parcels and its neighbours: names, grade, neighbours in the four sides, geometry
    for (const n of ['00001', '00002', '00003', '00004']) {
      const { geom } = await rows.get(ctx, dk, idOf(n))
      const moved = String(geom).replace(/(\d+\.\d+) (\d+\.\d+)/g, (_, x, y) => `${(Number(x) + 0.0003).toFixed(7)} ${(Number(y) + 0.0002).toFixed(7)}`)
      await rows.update(ctx, dk, idOf(n), {
        dkmc: '改名',
        dldj: '09',
        dkdz: '改',
        dkxz: '改',
        dknz: '改',
        dkbz: '改',
        sfjbnt: '2',
        dkbzxx: '改',
        scmjm: '9.99',
        geom: moved,
      })
    }
    await rows.insert(ctx, dk, { regionCode: VILLAGE, fbfbm: FBFBM, dkbm: `${FBFBM}00009`, dkmc: '新', dklb: '22', dldj: '01', tdyt: '1', zt: '1', geom: field(9) }) // prettier-ignore
  })
  const changed = async (text: string) => expect([text, (await sqlOf(text)).rowCount]).not.toEqual([text, 0])
  await changed(`update fbf set fbfmc = '改名村', fbffzrxm = '别人', lxdh = '13900000000'`)
  await changed(`update cbf set cbfmc = '改名', cbfdz = '改址', lxdh = '13900000001'`)
  await changed(`update jtcy set cyxm = '改名', yhzgx = '10'`)
  await changed(
    `update dict_biz set "dictValue" = '改' || "dictValue" where "parentId" is not null and code in ('yhzgx', 'cybz', 'dldj', 'yes_no', 'cbjyqqdfs', 'zjlx', 'djxl')`,
  )
  await changed(`update region set name = '改名县', projection = '4549' where code = '${COUNTY}'`)
  await changed(`update jzd set jzdh = 'X' || jzdh`).catch(() => undefined)
  // and rows of the book itself, which nobody may change
  await changed(`update djb_jtcy set cyxm = '改名'`)
  await changed(`update djb_cbf set cbfmc = '改名'`)
  await changed(`update cbdkxx set htmjm = '8.88'`)
  await changed(`update djb set fbfmc = '改名村', dbr = '别人', djsj = '2001-01-01'`)
  await changed(`update cbht set cbqxz = '2001-01-01'`)
  expect(await goesOut()).toEqual(before)
})

test('a book that is not frozen yet is made from its rows in the same way, and its freezing is an edition of its own', async () => {
  await sqlOf('delete from djb_content where "djbId" = $1', [second])
  await sqlOf('update djb set "contentHash" = null where id = $1', [second])
  const made = await b.as('county', (ctx) => contentsFor(ctx, COUNTY, [second]))
  expect(made.get(second)).toEqual({ content: (await b.as('county', (ctx) => contentOf(ctx, COUNTY, [second]))).get(second) })
  expect(await b.as('county', (ctx) => freeze(ctx, COUNTY, [second]))).toBe(1)
  const frozen = await b.as('county', (ctx) => contentsFor(ctx, COUNTY, [second]))
  expect(frozen.get(second)).toEqual({ ...made.get(second), sha256: hashOf((await contentRow(second))[0].text) })
})

test('freezing again writes nothing while a book is what it was, and the next edition when it is not; the former one stays', async () => {
  expect(await b.as('county', (ctx) => freeze(ctx, COUNTY, [second]))).toBe(0)
  const [first] = await contentRow(second)
  const given = new Map([[second, { prevCbqxz: '2025-12-31' }]])
  expect(await b.as('county', (ctx) => freeze(ctx, COUNTY, [second], given))).toBe(1)
  const [kept, next] = await contentRow(second)
  expect([kept, next.edition, readBook1(next.text).book.prevCbqxz]).toEqual([first, 2, '2025-12-31'])
  expect((await sqlOf('select "contentHash" as h from djb where id = $1', [second])).rows).toEqual([{ h: next.sha256 }])
  expect((await b.as('county', (ctx) => contentsFor(ctx, COUNTY, [second]))).get(second)?.sha256).toBe(next.sha256)
})

test('a correction makes the next edition: what it corrects is new, parcels and issuer stay as registered; taken back, the book names the former one', async () => {
  // as a package brings one: what a business made is changed by a business
  await sqlOf(`update djb set "causeKind" = 'import' where id = $1`, [second])
  await sqlOf(`update dk set dldj = '02', dkmc = '又改' where dkbm = $1`, [`${FBFBM}00003`])
  await sqlOf(`update fbf set fbffzrxm = '又一人'`)
  const before = await contentRow(second)
  const was = readBook1(before.at(-1).text)
  const { cbfzjlx, cbfzjhm } = bookKeys(was.holder) as { cbfzjlx: string; cbfzjhm: string }
  const holder = { cbfmc: '更正户主', cbfzjlx, cbfzjhm }
  const act = { act: 'reviseBook', djbId: second, content: { dbr: '更正人', fzjg: '更正县人民政府', holder } } as const
  const holderRow = async () => (await sqlOf('select cbfmc from djb_cbf where "djbId" = $1', [second])).rows
  const entry = { cause: { kind: 'correction', id: '7' }, unit: 'c1', regionCode: VILLAGE, day: '2026-04-20' } as const
  await b.as('admin', (ctx) => write(ctx, { ...entry, acts: [act] }))
  const after = await contentRow(second)
  expect([after.length, after.slice(0, -1)]).toEqual([before.length + 1, before])
  const now = readBook1(after.at(-1).text)
  expect(now).toEqual({ ...was, fzjg: '更正县人民政府', holder: { ...was.holder, cbfmc: '更正户主' }, book: { ...was.book, dbr: '更正人', cbfmc: '更正户主' } })
  expect(await holderRow()).toEqual([{ cbfmc: '更正户主' }])
  expect(now.lines[0]!.rings.length).toBe(1)
  const corrected = new Map([[second, { corrected: [`${FBFBM}00003`] }]])
  expect(await b.as('admin', (ctx) => freeze(ctx, COUNTY, [second], corrected))).toBe(1)
  const last = (await contentRow(second)).at(-1)
  expect(bookKeys(readBook1(last.text).lines[0]!.values).dldj).toBe('02')
  // taken back, the row names the text that was in force before, whatever was frozen after it
  await b.as('county', (ctx) => undo(ctx, entry.cause, VILLAGE))
  expect((await sqlOf('select "contentHash" as h from djb where id = $1', [second])).rows).toEqual([{ h: before.at(-1).sha256 }])
  expect((await b.as('county', (ctx) => contentsFor(ctx, COUNTY, [second]))).get(second)?.content).toEqual(was)
  expect(await holderRow()).toEqual([{ cbfmc: bookKeys(was.holder).cbfmc }])
  await sqlOf('delete from djb_content where "djbId" = $1 and edition > 2', [second])
})

test('ids that are no book of the county are left out, and what is of another tenant is not there', async () => {
  expect(await b.as('county', (ctx) => contentOf(ctx, '510113', [djbId]))).toEqual(new Map())
  expect(await b.as('county', (ctx) => freeze(ctx, COUNTY, ['1', '2']))).toBe(0)
  const elsewhere = await b.db.transaction({ tenantId: '100001' }, async (tx) => (await tx.selectFrom('djb_content').select('id').execute()).length)
  expect(elsewhere).toBe(0)
})

const verified = async () => {
  const so = nothingYet()
  await verifyNext(b.db.owner, { tenantId: '000000', region: '' }, so)
  // everything around the books was changed above: that rows say otherwise is asked in views/watch/tampering.test.ts
  const found = so.found.filter((d) => d.why !== 'rows')
  return { ...so, differences: found.length, found: found.map((d) => [d.djbId, d.edition, d.why]) }
}
const clean = { books: 2, contents: 3, waiting: 0, entries: 0, differences: 0, found: [] }
/** The command as people run it; the embedded engine's folder is held by the test itself. */
async function command(...args: string[]) {
  const at = new URL(process.env.TEST_DATABASE_URL!)
  at.pathname = `/${(await sqlOf('select current_database() as name')).rows[0].name}`
  const tool = join(resolve(import.meta.dirname, '../../..'), 'tools/djb-verify.mjs')
  const r = spawnSync(process.execPath, [tool, ...args], { encoding: 'utf8', env: { ...process.env, DATABASE_URL: at.toString() } })
  return { code: r.status, out: r.stdout }
}

test('an entry whose acts were changed is told by the verification and by the replay, whoever covers it up', async () => {
  const wrong = async () => {
    const so = nothingYet()
    for (let last: string | undefined = ''; last !== undefined;) last = await verifyEntries(b.db.owner, '000000', COUNTY, so, last)
    expect(so.entries).toBeGreaterThan(0)
    return so.found.map((d) => [d.code, d.why])
  }
  expect(await wrong()).toEqual([])
  const [kept] = (await sqlOf(`select id, unit, acts, sha256 from register_entry where acts is not null order by id limit 1`)).rows
  const acts = kept.acts.map((a: object, i: number) => (i === 0 ? { ...a, day: '2001-01-01' } : a))
  const cases: [string, unknown[], string][] = [
    ['update register_entry set acts = $2 where id = $1', [kept.id, JSON.stringify(acts)], 'acts'],
    ['update register_entry set acts = $2, sha256 = $3 where id = $1', [kept.id, JSON.stringify(acts), actsText(acts).sha256], 'entryAudit'],
    ['update register_entry set acts = null where id = $1', [kept.id], 'entryMissing'],
  ]
  for (const [text, values, why] of cases) {
    await sqlOf(text, values)
    expect([why, await wrong()]).toEqual([why, [[kept.unit, why]]])
    const told = (await b.as('county', (ctx) => replayCounty(ctx, COUNTY))).differences
    // named by the codes that people know, whether its acts are there or not
    const about = told.find((d) => d.code === kept.unit)!.what
    expect(about).toContain(`${WHYS[why as keyof typeof WHYS].en}: about `)
    expect(about).toContain(code)
    await sqlOf('update register_entry set acts = $2, sha256 = $3 where id = $1', [kept.id, JSON.stringify(kept.acts), kept.sha256])
  }
  expect(await wrong()).toEqual([])
})

test('the verification finds one changed byte, whoever covers it up, and nothing in what is as it was registered', async () => {
  expect(await verified()).toEqual(clean)
  const [kept] = await contentRow()
  const byte = kept.text.replace('张三', '张四')
  const hash = hashOf(byte)
  const cases: [string, unknown[], string[]][] = [
    ['update djb_content set text = $2 where id = $1', [kept.id, byte], ['changed']],
    ['update djb_content set text = $2, sha256 = $3 where id = $1', [kept.id, byte, hash], ['book', 'audit']],
    ['with c as (update djb_content set text = $2, sha256 = $3 where id = $1) update djb set "contentHash" = $3 where id = $4', [kept.id, byte, hash, djbId], ['audit']], // prettier-ignore
    ['update djb set "contentHash" = $2 where id = $1', [djbId, hash], ['book']],
    ['update djb set "contentHash" = null where id = $1', [djbId], ['book']],
    ['delete from djb_content where id = $1', [kept.id], ['missing']],
  ]
  for (const [text, values, whys] of cases) {
    await sqlOf(text, values)
    expect([text, (await verified()).found]).toEqual([text, whys.map((why) => [djbId, why === 'missing' ? 0 : 1, why])])
    if (whys[0] === 'changed')
      for (const [path, query] of [
        ['/base-qssj/djb/detailById', { id: djbId }],
        ['/base-qssj/djb/print/get', { id: djbId }],
        ['/dzzw/djb-print', { djbId }],
      ] as const) {
        const [zh, en] = [await b.call('county')('GET', path, {}, query), await b.call('county', 'en')('GET', path, {}, query)]
        expect([path, zh.key, zh.msg, en.msg]).toEqual([
          path,
          'content-broken',
          `登记簿【${code}】的登记内容与其摘要不符，不能显示和打印，请进行登记簿核验`,
          `The content of book ${code} does not match its digest: it is neither shown nor printed. Verify the books`,
        ])
      }
    if (whys[0] === 'changed' && process.env.TEST_DATABASE_URL) {
      const told = await command(`--county=${COUNTY}`)
      expect([told.code, told.out]).toEqual([1, expect.stringMatching(new RegExp(`${code} version 1, edition 1.*was changed[^]*[1-9]\\d* differences`))])
    }
    await sqlOf('delete from djb_content where id = $1', [kept.id])
    const names = Object.keys(kept)
    await sqlOf(`insert into djb_content (${names.map((n) => `"${n}"`).join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`, Object.values(kept)) // prettier-ignore
    await sqlOf('update djb set "contentHash" = $2 where id = $1', [djbId, kept.sha256])
  }
  // an edition in the middle, and a hash in the log
  const [first, next] = await contentRow(second)
  await sqlOf('update djb_content set edition = 3 where id = $1', [next.id])
  expect((await verified()).found).toEqual([[second, 2, 'missing']])
  await sqlOf('update djb_content set edition = 2 where id = $1', [next.id])
  await sqlOf(`update audit_event set diff = '{}' where "objectId" = $1`, [first.batchId])
  expect((await verified()).found).toEqual([[second, 1, 'audit']])
  await sqlOf(`update audit_event set diff = $2 where "objectId" = $1`, [first.batchId, JSON.stringify({ [second]: [null, first.sha256] })])
  expect(await verified()).toEqual(clean)
  if (process.env.TEST_DATABASE_URL) {
    // what was changed around the books is told by its facts, and nothing else is
    const told = await command()
    expect([told.code, told.out]).toEqual([1, expect.stringMatching(/\n2 books, \d+ entries, 3 contents, 0 not frozen yet, 2 differences\n$/)])
    expect(told.out.split('\n').slice(0, -2)).toEqual([expect.stringContaining(WHYS.rows.zh), expect.stringContaining(WHYS.rows.zh)])
    expect((await command('--county=51011')).code).toBe(2)
  }
})

test('what is asked of many books is made and compared beside the thread that answers people, and says the same', async () => {
  // one may stand from what was asked before
  await closeWorks()
  const begun: unknown[] = []
  const note = (thread: unknown) => void begun.push(thread)
  process.on('worker', note)
  const many = (ids: readonly string[]) => Array.from({ length: HERE + 1 }, (_, i) => ids[i % ids.length]!)
  const asked = (...[books, entries, parcels]: string[][]) =>
    b.as('county', async (ctx) => ({
      books: await comparedBooks(ctx, COUNTY, books!),
      entries: await wrongEntries(ctx, COUNTY, entries!),
      parcels: await unlikeAudit(ctx, COUNTY, { of: dk, columns: ['dkmc', 'dldj'] }, parcels!),
    }))
  const [entry] = (await sqlOf('select id::text as id, sha256 from register_entry order by id limit 1')).rows
  const [parcel] = (await sqlOf(`update dk set dkmc = '偷改' where dkbm = $1 returning id::text as id`, [`${FBFBM}00009`])).rows
  await sqlOf(`update register_entry set sha256 = repeat('0', 64) where id = $1`, [entry.id])
  const few = await asked([djbId, second], [entry.id], [parcel.id])
  expect(begun).toEqual([])
  expect([few.books.size, few.entries.length, few.parcels.get(parcel.id)]).toEqual([2, 1, [{ zh: '地块名称', en: expect.any(String) }]])
  expect(await asked(many([djbId, second]), many([entry.id]), many([parcel.id]))).toEqual(few)
  await sqlOf('update register_entry set sha256 = $2 where id = $1', [entry.id, entry.sha256])
  // freezing as well: it has nothing to add, and whoever imports has its own points
  await sqlOf('delete from djb_content where "djbId" = $1 and edition > 1', [second])
  const first = (await contentRow(second))[0]
  await sqlOf('update djb set "contentHash" = null where id = $1', [second])
  const points = readBook1(first.text).lines[0]!.rings[0]!.map(([xzbz, yzbz], i) => ({ xzbz: String(yzbz), yzbz: String(xzbz), jzdh: `K${i}` }))
  expect(await b.as('county', (ctx) => freeze(ctx, COUNTY, many([second]), undefined, () => points))).toBe(1)
  expect(begun.length).toBe(1)
  // a work that fails is told to whoever asked for it, and the next one is done
  await expect(worked('entries', 'no JSON', HERE + 1)).rejects.toThrow(/JSON/)
  expect(await worked('entries', '[]', HERE + 1)).toEqual([])
  expect(begun.length).toBe(1)
  process.off('worker', note)
})

test('books of before are frozen by a job that the routine begins, once; the verification is begun and read by people', async () => {
  await sqlOf('delete from djb_content')
  await sqlOf('update djb set "contentHash" = null')
  expect(await verified()).toEqual({ ...clean, contents: 0, waiting: 2 })
  const faults: unknown[] = []
  const jobs = openJobs(b.db, [freezeJob, verifyJob], (e) => faults.push(e))
  const as = <T>(tenantId: string, work: (ctx: any) => Promise<T>) =>
    b.db.transaction({ tenantId }, (tx) => {
      const ctx: any = { who: systemWho(tenantId), db: tx, lang: 'zh', now: '2026-05-01 09:00:00', newId: () => newId(), requestId: 't', ip: '' }
      ctx.enqueue = (k: string, p: Record<string, unknown>, o?: object) => jobs.enqueue(ctx, k, p, o)
      return work(ctx)
    })
  const run = {
    db: b.db,
    now: clock(),
    signal: new AbortController().signal,
    as,
    system: (work: any) => b.db.transaction({ tenantId: '000000', system: true }, work),
  }
  expect(await freezeRoutine.run(run as never)).toBe('1 jobs')
  expect(await freezeRoutine.run(run as never)).toBe('0 jobs')
  jobs.start()
  await jobs.idle()
  expect([faults, (await sqlOf('select kind, status, done from job')).rows]).toEqual([[], [{ kind: FREEZE, status: 'done', done: '2' }]])
  expect(await verified()).toEqual({ ...clean, contents: 2 })
  expect(await freezeRoutine.run(run as never)).toBe('0 jobs')

  const call = b.call('county')
  expect((await call('GET', '/base-qssj/djb/verification')).data).toEqual({ regionCode: COUNTY, last: null })
  for (const [lang, msg] of [
    ['zh', '请选择行政区划'],
    ['en', 'Please select the region'],
  ] as const)
    expect((await b.call('county', lang)('POST', '/base-qssj/djb/verify')).data.fields).toEqual([{ field: 'regionCode', msg }])
  expect((await call('POST', '/base-qssj/djb/verify', { regionCode: '510113' })).key).toBe('out-of-region')
  await sqlOf(`update djb_content set text = text || ' ' where "djbId" = $1`, [djbId])
  const id = String(
    await as('000000', (ctx) => jobs.enqueue({ ...ctx, who: { ...ctx.who, userId: '14' } }, VERIFY, { regionCode: COUNTY }, { regionCode: COUNTY })),
  )
  await jobs.idle()
  await jobs.stop()
  const data = (await call('GET', '/base-qssj/djb/verification')).data.last
  expect(data).toMatchObject({ jobId: id, status: 'done', regionCode: COUNTY, books: 2, contents: 2, waiting: 0 })
  expect(data.records.filter((r: any) => r.why !== 'rows')).toEqual([
    { djbId, code, version: 1, edition: 1, regionCode: VILLAGE, why: 'changed', msg: '内容与其摘要不符，内容或摘要被改动' },
  ])
  expect((await b.call('other')('GET', '/base-qssj/djb/verification')).data.last).toBeNull()
})
