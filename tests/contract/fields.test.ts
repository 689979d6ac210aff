// What each field of each definition takes and refuses, over HTTP, with its words in both languages.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entries, isEditable } from '../../kit/model/resource.ts'
import { faults, type Faults } from './faults.ts'
import { atLimit, beyond, missing } from './limits.ts'
import { changed, fingerprint, type Values } from './rows.ts'
import { stage, type Stage } from './stage.ts'
import { bodyOf, type Way } from './ways.ts'

let s: Stage
beforeAll(async () => {
  s = await stage()
})
afterAll(() => s?.end())
const checked = () => s.ways.filter((x) => x.add?.checked)
const editable = (way: Way) => entries(way.r).filter(([, f]) => isEditable(f))

/** Fields whose value is bound by a rule across fields, so that their limits cannot be taken alone; what they refuse is checked all the same. */
const BOUND: Readonly<Record<string, Record<string, string>>> = {
  fbf: { tyshxydm: 'check digit', fzrzjhm: 'check digit of its document' },
  cbf: {
    cbfmc: '18 signs unless a parameter says more',
    cbflx: 'an individual has no members',
    cbfzjhm: 'check digit of its document',
    cbfcysl: 'counted from the members',
    cbqx: 'the years of its term',
    cbqxq: 'the years of its term',
    cbqxz: 'the years of its term',
    fbfbm: 'an issuer',
  },
  dk: { fbfbm: 'an issuer', bdcdyh: 'county, area, kind and serial in their places', scmj: 'the drawn area', scmjm: 'the drawn area' },
  cbjyqz: {
    cbjyqzbm: 'a book',
    cbfdbzjhm: 'set once',
    bznf: 'of its book',
    cbjyqzlsh: 'with the day of issue',
    fzrq: 'with a serial',
    ...Object.fromEntries(['qzsflq', 'qzlqrq', 'qzlqrxm', 'qzlqrzjlx', 'qzlqrzjhm'].map((n) => [n, 'of what is issued'])),
  },
  cert_blank: { regionCode: 'in a county', fromNo: 'a range', toNo: 'a range', digits: 'a range', receiveDay: 'until today' },
  business: { obligeIdCard: 'check digit of its document', legalIdCode: 'check digit of its document' },
  process_config: { minDays: 'at least 15 by law', skipped: 'tasks of the type' },
  active_config_file: { fileType: 'of dictionary file_type' },
  region: { extent: 'four degrees', oldCodes: 'codes of regions' },
  publicity: { days: 'at least 15 by law', startDate: 'it begins on that day' },
  objection: { objectorIdCard: 'check digit of its document', targetCode: 'something of its case' },
  tenant_package: { menuId: 'menus that exist' },
  menu: { category: 'a button has a parent' },
  dict: { dictKey: 'a heading has -1' },
  dict_biz: { dictKey: 'a heading has -1' },
  client: {
    authorizedGrantTypes: 'grants that there are',
    scope: 'all, read or write',
    resourceIds: 'first names of paths',
    authorities: 'aliases of roles',
    webServerRedirectUri: 'whole addresses',
  },
  data_scope: { scopeClass: 'a definition', scopeType: 'its column', scopeColumn: 'a column', scopeField: 'columns', scopeValue: 'conditions' },
  api_scope: { scopePath: 'a path' },
  datasource: { driverClass: 'of its address', url: 'an address of the driver' },
  message_outlet: { category: 'of its address', endpoint: 'an address of its kind' },
  empower: { ipList: 'addresses', scopes: 'calls that there are' },
  data_push_config: { retryMinutes: 'minutes that do not fall', businessTypes: 'types that the registry is told of' },
  webhook: { events: 'events that there are' },
  notice: { content: 'cleaned markup' },
  gen_code: {
    serviceName: 'a name in code',
    packageName: 'a folder',
    tableName: 'a table',
    tablePrefix: 'a name in code',
    pkName: 'id',
    apiPath: 'a path',
    webPath: 'a path',
  },
  gis_service: { type: 'of its address', url: 'an address of its kind', params: 'parameters', regionCode: 'must lie in the own region' },
  gis_layer: {
    source: 'what it names',
    style: 'an object',
    fields: 'names and labels',
    minZoom: 'until maxZoom',
    maxZoom: 'from minZoom',
    regionCode: 'must lie in the own region',
  },
  image_config: { formats: 'of pictures', regionCode: 'must lie in the own region' },
  nhdkxx: { cbfbm: 'a contractor', dkbm: 'a parcel', geom: 'one valid outline' },
  exp_tpl: { entity: 'a definition of the land' },
  exp_column: { tplId: 'a template', field: 'a field of the definition' },
  report: { tplId: 'a template' },
  flow_model: { xml: 'BPMN of the allow-list', typeCode: 'of land business alone' },
}
/** The same where only what is taken is bound: no value at the limit is given back as it was sent. */
const RULED: Readonly<Record<string, Record<string, string>>> = {
  dk: { kjzb: 'the points of its shape' },
  fbf_plan: { fbfbm: 'an issuer', fromDay: 'before its end', toDay: 'after its begin', approvedDay: 'not after today' },
  making_plan: { fbfbm: 'an issuer', roundEnd: 'a round begins within five years, and goes on from those that are recorded' },
  restriction_request: { objectCode: 'set once', kind: 'a circulation is entered as a contract', toDay: 'not over already' },
  signer_auth: { signerIdCard: 'a number of its kind of document' },
  contract_draft: {
    cbfbm: 'a contractor of the register',
    cbfs: 'its letter stands in the code',
    cbqx: 'more than 0',
    cbqxq: 'before its end',
    cbqxz: 'after its begin',
    qdsj: 'not after today',
  },
  demand: { untilDay: 'not over' },
  empower: { expireTime: 'not over while it is enabled' },
  figure_mail: { items: 'indicators that there are', receivers: 'who may export figures', regionCode: 'must lie in the own region' },
  sign_flow_def: { nodes: 'nodes of its kind' },
  sign_template: { attachId: 'a file of a template', expireSt: 'before the last day', expireEd: 'after the first day' },
  org_seal: { sealAttachId: 'a picture' },
  lzht: { cbhtbm: 'set once', lzmj: 'more than 0, at most the area of its parcels' },
}
/** Asks in Chinese and in English. */
const both = async (way: Way, body: Values) => ({
  zh: await s.p.admin.post(way.add!.path, body),
  en: await s.p.admin.send('POST', way.add!.path, { body, headers: { 'accept-language': 'en' } }),
})
const says = (a: { code: number; data: any }, field: string) => [a.code, a.data?.fields?.find((x: any) => x.field === field)?.msg]

type Wish = readonly [name: string, value: unknown, zh: string, en: string]
/** The k-th of each field's values side by side: the server names every fault at once, so one call asks about a whole form. */
const rounds = (wishes: readonly (readonly Wish[])[]): Wish[][] =>
  Array.from({ length: Math.max(0, ...wishes.map((x) => x.length)) }, (_, k) => wishes.flatMap((x) => (k < x.length ? [x[k]!] : [])))
async function refuses(way: Way, wishes: readonly (readonly Wish[])[], f: Faults): Promise<void> {
  const body = await s.draft(way.r)
  const before = await fingerprint(s.w)
  const [sooner, plain] = [true, false].map((x) => wishes.filter((list) => list.some(([n]) => (SOONER[way.r.name]?.[n] !== undefined) === x)))
  const ask = async (round: Wish[]) => {
    const { zh, en } = await both(way, { ...body, ...Object.fromEntries(round.map(([n, v]) => [n, v])) })
    return round.map(([name, value, inZh, inEn]) => ({
      name,
      value,
      is: [says(zh, name), says(en, name)],
      should: [
        [400, inZh],
        [400, inEn],
      ],
    }))
  }
  for (const round of rounds(plain!)) {
    let answers = await ask(round)
    // where one value is refused by a rule of its own before the form is checked, each is asked about alone
    if (answers.some((x) => x.is[0]![1] === undefined)) answers = (await Promise.all(round.map((wish) => ask([wish])))).flat()
    for (const x of answers) f.same(`${way.r.name}.${x.name} = ${JSON.stringify(x.value)?.slice(0, 30)}`, x.is, x.should)
  }
  for (const [name, value] of sooner!.flat()) {
    const { code } = await s.p.admin.post(way.add!.path, { ...body, [name]: value })
    f.same(`${way.r.name}.${name} = ${JSON.stringify(value)?.slice(0, 30)} is refused (${code})`, code >= 400 && code < 500, true)
  }
  f.same(`${way.r.name}: what was stored`, changed(before, await fingerprint(s.w)), [])
}
/** Required fields that the server fills when they are missing: a heading of a dictionary has the key -1. */
const FILLED: Readonly<Record<string, readonly string[]>> = { dict: ['dictKey'], dict_biz: ['dictKey'] }
/** Fields that a rule looks at before the form is checked as a whole: a bad value is refused in the words of that rule. */
const SOONER: Readonly<Record<string, Record<string, string>>> = {
  sys_dept: { regionCode: 'must lie in the own region', parentId: 'must be a department' },
  menu: { parentId: 'must be a menu' },
  client: {
    authorizedGrantTypes: 'a list of known grants',
    scope: 'a list of known scopes',
    resourceIds: 'a list of first names of paths',
    authorities: 'a list of aliases',
    webServerRedirectUri: 'a list of addresses',
  },
  notice: { regionCode: 'must lie in the own region' },
  data_push_config: { regionCode: 'must lie in the own region', retryMinutes: 'a list of minutes', businessTypes: 'a list of types' },
  access_config: { regionCode: 'must lie in the own region' },
  webhook: { regionCode: 'must lie in the own region' },
  empower: { regionCode: 'must lie in the own region', ipList: 'a list of addresses' },
  dict: { dictKey: 'a heading has -1', parentId: 'must be a heading', code: 'of its heading' },
  dict_biz: { dictKey: 'a heading has -1', parentId: 'must be a heading', code: 'of its heading' },
}

test('each required field that is missing is named in its own words, in both languages, and nothing is stored', async () => {
  const f = faults()
  for (const way of checked()) {
    const needed = editable(way).filter(([n, x]) => x.required && !FILLED[way.r.name]?.includes(n))
    const wishes = needed.map(([name, x]) =>
      ['', null, ...(x.default === undefined ? [undefined] : [])].map((empty): Wish => [name, empty, missing(x).zh, missing(x).en]),
    )
    await refuses(way, wishes, f)
  }
  expect(f.found).toEqual([])
})

test('each value beyond a limit or of another shape is refused in its own words, in both languages, and nothing is stored', async () => {
  const f = faults()
  for (const way of checked())
    await refuses(
      way,
      editable(way).map(([name, x]) =>
        beyond(x)
          .filter((b) => !(name === 'dictKey' && b.value === KEY))
          .map((b): Wish => [name, b.value, b.zh, b.en]),
      ),
      f,
    )
  expect(f.found).toEqual([])
})

/** Keys that a rule reads before they are looked up: anything else counts as nothing chosen. */
const CHOSEN: Readonly<Record<string, Record<string, string>>> = {
  business: { businessTypeCode: '请选择业务类型', businessItemCode: '请选择业务事项' },
  process_config: { businessTypeCode: '请选择业务类型' },
}
test('a key that its dictionary does not have is refused in its own words, and nothing is stored', async () => {
  const f = faults()
  for (const way of checked()) {
    const body = await s.draft(way.r)
    const before = await fingerprint(s.w)
    for (const [name, x] of editable(way).filter(([, x]) => x.kind === 'dict' && !x.values)) {
      const { code, data } = await s.p.admin.post(way.add!.path, { ...body, [name]: '~' })
      const msg = data?.fields?.find((w: { field: string }) => w.field === name)?.msg
      f.same(`${way.r.name}.${name}`, [code, msg], [400, CHOSEN[way.r.name]?.[name] ?? `${x.label}不在可选范围内`])
    }
    f.same(`${way.r.name}: what was stored`, changed(before, await fingerprint(s.w)), [])
  }
  expect(f.found).toEqual([])
})

/** Signs that nobody sees: a direction, no width, a joiner, a mark at the beginning, a soft hyphen, a filler, a blank of braille, an end of line, a tab, an escape. */
const HIDDEN = ['\u202e', '\u2067', '\u200b', '\u200d', '\ufeff', '\u00ad', '\u2028', '\u3164', '\u2800', '\r\n', '\t', '\u001b']
/** Those that a text of several lines takes. */
const IN_NOTES = ['\u200d', '\r\n', '\t']

test('no sign that nobody sees gets into a line of text of any definition, and each field says so in both languages', async () => {
  const f = faults()
  let tried = 0
  for (const way of checked()) {
    const lines = editable(way).filter(([n, x]) => x.kind === 'text' && !x.length && !x.values && !BOUND[way.r.name]?.[n])
    const notes = editable(way).filter(([, x]) => x.kind === 'note')
    const before = await fingerprint(s.w)
    for (const sign of HIDDEN) {
      const here = [...lines, ...(IN_NOTES.includes(sign) ? [] : notes)]
      if (here.length === 0) continue
      tried += here.length
      const a = await both(way, await s.draft(way.r, Object.fromEntries(here.map(([n]) => [n, `a${sign}b`]))))
      for (const [n, x] of here) {
        const said = [says(a.zh, n), says(a.en, n)]
        const words = [`${x.label}含有不可见字符，请删除后重新输入`, `${x.en ?? x.label} contains invisible characters: please retype it`]
        f.same(`${way.r.name}.${n} with ${JSON.stringify(sign)}`, said, [
          [400, words[0]],
          [400, words[1]],
        ])
      }
    }
    f.same(`${way.r.name}: what that changed`, changed(before, await fingerprint(s.w)).includes(way.r.name), false)
  }
  expect(f.found).toEqual([])
  expect(tried).toBeGreaterThan(1000)
})

test('each value at its limit is taken and given back as it was sent, whatever signs it is made of', async () => {
  const f = faults()
  for (const way of checked()) {
    if (!way.change || !way.read) continue
    const of = await s.make(way)
    const read = async () => (await s.p.admin.get(way.read!.path, way.read!.ask(of))).data
    const free = editable(way).filter(([name]) => !BOUND[way.r.name]?.[name] && !RULED[way.r.name]?.[name] && !(way.r.unique ?? []).flat().includes(name))
    for (const round of rounds(free.map(([name, x]) => atLimit(x).map((v): Wish => [name, v, '', ''])))) {
      const a = await way.change.send(s.p.admin, { ...bodyOf(way, await read()), ...Object.fromEntries(round.map(([n, v]) => [n, v])) })
      f.same(`${way.r.name} with ${round.map(([n]) => n)}`, [a.code, a.msg, a.data?.fields], [200, '操作成功', undefined])
      const row = await read()
      for (const [name, value] of round) f.same(`${way.r.name}.${name}`, row[name], value)
    }
  }
  expect(f.found).toEqual([])
})

test('a field that no form may set is never taken from a body, and a name that no field has is refused', async () => {
  const f = faults()
  for (const way of checked()) {
    const name = way.r.name
    f.same(`${name} with an unknown field`, (await s.p.admin.post(way.add!.path, await s.draft(way.r, { nonsense: 1 }))).key, 'unknown-parameter')
    f.same(`${name} with an unknown parameter`, (await s.p.admin.post(way.add!.path, await s.draft(way.r), { nonsense: '1' })).key, 'unknown-parameter')
    if (!way.change || !way.read) continue
    const of = await s.make(way)
    const before = (await s.p.admin.get(way.read.path, way.read.ask(of))).data
    const own = bodyOf(way, before)
    const servers = [...entries(way.r).flatMap(([n, x]) => (isEditable(x) ? [] : [n])), ...BASE, ...(way.r.scope === 'land' ? LAND : [])]
    const forged = Object.fromEntries(servers.filter((n) => !(n in own)).map((n) => [n, FORGED]))
    const a = await way.change.send(s.p.admin, { ...own, ...forged })
    const named = Object.keys(forged).filter((n) => !['updateUser', 'updateTime'].includes(n) && !LATER[name]?.includes(n))
    const faulty = (a.data?.fields ?? []).map((x: { field: string }) => x.field)
    f.same(`${name} with fields of the server`, [a.code, faulty.sort().join()], [named.length ? 400 : 200, named.sort().join()])
    const after = (await s.p.admin.get(way.read.path, way.read.ask(of))).data
    for (const n of Object.keys(forged)) f.same(`${name}.${n} was taken`, String(after[n]).startsWith(FORGED), false)
  }
  expect(f.found).toEqual([])
})
/** Forged fields that are refused only when nothing else is wrong. */
const LATER: Readonly<Record<string, readonly string[]>> = { tenant: ['tenantId'], making_plan: ['workGroup'] }
/** The key of a dictionary that a program sends as a number. */
const KEY = 12
const BASE = ['tenantId', 'createUser', 'createTime', 'updateUser', 'updateTime']
const LAND = ['countyCode', 'regionCode']
const FORGED = '510199'
