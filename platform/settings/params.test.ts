import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesOf, FLOORS } from '../../tools/floors.mjs'
import { world, type Client, type World } from '../../tests/world.ts'
import { choiceOf, isOn, KNOWN_PARAMS, knownParam, meantBy, numberOr, PARAMS, paramFault, paramsWith } from './params.ts'

let w: World, admin: Client
beforeAll(async () => {
  w = await world()
  admin = await w.as('admin')
})
afterAll(() => w?.end())

/** Files that deal with parameters of any key: what tells, keeps, lists and describes them. */
const ANY_KEY = [
  'number-param.server.ts',
  'param.server.ts',
  'params.ts',
  'progress-params.ts',
  'message-params.ts',
  'citizen-params.ts',
  'ParamPage.web.tsx',
].map((f) => `platform/settings/${f}`)
ANY_KEY.push('platform/definitions/system.ts')

test('each parameter that code asks for stands in the list of known parameters, and each of the list is asked for', () => {
  const source = (filesOf(FLOORS) as string[])
    .filter((f) => !/\.test\.tsx?$/.test(f) && !ANY_KEY.includes(f))
    .map((f) => [f, readFileSync(join(resolve(import.meta.dirname, '../..'), f), 'utf8')] as const)
  const wrong: string[] = []
  for (const [f, text] of source) {
    // a parameter that was handed in stands in the list where it was handed in from: types say so
    for (const [, asked] of text.matchAll(/\b(?:(?:numberParam|flagParam|choiceParam)\(\w+,|numberOr\([^,\n]+,) ([^\s),]+)/g))
      if (!/^PARAMS\.\w+$|^param$/.test(asked!)) wrong.push(`${f}: ${asked}`)
    // whoever reads the table himself, in builder or SQL, names its keys by the list
    const reads = [...text.matchAll(/(?:'|\b|")paramKey(?:'|") ?(?:, '(?:=|in)', |= ?)([^\n]+)/g)].map((m) => m[1]!)
    for (const asked of reads) if (!/^\[?(?:\$\{)?PARAMS\.\w+\.key/.test(asked)) wrong.push(`${f}: ${asked}`)
    if (/selectFrom\('param'\)|\b(?:from|join) param\b/.test(text) && reads.length === 0) wrong.push(`${f}: reads parameters by no key`)
    for (const { key } of KNOWN_PARAMS) if (!key.startsWith('login.') && text.includes(`'${key}'`)) wrong.push(`${f}: '${key}' is said twice`)
  }
  const all = source.map(([, text]) => text).join('\n') + readFileSync(join(import.meta.dirname, 'number-param.server.ts'), 'utf8')
  for (const name of Object.keys(PARAMS)) if (!new RegExp(`\\bPARAMS\\.${name}\\b`).test(all)) wrong.push(`${name}: nothing asks for it`)
  expect(wrong).toEqual([])
  expect(new Set(KNOWN_PARAMS.map((x) => x.key)).size).toBe(KNOWN_PARAMS.length)
})

test('what holds without a parameter is a value that may be entered', () => {
  for (const x of KNOWN_PARAMS) if (x.kind === 'number') expect([x.key, paramFault(x.key, x.usual)]).toEqual([x.key, undefined])
})

test.each<[key: string, value: string, zh: string, en: string]>([
  ['session.max', '0', '同一账号会话上限不能小于1', 'Maximum sessions per person: must be at least 1'],
  ['session.max', 'many', '同一账号会话上限必须是整数', 'Maximum sessions per person: must be a whole number'],
  ['session.max', '2.5', '同一账号会话上限必须是整数', 'Maximum sessions per person: must be a whole number'],
  ['person.name.max', '60', '姓名最大长度必须在18到50之间', 'Length of names: must be between 18 and 50'],
  ['print.area.decimals', '1', '打印面积小数位必须在2到4之间', 'Decimals of printed areas: must be between 2 and 4'],
  ['separation.three', 'yes', '三员分立只能是0（否）或1（是）', 'Three administrators: must be 0 (No) or 1 (Yes)'],
  [
    'certificate.paper',
    '2',
    '变更后的权证只能是0（在原证上记载）或1（换发新证）',
    'Certificate after a change: must be 0 (Line on the old one) or 1 (New certificate)',
  ],
  ...['1,2', '1,2,x', '2000,0,0', '0,0,0,0,0,0,500'].map((v): [string, string, string, string] => [
    'datum.xian80',
    v,
    '1980西安坐标系转换参数应为3个或7个用逗号分隔的数：平移不超过1000米，旋转不超过60角秒，尺度不超过百万分之100',
    "Xi'an 1980: conversion: three or seven numbers with commas: shifts up to 1000 m, turns up to 60 arc seconds, scale up to 100 ppm",
  ]),
  [
    'camera.plugin.url',
    'javascript:alert(1)',
    '高拍仪插件下载地址必须是http://或https://开头的网址',
    'Document camera: download: must be an address that begins with http:// or https://',
  ],
])('%s is not %s: refused at its value, in both languages', async (paramKey, paramValue, zh, en) => {
  for (const [lang, msg] of [
    ['zh', zh],
    ['en', en],
  ] as const) {
    const a = await admin.send('POST', '/cpt-system/param/submit', { body: { paramName: 'x', paramKey, paramValue }, headers: { 'accept-language': lang } })
    expect([a.code, a.data.fields]).toEqual([400, [{ field: 'paramValue', msg }]])
  }
  expect((await admin.get('/cpt-system/param/list', { paramKey })).data.total).toBe(0)
})

test('a value that may be is taken, and changed to one that may not be is not; a key that nobody knows takes any value', async () => {
  const set = (body: object) => admin.post('/cpt-system/param/submit', { paramName: 'x', ...body })
  const id = (await set({ paramKey: 'certificate.dx', paramValue: '-300' })).data
  expect((await set({ id, paramKey: 'certificate.dx', paramValue: '-301' })).data.fields[0].field).toBe('paramValue')
  // nor does a row of another key come to a known one with it
  const other = (await set({ paramKey: 'some.other.system', paramValue: 'whatever' })).data
  expect((await set({ id: other, paramKey: 'certificate.dy', paramValue: 'whatever' })).data.fields[0].field).toBe('paramValue')
  const { records } = (await admin.get('/cpt-system/param/list')).data
  expect(records.map((r: any) => [r.paramKey, r.paramValue])).toEqual([
    ['certificate.dx', '-300'],
    ['some.other.system', 'whatever'],
  ])
})

test('what is set takes effect, and what is removed has the default again', async () => {
  const port = async () => (await admin.get('/cpt-resource/camera/settings')).data.port
  expect(await port()).toBe(PARAMS.cameraPort.usual)
  const id = (await admin.post('/cpt-system/param/submit', { paramName: 'x', paramKey: PARAMS.cameraPort.key, paramValue: '40000' })).data
  expect(await port()).toBe(40000)
  expect((await admin.post('/cpt-system/param/remove', {}, { ids: id })).code).toBe(200)
  expect(await port()).toBe(PARAMS.cameraPort.usual)
})

test('a stored value that is none has the default, one beyond the bound the bound; the screen says what holds', () => {
  const { nameMax, areaDecimals, certificatePaper, cameraPlugin, separation } = PARAMS
  expect(['20', '17', '60', '', 'x', undefined, null].map((v) => numberOr(v, nameMax))).toEqual([20, 18, 50, 18, 18, 18, 18])
  expect(['0', '1', '2', '', undefined].map((v) => choiceOf(v, certificatePaper))).toEqual([0, 1, undefined, undefined, undefined])
  expect(['1', '0', '2', 'x', undefined].map(isOn)).toEqual([true, false, false, false, false])
  expect([
    meantBy(areaDecimals, '3'),
    meantBy(areaDecimals, undefined),
    meantBy(certificatePaper, undefined),
    meantBy(separation, '1'),
    meantBy(PARAMS.paperWidth, '2000'),
    meantBy(cameraPlugin, 'javascript:x'),
  ]).toEqual([
    { zh: '3位', en: '3 decimals' },
    { zh: '2位', en: '2 decimals' },
    { zh: '由业务表单选择', en: 'Chosen in the form of the business' },
    { zh: '是', en: 'Yes' },
    { zh: '2000×0.1毫米', en: '2000 × 0.1 mm' },
    { zh: '不提供下载', en: 'No download' },
  ])
})

test('parameters are found by key, name and meaning in the reader’s language', () => {
  const keys = (search: string, lang: 'zh' | 'en') => paramsWith(search, lang).map((x) => x.key)
  expect(keys('高拍仪', 'zh')).toEqual(['camera.plugin.url', 'camera.port'])
  expect(keys('RENEW', 'zh')).toEqual(['renew.years', 'renew.requirePlan'])
  expect(keys('extended', 'en')).toEqual(['renew.years', 'renew.requirePlan'])
  expect(keys('', 'en')).toHaveLength(KNOWN_PARAMS.length)
  expect([knownParam('login.title.en')?.name.zh, knownParam('x')]).toEqual(['系统名称（英文）', undefined])
})
