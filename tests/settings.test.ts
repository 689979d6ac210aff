// Every setting that somebody can enter has an effect, and a test observes it. A new field of a setting fails here until its test is named.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entries, isEditable, type AnyResource } from '../kit/model/resource.ts'
import { DEFAULT_STRATEGY, passwordWrong, type PasswordStrategy } from '../platform/credentials/password.ts'
import { world, type World } from './world.ts'

const ROOT = resolve(import.meta.dirname, '..')
const OWN = 'tests/settings.test.ts'
/** Names, places in a list and remarks: they are shown, and that is all that they are for. */
const SHOWN = 'shown'
/** Set by the product, entered by nobody; and fields with one value, which leave nothing to choose. */
const NOT_ENTERED = 'not entered'

/** Where the effect of each setting is observed: a test file that sets the field by its name. */
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
    isEnabled: 'business/cases/promise.test.ts',
    promisedDays: 'business/cases/promise.test.ts',
    skipped: 'business/cases/configured.test.ts',
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
}
let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w?.end())
const read = (f: string) => readFileSync(join(ROOT, f), 'utf8')
const settings = (): AnyResource[] => w.slices.flatMap((s) => s.resources).filter((r) => OBSERVED[r.name])

test('each field of a setting has a test that sets it', () => {
  const wrong: string[] = []
  for (const r of settings()) {
    const said = OBSERVED[r.name]!
    for (const [n, f] of entries(r)) {
      const by = said[n]
      if (!by) wrong.push(`${r.name}.${n}: nobody says what it changes`)
      else if (by.endsWith('.test.ts') && !new RegExp(`\\b${n}\\b`).test(read(by))) wrong.push(`${r.name}.${n}: ${by} does not set it`)
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

test('each value that a setting offers to choose is chosen by the test of its field: what can only be refused is not offered', () => {
  const open = settings().flatMap((r) =>
    entries(r).flatMap(([n, f]) => {
      const by = OBSERVED[r.name]![n] ?? ''
      const values = (f as { values?: readonly string[] }).values ?? []
      return by.endsWith('.test.ts') ? values.filter((v) => !new RegExp(`\\b${v}\\b`).test(read(by))).map((v) => `${r.name}.${n}: ${v}`) : []
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
