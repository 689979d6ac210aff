// Every setting that somebody can enter has an effect, and a test observes it. A new field of a setting fails here until its test is named.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entries, isEditable, type AnyResource } from '../kit/model/resource.ts'
import { datumShifts } from '../platform/settings/number-param.server.ts'
import { PARAMS, type KnownParam } from '../platform/settings/params.ts'
import { roundBounds } from '../land/register/rounds.server.ts'
import { TestText } from './chosen.ts'
import { ctxOf } from './contract/rows.ts'
import { DEFAULT_STRATEGY, passwordWrong, type PasswordStrategy } from '../platform/credentials/password.ts'
import { world, type World } from './world.ts'

const ROOT = resolve(import.meta.dirname, '..')
const OWN = 'tests/settings.test.ts'
/** Names, places in a list and remarks: they are shown, and that is all that they are for. */
const SHOWN = 'shown'
/** Set by the product, entered by nobody; and fields with one value, which leave nothing to choose. */
const NOT_ENTERED = 'not entered'

/** What the product keeps for people: land and who holds it, cases, papers, persons, words. It changes nothing of how the product works. */
const KEPT: readonly string[] = [
  'fbf cbf cbf_tag jtcy dk nhdkxx jzd jzx cbht cbdkxx contract_draft cbjyqz cert_blank lzht map_mark',
  'collect_task correction restriction_request registry_notice fbf_plan making_plan making_plan_move extension_household',
  'business publicity objection file_group file_detail attach hjb image_log leave notice sms_history sms_opt_out',
  'sign_account sign_letter signer_auth org_seal appraisal demand inquire reserve policy guide app_description',
  // persons, places, words and how somebody likes his own lists
  'sys_user sys_dept sys_post sys_role region menu top_menu dict dict_biz list_view',
  // drawn or written by people, and tried by the tests of their rooms as a whole
  'flow_model gen_code report',
  // keys and values: each parameter of the product is observed below
  'param',
].flatMap((line) => line.split(' '))

/** Switched by a call of its own, which the test makes: the end of its path. */
const SWITCHED: Readonly<Record<string, string>> = { 'process_config.isEnabled': 'enable', 'oss.status': 'enable' }
/** Where the effect of each setting is observed: a test file that sets the field by its name, or two of them. */
const OBSERVED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  password_strategy: {
    ...Object.fromEntries(
      ['minLength', 'maxLength', 'classes', 'longEnough', 'needUpper', 'needLower', 'needDigit', 'needSpecial', 'idleMinutes'].map((n) => [n, OWN]),
    ),
    ...Object.fromEntries(
      ['historyCount', 'expireDays', 'warnDays', 'forceFirstChange', 'maxFail', 'lockMinutes'].map((n) => [n, 'platform/tenants/tenants.test.ts']),
    ),
    secondFactor: 'platform/session/sign-in.test.ts',
  },
  client: {
    clientId: 'platform/settings/configuration.test.ts',
    authorizedGrantTypes: 'platform/settings/configuration.test.ts',
    accessTokenValidity: 'platform/settings/configuration.test.ts',
    refreshTokenValidity: 'platform/settings/configuration.test.ts',
    ...Object.fromEntries(['scope', 'webServerRedirectUri', 'resourceIds', 'authorities', 'autoapprove'].map((n) => [n, 'platform/sso/clients.test.ts'])),
    userType: 'platform/sso/clients.test.ts',
    additionalInformation: SHOWN,
  },
  tenant: {
    ...Object.fromEntries(['tenantName', 'linkman', 'contactNumber', 'address'].map((n) => [n, SHOWN])),
    ...Object.fromEntries(
      ['code', 'domain', 'title', 'backgroundUrl', 'regionCode', 'accountNumber', 'expireTime', 'status'].map((n) => [n, 'platform/tenants/tenants.test.ts']),
    ),
    packageId: 'platform/tenants/tenants.test.ts',
    datasourceId: 'services/develop/foreign.test.ts',
  },
  sms: {
    ...Object.fromEntries(
      ['category', 'appId', 'fallbackOrder', 'dailyQuota', 'regionId', 'endpoint', 'accessKey', 'signName', 'templateId', 'status', 'price'].map((n) => [
        n,
        'platform/messages/sms.test.ts',
      ]),
    ),
    smsCode: SHOWN,
    remark: SHOWN,
  },
  message_outlet: {
    ...Object.fromEntries(['category', 'outletCode', 'endpoint', 'account', 'sender', 'isEnabled'].map((n) => [n, 'platform/messages/sms.test.ts'])),
    remark: SHOWN,
  },
  sms_content: {
    ...Object.fromEntries(['contentCode', 'content', 'templateId'].map((n) => [n, 'platform/messages/sms.test.ts'])),
    isEnabled: OWN,
    contentName: SHOWN,
    remark: SHOWN,
  },
  oss: {
    ...Object.fromEntries(
      ['category', 'endpoint', 'bucketName', 'accessKey', 'status', 'region', 'appId', 'transformEndpoint'].map((n) => [
        n,
        'services/files/storage/storage.test.ts',
      ]),
    ),
    usedTime: NOT_ENTERED,
    ossCode: SHOWN,
    remark: SHOWN,
  },
  datasource: { ...Object.fromEntries(['driverClass', 'url', 'username'].map((n) => [n, 'services/develop/foreign.test.ts'])), name: SHOWN, remark: SHOWN },
  data_push_config: {
    ...Object.fromEntries(['regionCode', 'url', 'appId', 'algorithm', 'autoPush', 'maxTries', 'isEnabled'].map((n) => [n, 'outside/push/push.test.ts'])),
    format: 'outside/push/push.test.ts',
    retryMinutes: 'outside/push/push.test.ts',
    businessTypes: 'outside/push/push.test.ts',
    timeoutSeconds: 'outside/push/push.test.ts',
    callbackUrl: 'outside/push/push.test.ts',
    name: SHOWN,
    remark: SHOWN,
  },
  access_config: {
    ...Object.fromEntries(
      ['regionCode', 'url', 'senderCode', 'algorithm', 'businessTag', 'parcelTag', 'isEnabled'].map((n) => [n, 'outside/access/access.test.ts']),
    ),
    name: SHOWN,
    remark: SHOWN,
  },
  webhook: {
    ...Object.fromEntries(['url', 'events', 'regionCode', 'isEnabled'].map((n) => [n, 'outside/webhook/webhook.test.ts'])),
    name: SHOWN,
    remark: SHOWN,
  },
  empower: {
    ...Object.fromEntries(
      ['appId', 'algorithm', 'scopes', 'ipList', 'regionCode', 'dailyQuota', 'isSandbox', 'expireTime', 'isEnabled'].map((n) => [
        n,
        'outside/open/open.test.ts',
      ]),
    ),
    name: SHOWN,
    remark: SHOWN,
  },
  oauth_source: {
    ...Object.fromEntries(
      ['source', 'sourceName', 'category', 'issuer', 'oauthClientId', 'agentId', 'pageUrl', 'oauthScope', 'isEnabled'].map((n) => [
        n,
        'platform/sso/sso.test.ts',
      ]),
    ),
    sort: SHOWN,
    remark: SHOWN,
  },
  process_config: {
    ...Object.fromEntries(['regionCode', 'businessTypeCode', 'processDefinitionId'].map((n) => [n, 'business/cases/refused.test.ts'])),
    minDays: 'business/cases/refused.test.ts',
    isOffered: 'business/cases/messages.test.ts',
    offTime: NOT_ENTERED,
    fourEyes: 'business/cases/refused.test.ts',
    performers: 'business/cases/refused.test.ts',
    isEnabled: 'business/cases/rules/promise.test.ts',
    promisedDays: 'business/cases/rules/promise.test.ts',
    skipped: 'business/cases/definitions/configured.test.ts',
    processName: SHOWN,
    processVersion: SHOWN,
  },
  active_config_file: {
    ...Object.fromEntries(
      ['activeConfigId', 'taskKey', 'fileName', 'businessItem', 'isRequired', 'fileType', 'fileNumber', 'fileSize'].map((n) => [
        n,
        'business/cases/refused.test.ts',
      ]),
    ),
    remark: SHOWN,
  },
  data_scope: {
    ...Object.fromEntries(['scopeClass', 'scopeType', 'scopeColumn', 'scopeField', 'scopeValue'].map((n) => [n, 'platform/rights/scopes.test.ts'])),
    ...Object.fromEntries(['menuId', 'scopeName', 'resourceCode', 'remark'].map((n) => [n, SHOWN])),
  },
  api_scope: {
    scopePath: 'platform/rights/scopes.test.ts',
    ...Object.fromEntries(['menuId', 'scopeName', 'resourceCode', 'scopeType', 'remark'].map((n) => [n, SHOWN])),
  },
  exp_tpl: {
    ...Object.fromEntries(['tplCode', 'entity', 'kind', 'regionCode', 'isEnabled'].map((n) => [n, 'services/exchange/schemes/expimp.test.ts'])),
    sheetName: 'services/exchange/schemes/expimp.test.ts',
    tplName: SHOWN,
    remark: SHOWN,
  },
  exp_column: {
    ...Object.fromEntries(
      ['tplId', 'field', 'title', 'width', 'sort', 'dictCode', 'format', 'isRequired'].map((n) => [n, 'services/exchange/schemes/expimp.test.ts']),
    ),
    mergeRule: 'services/exchange/exports/exports.test.ts',
    isUnique: 'services/exchange/imports/imports.test.ts',
  },
  board: {
    ...Object.fromEntries(['place', 'roleIds', 'sort', 'isEnabled'].map((n) => [n, 'views/boards/boards.test.ts'])),
    ...Object.fromEntries(['version', 'panels'].map((n) => [n, NOT_ENTERED])),
    name: SHOWN,
  },
  figure_mail: {
    ...Object.fromEntries(
      ['figures', 'items', 'regionCode', 'cycle', 'dayNo', 'format', 'receivers', 'isEnabled'].map((n) => [n, 'views/mailings/mailings.test.ts']),
    ),
    lastDay: NOT_ENTERED,
    name: SHOWN,
  },
  hjb_rule: Object.fromEntries(['regionCode', 'rule', 'severity', 'threshold', 'reason'].map((n) => [n, 'packages/hjb/rules.test.ts'])),
  gis_service: {
    ...Object.fromEntries(['type', 'url', 'params', 'keyName', 'attribution'].map((n) => [n, 'services/gis/services.test.ts'])),
    ...Object.fromEntries(['regionCode', 'isEnabled'].map((n) => [n, 'services/gis/gis.test.ts'])),
    ...Object.fromEntries(['name', 'uuid', 'sort', 'remark'].map((n) => [n, SHOWN])),
  },
  gis_layer: {
    ...Object.fromEntries(['serviceId', 'minZoom', 'maxZoom', 'regionCode', 'isEnabled', 'layerName'].map((n) => [n, 'services/gis/gis.test.ts'])),
    imageId: 'services/gis/pictures.test.ts',
    source: 'services/gis/services.test.ts services/gis/pictures.test.ts',
    ...Object.fromEntries(['style', 'fields', 'opacity', 'isDefault', 'isQueryable'].map((n) => [n, 'services/gis/services.test.ts'])),
    ...Object.fromEntries(['name', 'uuid', 'groupName', 'sort', 'remark'].map((n) => [n, SHOWN])),
  },
  image_config: {
    ...Object.fromEntries(['formats', 'maxSize', 'regionCode'].map((n) => [n, 'services/gis/pictures.test.ts'])),
    isEnabled: 'services/gis/gis.test.ts',
    ...Object.fromEntries(['serviceUrl', 'storagePath'].map((n) => [n, NOT_ENTERED])),
    ...Object.fromEntries(['name', 'groupName', 'sort', 'remark'].map((n) => [n, SHOWN])),
  },
  reserve_slot: Object.fromEntries(['regionCode', 'weekday', 'slot', 'capacity'].map((n) => [n, 'outside/citizens/public.test.ts'])),
  sign_flow_def: {
    ...Object.fromEntries(['regionCode', 'flowType', 'nodes'].map((n) => [n, 'signing/rules.test.ts'])),
    isEnabled: NOT_ENTERED,
    ...Object.fromEntries(['flowName', 'remark'].map((n) => [n, SHOWN])),
  },
  sign_template: {
    ...Object.fromEntries(
      ['regionCode', 'flowType', 'expireSt', 'expireEd', 'attachId', 'dkRowLimit', 'signExpire', 'jzPrefix', 'qddd', 'bzdw', 'ztr', 'shr'].map((n) => [
        n,
        'signing/rules.test.ts',
      ]),
    ),
    ...Object.fromEntries(['fileHash', 'fileName', 'isEnabled'].map((n) => [n, NOT_ENTERED])),
    ...Object.fromEntries(['flowName', 'versionDesc', 'remark'].map((n) => [n, SHOWN])),
  },
  work_day: Object.fromEntries(['day', 'isWorked', 'dayName'].map((n) => [n, 'business/cases/rules/promise.test.ts'])),
  role_exclusion: { ...Object.fromEntries(['oneAlias', 'otherAlias'].map((n) => [n, 'platform/people/people.test.ts'])), remark: SHOWN },
  tenant_package: { menuId: 'platform/tenants/tenants.test.ts', packageName: SHOWN, remark: SHOWN },
}
/** Where the effect of each parameter is observed: a test that sets it, by its key or by the name that the code has for it. */
const OBSERVED_PARAMS: Readonly<Record<keyof typeof PARAMS, string>> = {
  bookingHorizon: 'outside/citizens/public.test.ts',
  bookingHold: 'outside/citizens/public.test.ts',
  bookingsDaily: 'outside/citizens/public.test.ts',
  questionsDaily: 'outside/citizens/public.test.ts',
  questionsOpen: 'outside/citizens/public.test.ts',
  quietFrom: 'platform/messages/sms.test.ts',
  quietTo: 'platform/messages/sms.test.ts',
  register: 'platform/tenants/tenants.test.ts',
  waiting: 'platform/tenants/tenants.test.ts',
  separation: 'platform/people/people.test.ts',
  purpose: 'services/operations/operations.test.ts',
  sessions: 'tests/security/sign-in.test.ts',
  alertAccounts: 'services/operations/routines.test.ts',
  alertAddresses: 'services/operations/routines.test.ts',
  alertReads: 'services/operations/routines.test.ts',
  nightFrom: 'services/operations/routines.test.ts',
  nightTo: 'services/operations/routines.test.ts',
  backupHour: 'services/backup/backup.test.ts',
  backupDaily: 'services/backup/backup.test.ts',
  backupWeekly: 'services/backup/backup.test.ts',
  backupAlarm: 'services/backup/backup.test.ts',
  renewYears: 'business/cases/eligible/eligible.test.ts',
  renewRequirePlan: 'business/types/contract_renew/stories.test.ts',
  progressSurvey: 'views/extension/progress.test.ts',
  progressPosted: 'views/extension/progress.test.ts',
  progressSigned: 'views/extension/progress.test.ts',
  progressIssued: 'views/extension/progress.test.ts',
  progressComplete: 'views/extension/progress.test.ts',
  termGrass: OWN,
  termForest: OWN,
  termOther: OWN,
  termEndless: 'land/cbht/contracts.test.ts',
  exchangeInVillage: 'business/types/change_exchange/stories.test.ts',
  lossPosted: 'business/types/contract_supplement/stories.test.ts',
  signExamined: 'signing/onsite/onsite.test.ts',
  certificatePaper: 'business/types/change_contract/stories.test.ts',
  nameMax: 'land/dk/parcels.test.ts',
  parcelDistance: 'land/dk/place.test.ts',
  pointsMax: 'land/dk/parcels.test.ts',
  areaDecimals: 'land/paper/print.test.ts',
  paperWidth: 'land/paper/print.test.ts',
  paperHeight: 'land/paper/print.test.ts',
  paperRight: 'land/paper/print.test.ts',
  paperDown: 'land/paper/print.test.ts',
  paperFrame: 'land/paper/print.test.ts',
  quota: 'services/files/chunks/chunks.test.ts',
  cameraPlugin: 'services/camera/settings.test.ts',
  xian80: OWN,
  beijing54: OWN,
  cameraPort: 'platform/settings/params.test.ts',
}
let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w?.end())
const read = (f: string) => readFileSync(join(ROOT, f), 'utf8')
const texts = new Map<string, TestText>()
/** A test by its file, read once. */
function parsed(f: string): TestText {
  texts.set(f, texts.get(f) ?? new TestText(f, read(f)))
  return texts.get(f)!
}
/** What is missing where a value is not chosen (undefined), or is only refused where it is. */
const unseen = (what: string, by: string, isSeen: boolean | undefined): string[] =>
  isSeen ? [] : [`${what}: ${isSeen === undefined ? `${by} does not choose it` : `${by} sees nothing but a refusal`}`]
const settings = (): AnyResource[] => w.slices.flatMap((s) => s.resources).filter((r) => OBSERVED[r.name])

test('each field of a setting has a test that sets it', () => {
  const wrong: string[] = []
  for (const r of settings()) {
    const said = OBSERVED[r.name]!
    for (const [n, f] of entries(r)) {
      const by = said[n]
      if (!by) wrong.push(`${r.name}.${n}: nobody says what it changes`)
      else if (by.endsWith('.test.ts') && by.split(' ').some((f) => !parsed(f).sets(n) && !parsed(f).calls(SWITCHED[`${r.name}.${n}`])))
        wrong.push(`${r.name}.${n}: ${by} does not set it`)
      else if (!by.endsWith('.test.ts') && ![SHOWN, NOT_ENTERED].includes(by)) wrong.push(`${r.name}.${n}: ${by}`)
      else if (by === NOT_ENTERED && isEditable(f)) wrong.push(`${r.name}.${n}: can be entered`)
      else if (by === SHOWN && !isEditable(f) && f.form !== 'none') wrong.push(`${r.name}.${n}: cannot be entered`)
    }
    for (const n of Object.keys(said)) if (!r.fields[n]) wrong.push(`${r.name}.${n}: there is no such field`)
  }
  expect(wrong).toEqual([])
  expect(
    settings()
      .map((r) => r.name)
      .toSorted(),
  ).toEqual(Object.keys(OBSERVED).toSorted())
})

test('whatever people enter is a setting, whose effect is observed, or what the product keeps for them: nothing new is left unsaid', () => {
  const entered = w.slices.flatMap((s) => s.resources).filter((r) => entries(r).some(([, f]) => isEditable(f)))
  const unsaid = new Set(entered.map((r) => r.name).filter((n) => !OBSERVED[n] && !KEPT.includes(n)))
  expect([...unsaid].toSorted()).toEqual([])
  expect(KEPT.filter((n) => OBSERVED[n] || !entered.some((r) => r.name === n))).toEqual([])
})

test('each parameter has a test that sets it, and each of its choices', () => {
  const wrong: string[] = []
  for (const [n, by] of Object.entries(OBSERVED_PARAMS)) {
    const { key, ...x } = PARAMS[n as keyof typeof PARAMS] as KnownParam
    const chosen = parsed(by).beside(key, `PARAMS.${n}.key`)
    // the end of a key stands apart where several are set in one line
    const isApart = parsed(by).sets(key.split('.').at(-1)!) && read(by).includes(`${key.slice(0, key.lastIndexOf('.') + 1)}\${`)
    if (chosen.size === 0 && !isApart) wrong.push(`${key}: ${by} does not set it`)
    for (const value of x.kind === 'choice' ? Object.keys(x.choices) : []) wrong.push(...unseen(`${key} ${value}`, by, chosen.get(value)))
  }
  expect(wrong).toEqual([])
})

test('terms and former datums are reckoned with what the tenant has set', async () => {
  const admin = await w.as('admin')
  const values = { 'term.grass': '40', 'term.forest': '60', 'term.other': '20', 'datum.xian80': '1,2,3', 'datum.beijing54': '4,5,6' }
  const asked = () =>
    w.db.transaction({ tenantId: '000000' }, async (tx) => ({ ...(await roundBounds(ctxOf(tx), '51202111920303')).limits, ...(await datumShifts(ctxOf(tx))) }))
  expect(await asked()).toEqual({ grass: 50, forest: 70, other: 50, endless: false })
  for (const [paramKey, paramValue] of Object.entries(values))
    expect((await admin.post('/cpt-system/param/submit', { paramName: paramKey, paramKey, paramValue })).msg).toBe('操作成功')
  const { xian80, beijing54, ...limits } = await asked()
  expect([limits, String(xian80).startsWith('1,2,3'), String(beijing54).startsWith('4,5,6')]).toEqual([
    { grass: 40, forest: 60, other: 20, endless: false },
    true,
    true,
  ])
})

test('each value that a setting offers to choose is chosen by the test of its field, which sees more of it than a refusal', () => {
  const open = settings().flatMap((r) =>
    entries(r).flatMap(([n, f]) => {
      const by = OBSERVED[r.name]![n] ?? ''
      const values = (f as { values?: readonly string[] }).values ?? []
      if (values.length === 0 || !by.endsWith('.test.ts')) return []
      const chosen = new Map(by.split(' ').flatMap((f) => [...parsed(f).under(n)]))
      return values.flatMap((v) => unseen(`${r.name}.${n} ${v}`, by, chosen.get(v)))
    }),
  )
  expect(open).toEqual([])
})

test.each<[keyof PasswordStrategy, number, string]>([
  ['minLength', 20, 'Feld-und-Hof-26'],
  ['maxLength', 14, 'Feld-und-Hof-26'],
  ['classes', 4, 'Feld-und-Hof-xy'],
  ['longEnough', 30, 'feldundhofundgartenundweg'],
  ['needUpper', 1, 'feld-und-hof-26'],
  ['needLower', 1, 'FELD-UND-HOF-26'],
  ['needDigit', 1, 'Feld-und-Hof-xy'],
  ['needSpecial', 1, 'FeldundHof26xyz'],
])('%s of the password strategy refuses what the usual one takes', (name, value, password) => {
  expect(passwordWrong(password, 'county')).toBeUndefined()
  expect(passwordWrong(password, 'county', { ...DEFAULT_STRATEGY, [name]: value })).toBeDefined()
})

test('a password is long enough for fewer classes from that length on, not from one more', () => {
  const [short, long] = ['feldundhofamweg', 'feldundhofamwege']
  expect([short.length, long.length]).toEqual([DEFAULT_STRATEGY.longEnough - 1, DEFAULT_STRATEGY.longEnough])
  expect(passwordWrong(short, 'county')).toBeDefined()
  expect(passwordWrong(long, 'county')).toBeUndefined()
})

test('idleMinutes ends a session that nobody uses', async () => {
  w.setNow('2026-06-01 09:00:00')
  const admin = await w.as('admin')
  const { data } = await admin.get('/cpt-system/password-strategy/detail')
  const set = (idleMinutes: number) => admin.post('/cpt-system/password-strategy/submit', { ...data, idleMinutes })
  expect((await set(10)).msg).toBe('操作成功')
  const village = await w.as('village')
  const after = async (time: string) => {
    w.setNow(time)
    return (await village.get('/cpt-auth/oauth/user-info')).status
  }
  expect([await after('2026-06-01 09:09:00'), await after('2026-06-01 09:20:00')]).toEqual([200, 401])
})

test('a content that is switched off is not sent', async () => {
  w.setNow('2026-06-02')
  const admin = await w.as('admin')
  const ok = (a: { msg: string; data: any }) => {
    expect(a.msg).toBe('操作成功')
    return a.data
  }
  const content = { contentCode: 'off', contentName: '停用', content: '您好', templateId: 'T', isEnabled: 0 }
  ok(await admin.post('/sms/message/content/config/save', content))
  expect((await admin.post('/sms/message/history/submit', { phone: '13800138000', contentCode: 'off' })).key).toBe('not-found')
})
