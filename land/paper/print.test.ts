import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ctx, Who } from '../../kit/server/ctx.server.ts'
import { type DatabaseHandle } from '../../kit/server/db.server.ts'
import { newId } from '../../kit/server/ids.server.ts'
import { mount } from '../../kit/server/mount.server.ts'
import { DeferredResponse, type Route } from '../../kit/server/route.server.ts'
import * as rows from '../../kit/server/rows.server.ts'
import { closeRenderer } from '../../services/typeset/typeset.server.ts'
import { attach } from '../../services/files/attach.ts'
import { addRow } from '../../services/files/attachments.server.ts'
import { folderStorage } from '../../services/files/storage/storage.server.ts'
import { param } from '../../platform/definitions/system.ts'
import { cbf } from '../definitions/cbf.ts'
import { jtcy } from '../definitions/jtcy.ts'
import { dk } from '../definitions/dk.ts'
import { fbf } from '../definitions/fbf.ts'
import { cbdkxx, cbht, djb, djb_cbf, djb_jtcy } from '../definitions/cbht.ts'
import { openAuthority } from '../../services/pades/authority.server.ts'
import { signContractPdf } from '../../signing/contract/sign-pdf.server.ts'
import { signingSlice } from '../../signing/signing.server.ts'
import { seedPlatform } from '../../platform/seed/seed.server.ts'
import { printSlice } from './print.server.ts'
import { slice as registerForms } from './register-forms.server.ts'
import { readHolders } from './survey.server.ts'
import { cbjyqz } from '../definitions/cbjyqz.ts'
import { readContractData, type ContractData } from './read.server.ts'
import { renderContract } from './render.server.ts'
import { timestampOf } from '../../services/typeset/pdf.server.ts'
import { freshDatabase } from '../../tests/world.ts'

const NOW = '2028-02-03 09:00:00'
let clock = '2028-02-03T09:00:00+08:00'
const G = '51202110120103',
  CBFBM = `${G}0007`,
  CODE = `${CBFBM}J`
const who: Who = {
  userId: '1',
  account: 'county',
  realName: '县',
  tenantId: '000000',
  deptId: '1',
  roleIds: [],
  roles: [],
  regionCode: '512021',
  perms: new Set(['print_view', 'djb_print', 'sign_view', ...['djb', 'djb_cbf', 'djb_jtcy', 'fbf', 'cbf', 'jtcy'].map((t) => `${t}_plain`)]),
}
const elsewhere: Who = { ...who, regionCode: '51202110120104' }
const field = (i: number) => {
  const x = 105.1 + i * 0.001
  return `POLYGON((${x} 30.1,${x + 0.0009} 30.1,${x + 0.0009} 30.1008,${x} 30.1008,${x} 30.1))`
}

const folder = mkdtempSync(join(tmpdir(), 'print-'))
const storage = folderStorage(join(folder, 'files'))
let db: DatabaseHandle,
  drop: () => Promise<void>,
  app: FastifyInstance,
  caller: Who | undefined = who,
  djbId = '',
  rareId = ''
const within = <T>(work: (ctx: Ctx) => Promise<T>) =>
  db.transaction({ tenantId: who.tenantId }, (tx) =>
    work({ who, db: tx, lang: 'zh', now: NOW, clock: () => new Date('2028-02-03T09:00:00+08:00'), newId, requestId: 'r', ip: '', enqueue: async () => '' }),
  )

/** A household of two with two parcels under a book; a third parcel of the group lies beside them. */
async function household(ctx: Ctx, code: string, name: string, first: number): Promise<string> {
  const at = { regionCode: G },
    cbfbm = code.slice(0, 18),
    owner = { cbfbm, cbfmc: name, cbfzjhm: '512021195001011000' }
  const home = { ...at, ...owner, cbfzjlx: '1', cbfdz: '油坪村三组12号', yzbm: '642350', lxdh: '13800000002' }
  const id = await rows.insert(ctx, djb, {
    ...at,
    cbjyqzbm: code,
    version: 1,
    qszt: '1',
    ...owner,
    fbfbm: G,
    fbfmc: '油坪村第三村民小组',
    cbfs: '110',
    cbqx: '30',
    cbqxq: '2028-01-01',
    cbqxz: '2057-12-31',
    htzmjm: '3.00',
    djxl: '0',
    djsj: '2028-01-05',
    dbr: '孙八',
    printCount: 0,
  })
  await rows.insert(ctx, cbht, {
    ...at,
    djbId: id,
    cbhtbm: code,
    version: 1,
    qszt: '1',
    ...owner,
    fbfbm: G,
    cbqx: 30,
    cbqxq: '2028-01-01',
    cbqxz: '2057-12-31',
    qdsj: '2027-12-20',
    htzmjm: '3.00',
  })
  await rows.insert(ctx, djb_cbf, { ...home, djbId: id, cbflx: '1' })
  const cbfId = await rows.insert(ctx, cbf, { ...home, fbfbm: G, cbflx: '1', cbfs: '110', cbqx: 30, cbqxq: '2028-01-01', zt: '1', djzt: '2' })
  for (const [i, m] of [
    { cyxm: '李秀英', yhzgx: '10', cyzjhm: '512021195201011233' },
    { cyxm: name, yhzgx: '02', cyzjhm: owner.cbfzjhm },
  ].entries()) {
    await rows.insert(ctx, djb_jtcy, { ...at, djbId: id, sort: i + 1, ...m })
    await rows.insert(ctx, jtcy, { ...at, cbfId, cbfbm, sort: i + 1, ...m })
  }
  for (const i of [first + 1, first]) {
    const dkbm = `${G}${String(i).padStart(5, '0')}`
    const dkId = await rows.insert(ctx, dk, {
      ...at,
      fbfbm: G,
      dkbm,
      dkmc: `沟边田${i}`,
      dldj: '03',
      dkdz: '李四承包地',
      dkxz: '灌溉渠',
      dknz: '村道',
      dkbz: '王五承包地',
      cbfbm,
      cbfmc: name,
      scmjm: '1.60',
      sfjbnt: '1',
      geom: field(i),
      zt: '1',
    })
    await rows.insert(ctx, cbdkxx, {
      ...at,
      djbId: id,
      dkId,
      dkbm,
      dkmc: `沟边田${i}`,
      cbfbm,
      fbfbm: G,
      cbhtbm: code,
      htmjm: '1.50',
      yhtmjm: '1.40',
      scmjm: '1.60',
      qszt: '1',
    })
  }
  return id
}

beforeAll(async () => {
  ;({ db, drop } = await freshDatabase('schema'))
  await seedPlatform(db, { clientSecret: 'x', demo: true })
  await within(async (ctx) => {
    await rows.insert(ctx, fbf, {
      regionCode: G,
      fbfbm: G,
      fbfmc: '油坪村第三村民小组',
      fbffzrxm: '刘德华',
      fzrzjlx: '1',
      fzrzjhm: '512021196501011234',
      fbfdz: '油坪村三组',
      zt: '1',
    })
    djbId = await household(ctx, CODE, '张三', 1)
    rareId = await household(ctx, `${G}0008J`, '张\u{E000}', 5)
    await rows.insert(ctx, dk, { regionCode: G, fbfbm: G, dkbm: `${G}00009`, dkmc: '邻田', geom: field(3), zt: '1' })
  })
  const late: Route = {
    method: 'GET',
    path: '/late',
    perm: 'print_view',
    scope: 'land',
    audit: 'read',
    summary: '事务之后作答',
    // a transaction inside a transaction throws
    run: async () => new DeferredResponse(() => db.transaction({ tenantId: '000000' }, async () => 'after')),
  }
  app = await mount(
    [
      late,
      ...printSlice(storage).routes,
      ...registerForms.routes,
      ...signingSlice({ dataDir: folder, storage, types: { handlings: {} }, publicUrl: '', sms: undefined as never, checkPages: true }).routes,
    ],
    {
      db,
      headers: {},
      whoIs: async () => caller,
      now: () => new Date(clock),
      enqueue: async () => '',
      log: (e) => {
        throw e
      },
    },
  )
})
afterAll(async () => {
  await app.close()
  await closeRenderer()
  await db.close()
  await drop()
  rmSync(folder, { recursive: true })
})

async function ask(method: 'GET' | 'POST', path: string, query: Record<string, string>, as = who) {
  caller = as
  const r = await app.inject({ method, url: `/api${path}`, query })
  return {
    status: r.statusCode,
    type: String(r.headers['content-type']),
    inline: String(r.headers['content-disposition']).startsWith('inline'),
    raw: r.rawPayload,
    json: () => r.json(),
  }
}
function poppler(tool: string, pdf: Buffer, ...after: string[]): string {
  const file = join(folder, 'x.pdf')
  writeFileSync(file, pdf)
  return execFileSync(tool, [file, ...after], { encoding: 'utf8' })
}
/** Every line and sign of all pages. */
function traceOf(pdf: Buffer): string {
  const file = join(folder, 'trace.pdf')
  writeFileSync(file, pdf)
  return execFileSync('mutool', ['trace', file, '1-N'], { encoding: 'utf8', maxBuffer: 2 ** 28 })
}
/** Outlines of parcels (red lines) in a trace of pages by another's program: the lengths of their edges on paper, mm, and the scale that is told next. */
function drawnParcels(trace: string): { scale: number; edges: number[] }[] {
  const all: { scale: number; edges: number[] }[] = []
  for (const [, path, attributes, body, text] of trace.matchAll(/<(stroke_path) ([^>]*)>(.*?)<\/stroke_path>|<fill_text[^>]*>(.*?)<\/fill_text>/gs)) {
    const said = [...(text ?? '').matchAll(/unicode="([^"]*)"/g)].map((m) => m[1]).join('')
    const scale = /^1:(\d+)$/.exec(said)
    if (scale) for (const x of all) x.scale ||= Number(scale[1])
    const [r, g, b] = (/color="([^"]*)"/.exec(attributes ?? '')?.[1] ?? '').split(' ').map(Number)
    if (!path || !(r! > 0.8 && g! < 0.3 && b! < 0.3)) continue
    const points = [...body!.matchAll(/<(?:moveto|lineto) x="([^"]*)" y="([^"]*)"/g)].map((m) => [Number(m[1]), Number(m[2])] as const)
    const edges = points.slice(1).map(([x, y], i) => (Math.hypot(x - points[i]![0], y - points[i]![1]) * 25.4) / 72)
    // the ring is closed by its first point, or by a line without length to it
    all.push({ scale: 0, edges: edges.filter((mm) => mm > 0.001) })
  }
  return all
}
const textOf = (pdf: Buffer) => poppler('pdftotext', pdf, '-').replace(/[\s\u200b]/g, '')
/** While a tenant has these parameters. */
async function withParams(values: Readonly<Record<string, string>>, look: () => Promise<void>): Promise<void> {
  const ids = await within((ctx) =>
    Promise.all(Object.entries(values).map(([paramKey, paramValue]) => rows.insert(ctx, param, { paramName: paramKey, paramKey, paramValue }))),
  )
  await look().finally(() => within((ctx) => rows.erase(ctx, param, ids)))
}
const prints = async () =>
  (
    await db.pool.query('select d."printCount" as n, d.rev, (select count(*)::int from djb_v v where v.id = d.id) as versions from djb d where d.id = $1', [
      djbId,
    ])
  ).rows[0]

describe('the print routes on the register', () => {
  it.each([
    ['/dzzw/print-contract-book', () => ({ djbId }), ['合同份数', '共有人情况', CODE, '变动登记']],
    ['/dzzw/djb-print', () => ({ djbId }), ['共有人情况', '安岳县人民政府', '家庭承包', '承包地块示意图', '2028年01月05日']],
    ['/dzzw/preview-contractanddksyt-file', () => ({ djbId }), ['总计', '3.00', '三等地', '2027年12月20日', '00001：1.50亩']],
    ['/dzzw/preview-contractanddksyt-file', () => ({ cbhtbm: CODE }), [CODE, '刘德华', '00002：1.50亩']],
    ['/dzzw/preview-dk-syt', () => ({ djbId }), ['张三', '00001：1.50亩', '灌溉渠']],
    ['/dzzw/preview-dk-syt', () => ({ cbfbm: CBFBM }), ['张三', '00002：1.60亩']],
    ['/dzzw/batch-print-dk-syt', () => ({ dkbms: `${G}00002,${G}00009` }), ['00002：1.60亩', '00009：亩']],
    ['/base-dlxx/dk/diagram', () => ({ dkbm: `${G}00001` }), ['00001：1.60亩', '李四承包地']],
    ['/base-qssj/cbf/survey-table/download', () => ({ cbfbms: CBFBM }), ['承包方调查表', '共2人', '户主', CODE]],
    ['/base-qssj/fbf/survey-table/download', () => ({ regionCode: '512021101' }), ['发包方调查表', G, '刘德华']],
    ['/base-qssj/djb/register-survey/download', () => ({ cbfbms: CBFBM }), ['调查登记表', '李秀英', '2块2.80', '3.200.40', '农户情况和意愿']],
    ['/base-qssj/djb/publicity-confirm/download', () => ({ cbfbms: CBFBM }), ['归户表', '刘德华', '共2块3.00亩', '共0块0.00亩', '沟边田1', '家庭承包']],
    ['/dzzw/land-form', () => ({ form: 'members', cbfbms: CBFBM }), ['家庭成员信息表', '李秀英', '共1户2人', '512***********1000']],
    ['/dzzw/land-form', () => ({ form: 'signing', cbfbms: CBFBM }), ['调查信息公示签字表', '签字人', '沟边田1']],
    ['/dzzw/land-form', () => ({ form: 'location', cbfbms: CBFBM }), ['空间方位示意图', CBFBM, '2块', '3.20亩']],
    ['/dzzw/land-form', () => ({ form: 'real-estate', cbfbms: CBFBM }), ['不动产登记申请书', '张三', '询问记录', '2块']],
    ['/dzzw/land-form', () => ({ form: 'give-up', cbfbms: CBFBM }), ['自愿放弃', CODE, '不得再要求承包土地']],
    ['/dzzw/land-form', () => ({ form: 'mandate', cbfbms: CBFBM }), ['代签委托书', '张三', '受托人']],
    ['/dzzw/land-form', () => ({ form: 'extinct', cbfbms: CBFBM }), ['消亡户认定表', '乡镇审核意见']],
    ['/dzzw/land-form', () => ({ form: 'check', cbfbms: CBFBM }), ['抽样核查表', CODE, '成员核对', '3.00']],
    ['/base-qssj/djb/cbjyqzsqs/download', () => ({ cbfbms: CBFBM }), ['登记（变更）申请书', CODE, '2块2.803.003.20', '县级审批意见']],
  ] as const)('%s answers a PDF of the rows %#', async (path, query, words) => {
    const r = await ask('GET', path, query())
    expect([r.status, r.type, r.inline], r.raw.toString('utf8', 0, 200)).toEqual([200, 'application/pdf', true])
    const text = textOf(r.raw)
    for (const w of words) expect(text).toContain(w)
    expect(text).not.toMatch(/null|undefined/)
  })
  it.each([
    ['the sketch of a contract', '/dzzw/preview-contractanddksyt-file', () => ({ djbId })],
    ['the sketch of a household', '/dzzw/preview-dk-syt', () => ({ cbfbm: CBFBM })],
    ['the sketch in a book', '/dzzw/djb-print', () => ({ djbId })],
  ])('draws each line of a parcel as long as it is on the ground by the scale that stands beside it: %s', async (_, path, query) => {
    const { rows: ground } = await db.pool.query(
      `select d.dkbm, array_agg(ST_Distance(ST_SetSRID(ST_PointN(r, n), 4326)::geography, ST_SetSRID(ST_PointN(r, n + 1), 4326)::geography) order by n) as edges
       from dk d, lateral ST_ExteriorRing(ST_GeometryN(d.geom, 1)) r, lateral generate_series(1, ST_NPoints(r) - 1) n
       where d.cbfbm = $1 and d.zt = '1' group by d.dkbm order by d.dkbm`,
      [CBFBM],
    )
    const drawn = drawnParcels(traceOf((await ask('GET', path, query())).raw))
    // each stands on the overview and in a cell of its own
    expect(drawn.map((x) => x.edges.length)).toEqual([...ground, ...ground].map((g) => g.edges.length))
    for (const [i, { scale, edges }] of drawn.entries())
      for (const [n, mm] of edges.entries()) {
        const metres = ground[i % ground.length].edges[n]
        const off = Math.abs((mm * scale) / 1000 / metres - 1)
        expect([i, n, scale, off < 0.005], `${(mm * scale) / 1000} m printed, ${metres} m on the ground`).toEqual([i, n, scale, true])
      }
  })
  it('prints the application to the registry on its own sheet of 383 × 542 mm, and the same page smaller', async () => {
    const sheet = async (paper: string) => {
      const file = join(folder, 'sheet.pdf')
      writeFileSync(file, (await ask('GET', '/dzzw/land-form', { form: 'real-estate', cbfbms: CBFBM, paper })).raw)
      const [, w, h] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(execFileSync('pdfinfo', [file], { encoding: 'utf8' }))!
      return [w, h].map((pt) => Math.round((Number(pt) * 25.4) / 72))
    }
    expect([await sheet('own'), await sheet('a3'), await sheet('a4')]).toEqual([[383, 542], [297, 420], [210, 297]]) // prettier-ignore
  })
  it('knows of a certificate once it was issued, not from the code that a book has', async () => {
    const known = async () => (await within((ctx) => readHolders(ctx, { cbfbms: CBFBM })))[0]!.cbjyqzbm
    const id = await within((ctx) => rows.insert(ctx, cbjyqz, { regionCode: G, djbId, cbjyqzbm: CODE, sfzx: 0, zt: '0' }))
    await within(async (ctx) => rows.update(ctx, cbf, (await rows.find(ctx, cbf, { cbfbm: CBFBM }))!.id, { cbjyqzbm: CODE }))
    expect(await known()).toBeUndefined()
    await within((ctx) => rows.update(ctx, cbjyqz, id, { fzrq: '2028-01-20', zt: '1' }))
    expect(await known()).toBe(CODE)
    await within((ctx) => rows.erase(ctx, cbjyqz, [id]))
  })
  it('prints the booklet of a certificate that has its serial, whole for who prints, logged; one that waits for it is refused', async () => {
    const printer = { ...who, perms: new Set(['cbjyqz_print']) }
    const id = await within((ctx) => rows.insert(ctx, cbjyqz, { regionCode: G, djbId, cbjyqzbm: CODE, sfzx: 0, zt: '0' }))
    const early = await ask('POST', '/base-qssj/cbjyqz/print-paper', { ids: id }, printer)
    expect([early.status, early.json().msg]).toEqual([409, `权证【${CODE}】尚未打证，不能打印证书`])
    await within((ctx) => rows.update(ctx, cbjyqz, id, { cbjyqzlsh: '川第000001号', fzrq: '2028-01-20', zt: '1' }))
    const text = textOf((await ask('POST', '/base-qssj/cbjyqz/print-paper', { ids: id }, printer)).raw)
    for (const w of [CODE, '川第000001号', '安岳县人民政府', '512021195001011000', '沟边田1', '3.00']) expect(text).toContain(w)
    // the blank has its labels already; the county's parameter prints them on plain paper
    expect(text).not.toContain('流水号')
    const log = await db.pool.query(`select diff from audit_event where action = 'cbjyqz.paper' and "objectId" = $1`, [id])
    expect(log.rows.map((r) => r.diff.part)).toEqual(['all'])
    expect((await ask('POST', '/base-qssj/cbjyqz/print-paper', { ids: id }, { ...elsewhere, perms: printer.perms })).status).toBe(404)
    expect((await ask('POST', '/base-qssj/cbjyqz/print-paper', { ids: id })).status).toBe(403)
    await within((ctx) => rows.erase(ctx, cbjyqz, [id]))
  })
  it('prints a part of a certificate that it knows, and refuses another word', async () => {
    const printer = { ...who, perms: new Set(['cbjyqz_print']) }
    const id = await within((ctx) =>
      rows.insert(ctx, cbjyqz, { regionCode: G, djbId, cbjyqzbm: CODE, sfzx: 0, cbjyqzlsh: '川第000001号', fzrq: '2028-01-20', zt: '1' }),
    )
    const refused = await ask('POST', '/base-qssj/cbjyqz/print-paper', { ids: id, part: 'change' }, printer)
    expect([refused.status, refused.json().key]).toEqual([400, 'print-no-part'])
    expect((await db.pool.query(`select 1 from audit_event where action = 'cbjyqz.paper' and "objectId" = $1`, [id])).rowCount).toBe(0)
    const pages = async (part: string) => textOf((await ask('POST', '/base-qssj/cbjyqz/print-paper', { ids: id, part }, printer)).raw)
    expect([(await pages('all')).includes('沟边田1'), (await pages('changes')).includes('沟边田1')]).toEqual([true, false])
    const twice = [(await ask('POST', '/base-qssj/cbjyqz/print-paper', { ids: id }, printer)).raw]
    clock = '2029-05-06T10:00:00+08:00'
    twice.push((await ask('POST', '/base-qssj/cbjyqz/print-paper', { ids: id }, printer)).raw)
    clock = '2028-02-03T09:00:00+08:00'
    expect(twice[1]!.equals(twice[0]!)).toBe(true)
    await within((ctx) => rows.erase(ctx, cbjyqz, [id]))
  })
  it('takes a list without a code for nothing, not for everything, and refuses a certificate that is not there', async () => {
    for (const [path, query, key] of [
      ['/base-qssj/cbf/survey-table/download', { cbfbms: ',', regionCode: G }, 'print-nothing'],
      ['/base-qssj/djb/register-survey/download', { cbfbms: ' ', regionCode: G }, 'print-nothing'],
      ['/dzzw/land-form', { form: 'other', cbfbms: CBFBM }, 'print-no-form'],
      ['/dzzw/land-form', { form: 'real-estate', paper: 'a5', cbfbms: CBFBM }, 'bad-request'],
      ['/dzzw/land-form', { form: 'posted-map', regionCode: G }, 'unprintable'],
      ['/dzzw/land-form', { form: 'check', sample: '0', seed: '1', regionCode: G }, 'bad-request'],
      ['/dzzw/land-form', { form: 'check', sample: '2', seed: ' ', regionCode: G }, 'bad-request'],
      ['/dzzw/land-form', { form: 'check', sample: '2', seed: '1', regionCode: '510112' }, 'out-of-region'],
      ['/base-qssj/cbjyqz/issue-list', { ids: ',', regionCode: G }, 'none-selected'],
      ['/base-qssj/cbjyqz/issue-list', { ids: newId(), regionCode: G }, 'not-found'],
    ] as const)
      expect([path, (await ask('GET', path, query)).json().key]).toEqual([path, key])
  })
  it('prints the same bytes of a book on whatever day', async () => {
    const prints = async () => {
      const all: [string, Buffer][] = []
      for (const path of ['/dzzw/djb-print', '/dzzw/print-contract-book', '/dzzw/preview-contractanddksyt-file', '/dzzw/preview-dk-syt'])
        all.push([path, (await ask('GET', path, { djbId })).raw])
      return all
    }
    const before = await prints()
    clock = '2029-05-06T10:00:00+08:00'
    for (const [i, [path, pdf]] of (await prints()).entries()) expect([path, pdf.equals(before[i]![1])]).toEqual([path, true])
    clock = '2028-02-03T09:00:00+08:00'
    expect(before[0]![1].toString('latin1')).not.toContain('20280203')
  })
  it('shows of a signed contract the file that was signed, and no other', async () => {
    const { pdf } = await renderContract(await within((ctx) => readContractData(ctx, { djbId })), timestampOf('2027-12-20 00:00:00'), { qddd: '签字现场' })
    const [contract] = await within(async (ctx) => [await rows.find(ctx, cbht, { djbId })])
    const sha256 = createHash('sha256').update(pdf).digest('hex')
    const ossName = await storage.put(pdf, '000000')
    const attachId = await within((ctx) =>
      rows.insert(ctx, attach, { regionCode: G, name: 'x.pdf', ossName, extension: 'pdf', contentType: 'application/pdf', attachSize: pdf.length, sha256 }),
    )
    const set = (fileHash: string | null) =>
      db.pool.query('update cbht set "attachId" = $2, "fileHash" = $3 where id = $1', [contract!.id, fileHash && attachId, fileHash])
    await set(sha256)
    const shown = await ask('GET', '/dzzw/preview-contractanddksyt-file', { djbId })
    expect([shown.status, shown.raw.equals(pdf)]).toEqual([200, true])
    const together = textOf((await ask('GET', '/dzzw/print-contract-book', { djbId })).raw)
    expect([together.includes('签字现场'), together.includes('变动登记')]).toEqual([true, true])
    await set('0'.repeat(64))
    for (const path of ['/dzzw/preview-contractanddksyt-file', '/dzzw/print-contract-book']) {
      const refused = await ask('GET', path, { djbId })
      expect([path, refused.status, refused.json().key]).toEqual([path, 409, 'signed-file-changed'])
    }
    await set(null)
  })
  it('prints on the county’s blank: its size, moved by its offsets, with labels and lines where the paper is plain', async () => {
    const printer = { ...who, perms: new Set(['cbjyqz_print']) }
    const said = { cbjyqzbm: CODE, cbjyqzlsh: '川第000001号', fzrq: '2028-01-20', zt: '1' }
    const id = await within((ctx) => rows.insert(ctx, cbjyqz, { regionCode: G, djbId, sfzx: 0, ...said }))
    const look = async () => {
      const pdf = (await ask('POST', '/base-qssj/cbjyqz/print-paper', { ids: id }, printer)).raw
      const [, width, height] = /Page size: +([\d.]+) x ([\d.]+) pts/.exec(poppler('pdfinfo', pdf))!
      const at = /xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>[^<]*000001/.exec(poppler('pdftotext', pdf, '-bbox', '-'))!
      const mm = (points: string | undefined) => Math.round((Number(points) * 254) / 72) / 10
      return { paper: [mm(width), mm(height)], x: mm(at[1]), y: mm(at[2]), labels: textOf(pdf).includes('流水号') }
    }
    const usual = await look()
    expect([usual.paper, usual.labels]).toEqual([[210, 285], false])
    await withParams({ 'certificate.dx': '123', 'certificate.dy': '-45' }, async () => {
      const moved = await look()
      expect([moved.x - usual.x, moved.y - usual.y]).toEqual([expect.closeTo(12.3, 0), expect.closeTo(-4.5, 0)])
    })
    await withParams({ 'certificate.width': '2000', 'certificate.height': '2700', 'certificate.frame': '1' }, async () => {
      const other = await look()
      expect([other.paper, other.labels]).toEqual([[200, 270], true])
    })
    expect(await look()).toEqual(usual)
    await within((ctx) => rows.erase(ctx, cbjyqz, [id]))
  })
  it('prints areas with the decimals of the tenant', async () => {
    // of frozen books, and of rows as they are
    const papers = [
      ['/dzzw/djb-print', { djbId }, '1.5000'],
      ['/dzzw/preview-contractanddksyt-file', { djbId }, '1.5000'],
      ['/base-qssj/djb/register-survey/download', { cbfbms: CBFBM }, '2.8000'],
    ] as const
    const texts = async () => Promise.all(papers.map(async ([path, query]) => textOf((await ask('GET', path, query)).raw)))
    await withParams({ 'print.area.decimals': '4' }, async () => {
      for (const [i, text] of (await texts()).entries()) expect(text).toContain(papers[i]![2])
    })
    for (const [i, text] of (await texts()).entries()) expect(text).not.toContain(papers[i]![2])
  })
  it('makes a late answer after the transaction of the request', async () => {
    expect((await ask('GET', '/late', {})).json().data).toBe('after')
  })
  it('shows the data model of the book with the head first and parcels by code', async () => {
    const { data } = (await ask('GET', '/base-qssj/djb/print/get', { id: djbId })).json()
    expect([data.jtcy.map((m: any) => m.cyxm), data.dk.map((k: any) => k.dkbm.slice(-1)), data.scmjmTotal, data.sketch.others.length]).toEqual([
      ['张三', '李秀英'],
      ['1', '2'],
      '3.20',
      3,
    ])
  })
  it('shows numbers in full to those only who see them so in lists; whole for everybody is the print that is counted', async () => {
    const viewer = { ...who, perms: new Set(['print_view']) }
    const number = (t: string) => [...new Set(t.match(/512021(?:19|20)\d{9}[\dX]/g))]
    const masked = /512\*{11}\w{4}/
    const paths: [string, object][] = [
      ['/base-qssj/djb/print/get', { id: djbId }],
      ['/dzzw/djb-print', { djbId }],
      ['/dzzw/print-contract-book', { djbId }],
      ['/dzzw/preview-contractanddksyt-file', { djbId }],
      ['/base-qssj/cbf/survey-table/download', { cbfbms: CBFBM }],
    ]
    for (const [path, q] of paths) {
      const text = async (as: typeof who) => {
        const r = await ask('GET', path, q as never, as)
        return path.endsWith('/get') ? r.raw.toString() : textOf(r.raw).replace(/[\s\u200b]/g, '')
      }
      const [full, seen] = [await text(who), await text(viewer)]
      expect([path, number(full).length > 0, number(seen), masked.test(seen)]).toEqual([path, true, [], true])
    }
    expect((await ask('POST', '/base-qssj/djb/print/exe', { id: djbId }, viewer)).status).toBe(403)
    const printer = await ask('POST', '/base-qssj/djb/print/exe', { id: djbId }, { ...who, perms: new Set(['djb_print']) })
    expect(number(textOf(printer.raw).replace(/[\s\u200b]/g, '')).length).toBeGreaterThan(0)
  })
  it('counts a print in the row, logs it, and makes no version', async () => {
    const before = await prints()
    const r = await ask('POST', '/base-qssj/djb/print/exe', { id: djbId })
    expect([r.status, r.raw.toString('latin1', 0, 5)]).toEqual([200, '%PDF-'])
    const n = before.n + 1
    expect(await prints()).toEqual({ ...before, n })
    const log = await db.pool.query(`select count(*)::int as n from audit_event where action = 'djb.print' and "objectId" = $1`, [djbId])
    expect(log.rows[0].n).toBe(n)
  })
  it('refuses a character without glyph by name and does not count it', async () => {
    for (const [method, path, query] of [
      ['GET', '/dzzw/djb-print', { djbId: rareId }],
      ['POST', '/base-qssj/djb/print/exe', { id: rareId }],
    ] as const) {
      const r = await ask(method, path, query)
      expect([r.status, r.json().key]).toEqual([400, 'unprintable'])
      expect(r.json().msg).toMatch(/^以下字符没有可用字体，不能打印：.+。请安装生僻字字体（HanaMin）或更正内容$/)
    }
    expect((await db.pool.query('select "printCount" as n from djb where id = $1', [rareId])).rows[0].n).toBe(0)
  })
  it('knows nothing of books outside the region and asks for the button', async () => {
    expect((await ask('GET', '/dzzw/djb-print', { djbId }, elsewhere)).status).toBe(404)
    expect((await ask('GET', '/dzzw/preview-dk-syt', { cbfbm: CBFBM }, elsewhere)).json().key).toBe('print-nothing')
    expect((await ask('GET', '/base-qssj/fbf/survey-table/download', { regionCode: '512022' })).status).toBe(403)
    expect((await ask('GET', '/dzzw/djb-print', { djbId }, { ...who, perms: new Set() })).status).toBe(403)
  })
})

describe('a draft contract', () => {
  const draft = {
    fbfbm: G,
    terms: { cbhtbm: `${G}0099J`, cbqx: 30, cbqxq: '2028-01-01', cbqxz: '2057-12-31' },
    holder: { cbfbm: `${G}0099`, cbfmc: '新户', cbfzjhm: '512021197001011000' },
    members: [{ cyxm: '新户', yhzgx: '02', cyzjhm: '512021197001011000' }],
    parcels: [{ dkbm: `${G}00009`, htmjm: '2.2', dkdz: '改过的东至' }],
  }
  let data: ContractData
  beforeAll(async () => {
    data = await within((ctx) => readContractData(ctx, { draft }))
  })
  it('prints before it is registered, its own values winning over those of the parcel', async () => {
    const text = textOf((await renderContract(data, timestampOf(NOW))).pdf)
    for (const w of ['新户', '改过的东至', '邻田', '2.20', '刘德华']) expect(text).toContain(w)
  })
  it('is signed at its places, is valid to an independent reader and to the route, and one changed byte is seen', async () => {
    const authority = await openAuthority(folder, timestampOf(NOW))
    expect(statSync(join(folder, 'signing/authority.pem')).mode & 0o777).toBe(0o600)
    const rendered = await renderContract(data, timestampOf(NOW))
    const signed = await signContractPdf(
      rendered,
      [
        { name: '新户', node: 'cbf', time: '2028-02-03T09:00:00+08:00' },
        { name: '油坪村第三村民小组', node: 'fbf', time: '2028-02-03T09:05:00+08:00' },
      ],
      authority,
    )
    const report = poppler('pdfsig', signed)
    expect(report.split('Signature is Valid').length - 1).toBe(2)
    expect(report).toContain('Common Name: 油坪村第三村民小组')
    const store = (bytes: Buffer) =>
      within(async (ctx) => {
        const digests = { sha256: '', attachMd5: '', sourceSha256: '' }
        const file = {
          name: '合同.pdf',
          ossName: await storage.put(bytes, '000000'),
          extension: 'pdf',
          contentType: 'application/pdf',
          attachSize: bytes.length,
        }
        return addRow(ctx, async () => undefined, { ...file, ...digests }, { businessId: null, businessItem: 'contract', regionCode: '512021' })
      })
    const seen = async (bytes: Buffer) => (await ask('GET', '/sign/verify', { id: await store(bytes) })).json().data
    const good = await seen(signed)
    expect(good.signatures.map((s: any) => [s.signer, s.valid, s.trusted, s.whole])).toEqual([
      ['新户', true, true, false],
      ['油坪村第三村民小组', true, true, true],
    ])
    expect(good.intact).toBe(true)
    const changed = Buffer.from(signed)
    changed.write('F', changed.indexOf('%PDF-1.') + 20, 'latin1')
    expect((await seen(changed)).signatures.map((s: any) => s.valid)).toEqual([false, false])
    expect((await seen(Buffer.concat([signed, Buffer.from('\n% appended\n')]))).intact).toBe(false)
    expect((await seen(rendered.pdf)).intact).toBe(false)
  })
  it('is signed only at places that the form has', async () => {
    const authority = await openAuthority(folder, timestampOf(NOW))
    await expect(
      signContractPdf({ pdf: Buffer.alloc(0), anchors: [] }, [{ name: 'x', node: 'jz', time: '2028-02-03T09:00:00+08:00' }], authority),
    ).rejects.toThrow('jzSeal')
  })
})
