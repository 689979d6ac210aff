import { daysAfter } from '../../business/cases/rules/promise.ts'
import { entries, type AnyResource } from '../../kit/model/resource.ts'
import { isCreditCode } from '../../kit/model/formats.ts'
import { m2, toMu } from '../../land/definitions/area.ts'
import { business, business_draft } from '../../business/cases/definitions/business.ts'
import { jtcy } from '../../land/definitions/jtcy.ts'
import { oneTask } from '../../services/process/engine/testing.ts'
import { role } from '../../platform/definitions/system.ts'
import { process_task } from '../../services/process/process.ts'
import { CASE, publicity } from '../../business/publicity/publicity.ts'
import { cbdkxx, cbht, djb } from '../../land/definitions/cbht.ts'
import { cbf } from '../../land/definitions/cbf.ts'
import { dk } from '../../land/definitions/dk.ts'
import { idCard, sample } from '../samples.ts'
import { secretOf } from '../secrets.ts'
import { world, type World } from '../world.ts'
import { people, VILLAGE, type People } from './people.ts'
import { fbf } from '../../land/definitions/fbf.ts'
import { plant, type Values } from './rows.ts'
import { APART, waysOf, type Made, type Way } from './ways.ts'
import { PDF } from '../../services/files/testing.server.ts'

export interface Stage {
  w: World
  p: People
  ways: Way[]
  resources: readonly AnyResource[]
  /** three rows of every definition, every field filled; land rows stand in VILLAGE */
  planted: ReadonlyMap<string, readonly (Values & { id: string })[]>
  /** a body that the definition's route accepts */
  draft(r: AnyResource, over?: Values): Promise<Values>
  /** a row made through HTTP by the administrator; land rows stand in VILLAGE */
  make(way: Way, over?: Values): Promise<Made>
  /** a planted row, for definitions that no call makes */
  made(r: AnyResource): Made
  end(): Promise<void>
}
const FBFBM = `${VILLAGE}90`
/** Definitions that others point to come first. */
const FIRST = ['djb', 'dk', 'fbf', 'cbf', 'cbht', 'hjb', 'business', 'publicity', 'process_config']
type Planted = Map<string, (Values & { id: string })[]>

/** What a planted row needs beyond a filled definition whose references lead to planted rows. */
const PLANTED: Readonly<Record<string, (n: number, id: (name: string, n: number) => string) => Values>> = {
  region: (n) => ({ code: `51999${n}` }),
  // for everybody
  notice: () => ({ forPerm: null }),
  djb: () => ({ qszt: '1' }),
  cbht: () => ({ qszt: '1' }),
  // a filled text is not what its digest says, and its book would not be shown
  djb_content: () => ({ djbId: null }),
  cbdkxx: (_, id) => ({ djbId: id('djb', 1), qszt: '1' }),
  hjb_issue: (_, id) => ({ infoId: id('hjb', 1) }),
  hjb_cell: (_, id) => ({ infoId: id('hjb', 1) }),
  hjb_repair: (_, id) => ({ infoId: id('hjb', 1) }),
  // read by everybody of the tenant; its file is not among the planted ones
  org_seal: () => ({ sealAttachId: '999' }),
  // files would go into a bucket that is none
  oss: () => ({ status: 0, usedTime: null }),
  business: (n) => ({ removed: null, businessTypeCode: 'contract_sign', businessItemCode: `contract_sign_${n}` }),
  contract_file: (_, id) => ({ businessId: id('business', 1) }),
  attach: (_, id) => ({ businessId: id('business', 1) }),
  // a phone has one open appointment, and what was decided upon is not removed
  reserve: () => ({ status: '4', handler: null }),
  inquire: () => ({ status: '0' }),
  demand: () => ({ status: '0' }),
  policy: () => ({ publishedTime: null }),
  app_description: () => ({ publishedTime: null }),
  guide: () => ({ publishedTime: null }),
  // an issuer has one a year, and what is classified is not everybody's to see
  file_group: (n) => ({ groupType: 'F', year: 2000 + n, status: '0', securityLevel: '0' }),
  publicity: () => ({ subjectKind: CASE }),
  // an issuer has one that is under way
  making_plan: (n) => ({ fbfbm: `5120211189${n}000`, status: '0' }),
  // of a region and a kind one is enabled
  sign_template: () => ({ isEnabled: 0, attachId: '999' }),
  sign_flow_def: () => ({ isEnabled: 0 }),
  // no stored definition: the engine would have to read the sample's text
  process_instance: () => ({ definition: '0'.repeat(64) }),
}

/** What the case of a running publicity is about. */
const TARGET = `${FBFBM}0001`
let turn = 100
const next = () => (turn += 1)
/** A parcel of its own place, 0.001 degrees wide; all of them lie near each other, as those of one village do. */
const shape = () => {
  const n = next()
  const [x, y] = [105.34 + (n % 40) * 0.002, 29.8 + Math.floor(n / 40) * 0.002]
  const at = (dx: number, dy: number) => `${(x + dx).toFixed(4)} ${(y + dy).toFixed(4)}`
  return `POLYGON((${at(0, 0)},${at(0.001, 0)},${at(0.001, 0.001)},${at(0, 0.001)},${at(0, 0)}))`
}

/** What a body needs beyond a valid sample of its definition. */
function drafts(w: World, p: People, id: (name: string, n: number) => string): Record<string, () => Values | Promise<Values>> {
  let drawn: string | undefined
  let word: string | undefined
  let village = 899
  /** A publicity task of a business of its own, as the process opens it. */
  async function publicityTask(): Promise<Values> {
    const b = await plant(w, business, 1, { removed: null, businessTypeCode: 'contract_sign', businessCode: `b${next()}` })
    await plant(w, business_draft, 1, { businessId: b.id, posted: { targets: [TARGET], cbfbm: TARGET, dk: [] } })
    const t = await plant(w, process_task, 1, {
      businessId: b.id,
      status: 'open',
      taskKey: 'publicity',
      assignee: null,
      signMode: null,
      signers: null,
      owner: null,
    })
    return { taskId: t.id, startDate: w.ago(-30 * 86_400).slice(0, 10) }
  }
  return {
    fbf: () => ({ regionCode: `512021118${String(next()).padStart(5, '0')}` }),
    cbf: () => {
      const [cbfmc, cbfzjhm] = [`户${next()}`, idCard()]
      return { fbfbm: FBFBM, cbfmc, cbfzjhm, jtcyList: [{ ...sample(jtcy), yhzgx: '02', cyxm: cbfmc, cyzjhm: cbfzjhm }] }
    },
    dk: async () => {
      const body = { fbfbm: FBFBM, tdlylx: '013', dldj: '01', syqxz: '31', geom: shape() }
      drawn ??= (await p.admin.post('/base-dlxx/dk/save', { ...sample(byName(w, 'dk')), ...body })).data.drawn as string
      return { ...body, scmj: drawn, scmjm: toMu(m2(drawn)) }
    },
    // one that waits for its serial, of a book of this year
    cbjyqz: async () => {
      const book = await plant(w, djb, 1, { cbjyqzbm: `${FBFBM}${5000 + next()}J`, qszt: '1', cbfzjhm: idCard(), djsj: '2026-01-01' })
      const none = { cbjyqzlsh: null, fzrq: null, qzlqrq: null, qzlqrxm: null, qzlqrzjhm: null }
      return { cbjyqzbm: book.cbjyqzbm, cbfdbzjhm: book.cbfzjhm, bznf: 2026, ...none }
    },
    cert_blank: () => ({ regionCode: VILLAGE, fromNo: next() * 100, toNo: turn * 100 + 50, receiveDay: '2026-01-01' }),
    // a village that the demonstration has is not made but changed
    region: () => ({ code: `512021118${(village += 1)}`, extent: '104.9,29.7,105.8,30.3', oldCodes: `519021118${village}` }),
    business: () => ({
      businessTypeCode: 'contract_sign',
      businessItemCode: 'contract_sign_1',
      // what came in is entered within days
      businessReceiveTime: w.ago(3600),
      obligeIdCard: idCard(),
      legalIdCode: idCard(),
      form: { fbfbm: FBFBM },
    }),
    publicity: publicityTask,
    role_exclusion: async () => {
      const [one, other] = [await plant(w, role, 1, { roleAlias: `one${next()}` }), await plant(w, role, 1, { roleAlias: `other${next()}` })]
      return { oneAlias: one.roleAlias, otherAlias: other.roleAlias }
    },
    // one for an issuer
    fbf_plan: async () => {
      const fbfbm = `512021118${String(next()).padStart(5, '0')}`
      await plant(w, fbf, 1, { regionCode: fbfbm, fbfbm, zt: '1' })
      return { fbfbm, roundNo: 3, fromDay: '2028-10-01', toDay: '2058-09-30', approvedDay: '2026-01-01' }
    },
    // one under way for an issuer
    making_plan: async () => {
      const fbfbm = `512021118${String(next()).padStart(5, '0')}`
      await plant(w, fbf, 1, { regionCode: fbfbm, fbfbm, zt: '1' })
      return { fbfbm, planYear: 2026, mode: '1', roundEnd: '2028-09-30', newTermYears: 30 }
    },
    restriction_request: async () => ({ kind: 'cf', objectCode: (await plant(w, dk, 1, { dkbm: `${FBFBM}${30_000 + next()}`, zt: '1' })).dkbm, toDay: null }),
    lzht: async () => {
      const [cbhtbm, dkbm] = [`${FBFBM}${4000 + next()}J`, `${FBFBM}${40_000 + next()}`]
      const book = await plant(w, djb, 1, { cbjyqzbm: cbhtbm, qszt: '1' })
      await plant(w, cbht, 1, { cbhtbm, djbId: book.id, qszt: '1', fbfbm: FBFBM, cbqxq: '1000-01-01', cbqxz: '9999-12-31' })
      const parcel = await plant(w, dk, 1, { dkbm, zt: '1' })
      await plant(w, cbdkxx, 1, { djbId: book.id, dkId: parcel.id, qszt: '1', dkbm, htmj: '9999999999999.99' })
      return { cbhtbm, dkbms: [dkbm], lzqxksrq: '2026-01-01', lzqxjsrq: '2026-12-31' }
    },
    contract_draft: async () => {
      const [cbfbm, dkbm] = [`${FBFBM}${5000 + next()}`, `${FBFBM}${50_000 + next()}`]
      await plant(w, cbf, 1, { cbfbm, zt: '1', cbflx: '1', fbfbm: FBFBM })
      await plant(w, dk, 1, { dkbm, zt: '1' })
      const dkList = [{ dkbm, cbjyqqdfs: '110', htmj: '1000.00', htmjm: '1.50' }]
      return { cbfbm, cbfs: '110', cbqx: 30, cbqxq: '1998-01-01', cbqxz: '2027-12-31', qdsj: '1998-01-01', dkList }
    },
    message_outlet: () => ({ endpoint: 'smtp://mail.example.org' }),
    demand: () => ({ untilDay: '2099-12-31' }),
    // one for a region
    collect_task: () => ({ regionCode: `512021118${next()}`, chosen: 'CBFSFZ', fromDay: '2000-01-01', toDay: '2099-12-31' }),
    // one for a region, a kind of contract and a node
    signer_auth: () => ({ regionCode: `512021118${next()}` }),
    // one a day
    work_day: () => ({ day: daysAfter('2100-01-01', next()) }),
    sign_account: () => ({ regionCode: `512021118${next()}` }),
    sign_flow_def: () => ({ flowType: '1', nodes: 'cbf,fbf' }),
    sign_template: async () => {
      word ??= (await p.admin.post('/sign-base/template/built-in', { flowType: '1' })).data.id as string
      return { flowType: '1', expireSt: '2026-01-02', expireEd: '2026-12-31', attachId: word }
    },
    org_seal: () => ({ creditCode: creditCode(next()) }),
    objection: async () => ({ publicityId: await running(), objectorIdCard: idCard(), targetCode: TARGET }),
    process_config: async () => {
      const all = (await p.admin.get('/yw-accept/process-config/list-process')).data as { id: string; typeCode: string }[]
      return { businessTypeCode: 'contract_sign', skipped: 'survey', processDefinitionId: all.find((d) => d.typeCode === 'contract_sign')!.id }
    },
    active_config_file: () => ({ activeConfigId: id('process_config', 1), fileType: 'pdf' }),
    // a business of its own, so that its list holds this file alone
    attach: async () => ({ businessId: (await plant(w, business, 1, { removed: null, businessCode: `b${next()}` })).id }),
    tenant_package: () => ({ menuId: id('menu', 1) }),
    sys_user: () => ({ roleId: id('sys_role', 1), deptId: id('sys_dept', 1), regionCode: VILLAGE }),
    client: () => ({
      authorizedGrantTypes: 'password',
      scope: 'all',
      resourceIds: 'cpt-system',
      authorities: 'clerk',
      webServerRedirectUri: 'https://example.org/back',
    }),
    data_scope: () => ({ scopeClass: 'fbf', scopeColumn: 'createUser', scopeField: '*', scopeValue: undefined }),
    api_scope: () => ({ scopePath: '/cpt-system/post/**' }),
    // what signs is enabled with a secret; of applications each has its own
    empower: () => ({ ipList: '10.1.2.3', scopes: 'appraisal', regionCode: undefined, expireTime: '2099-01-01 00:00:00', appSecret: secretOf(`${next()}`) }),
    // one for a region
    data_push_config: () => ({ regionCode: `512021118${next()}`, retryMinutes: '1,5,15', businessTypes: 'change_merge', appSecret: secretOf('push') }),
    access_config: () => ({ regionCode: `512021118${next()}`, appSecret: secretOf('access') }),
    webhook: () => ({
      url: `https://partner.example.org/${next()}`,
      events: 'case.finished',
      regionCode: undefined,
      secret: `whsec_${Buffer.from(secretOf('webhook'), 'hex').toString('base64')}`,
    }),
    datasource: () => ({ driverClass: 'postgresql', url: 'postgresql://db.example.org/old' }),
    gis_service: () => ({ url: 'https://gis.example.org/{z}/{x}/{y}', type: 'xyz', params: 'style=a' }),
    gis_layer: () => ({ source: 'own', layerName: 'dk', style: '{"width":2}', minZoom: 1, maxZoom: 20 }),
    image_config: () => ({ formats: 'tif' }),
    // what a plot says of the register must stand there
    nhdkxx: () => ({ regionCode: VILLAGE, cbfbm: undefined, dkbm: undefined, geom: shape() }),
    gen_code: () => ({ serviceName: 's', packageName: 'p', tableName: 'notice', tablePrefix: 'n', pkName: 'id', apiPath: '/a/b', webPath: '/c' }),
    exp_tpl: () => ({ entity: 'fbf' }),
    exp_column: async () => ({ tplId: (await plant(w, byName(w, 'exp_tpl'), 1, { tplCode: `t${next()}`, entity: 'fbf' })).id, field: 'fbfmc' }),
    // a colleague who may export figures: the first of the loop's own people
    figure_mail: () => ({ receivers: '7000000', regionCode: undefined, items: undefined }),
    report: () => ({ tplId: id('exp_tpl', 2) }),
    flow_model: () => ({ xml: oneTask(), category: 'leave', typeCode: undefined }),
  }
  async function running(): Promise<string> {
    const b = await plant(w, business, 1, { removed: null, businessTypeCode: 'contract_sign', businessCode: `b${next()}` })
    return (
      await plant(w, publicity, 1, {
        businessId: b.id,
        subjectKind: CASE,
        status: '1',
        startDate: '2000-01-01',
        endDate: '2099-01-01',
        snapshot: { targets: [TARGET] },
      })
    ).id
  }
}
/** A credit code of its own. */
const creditCode = (n: number) => [...'0123456789ABCDEFGHJKLMNPQRTUWXY'].map((c) => `N2512021MF${String(n).padStart(7, '0')}${c}`).find(isCreditCode)!
const byName = (w: World, name: string): AnyResource => w.slices.flatMap((s) => s.resources).find((r) => r.name === name)!
/** Issuers that were made: each has a group of its own. */
let issuers = 0
/** In which region a made row stands, where the body says so. */
const HERE: Readonly<Record<string, () => Values>> = { fbf: () => ({ regionCode: `${VILLAGE}${19 + ++issuers}` }), hjb: () => ({ regionCode: VILLAGE }) }

/** The application with people, planted rows and an issuer that contractors and parcels can name; `begun` = on which rows it begins. */
export async function stage(begun: () => Promise<World> = world): Promise<Stage> {
  const w = await begun()
  const p = await people(w)
  const resources = w.slices.flatMap((s) => s.resources)
  const planted: Planted = new Map()
  const id = (name: string, n: number) => planted.get(name)![n - 1]!.id
  const refs = (r: AnyResource, n: number) =>
    Object.fromEntries(entries(r).flatMap(([name, f]) => (f.kind === 'ref' && planted.get(f.to!)?.[n - 1] ? [[name, id(f.to!, n)]] : [])))
  const order = [...FIRST.map((n) => byName(w, n)), ...resources.filter((r) => !FIRST.includes(r.name) && !APART[r.name])]
  const file = await p.admin.upload('/cpt-resource/attach/endpoint/upload', { name: '样张.pdf', bytes: PDF })
  for (const r of order) {
    const made = []
    for (const n of [1, 2, 3])
      made.push(await plant(w, r, n, { ...refs(r, n), ...PLANTED[r.name]?.(n, id), ...(r.name === 'attach' ? { ossName: file.data.ossName } : {}) }))
    planted.set(r.name, made)
  }
  const issuer = await p.admin.post('/base-qssj/fbf/save', sample(byName(w, 'fbf'), { regionCode: FBFBM }))
  if (issuer.code !== 200) throw new Error(`no issuer: ${issuer.msg}`)
  const more = drafts(w, p, id)
  const draft = async (r: AnyResource, over: Values = {}) => ({ ...sample(r), ...(await more[r.name]?.()), ...over })
  return {
    w,
    p,
    resources,
    planted,
    ways: waysOf(resources, w.routes),
    draft,
    async make(way, over = {}) {
      const body = await draft(way.r, { ...HERE[way.r.name]?.(), ...over })
      const a = await way.add!.send(p.admin, body)
      if (a.code !== 200) throw new Error(`${way.r.name} was not made: ${a.code} ${a.msg} ${JSON.stringify(a.data)}`)
      return { id: a.data, body }
    },
    made(r) {
      const [row] = planted.get(r.name)!
      return { id: row!.id, body: { ...row, contract: planted.get('cbht')![0]!.cbhtbm } }
    },
    end: () => w.end(),
  }
}
