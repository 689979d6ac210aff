// What the server says, to the letter and in both languages: the messages of the platform's specification (sections 5 and 8) and of the compatible API,
// each provoked over HTTP. What only a browser says is provoked in browser/messages.test.ts and, for the photo tool, in services/camera/drawer.test.tsx;
// what a list of reports below names is said by nobody yet.
import { plantHomes } from './contract/rows.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formats } from '../kit/model/formats.ts'
import type { Format } from '../kit/model/field.ts'
import { entries } from '../kit/model/resource.ts'
import { cbf } from '../land/definitions/cbf.ts'
import { dk } from '../land/definitions/dk.ts'
import { fbf } from '../land/definitions/fbf.ts'
import { jtcy } from '../land/definitions/jtcy.ts'
import { readFileSync } from 'node:fs'
import { FLOORS, filesOf } from '../tools/floors.mjs'
import { ACCEPTED } from '../services/files/intake/content.server.ts'
import { data_push_config } from '../outside/push/config.ts'
import { client } from '../platform/clients/client.ts'
import { user } from '../platform/definitions/system.ts'
import { door } from '../platform/people/testing.server.ts'
import { idCard, sample } from './samples.ts'
import { PASSWORD, world, type Answer, type Client, type World } from './world.ts'

const FBFBM = '51202111920390'
let w: World
let admin: Client
let county: Client
beforeAll(async () => {
  w = await world()
  await plantHomes(w, '1')
  ;[admin, county] = await Promise.all([w.as('admin'), w.as('county')])
  const made = await admin.post('/base-qssj/fbf/save', sample(fbf, { regionCode: FBFBM }))
  expect(made.msg).toBe('操作成功')
  expect((await admin.post('/cpt-system/param/submit', { paramName: '开放注册', paramKey: 'login.register', paramValue: '1' })).msg).toBe('操作成功')
})
afterAll(() => w?.end())

type Lang = 'zh' | 'en'
/** A message: in Chinese, in English, and what brings it about. */
type Said = readonly [zh: string, en: string, provoke: (lang: Lang) => Promise<Answer | string>]
const post = (who: () => Client, path: string, body: unknown, query: Record<string, unknown> = {}): Said[2] => {
  return (lang) => who().send('POST', path, { body, query, headers: { 'accept-language': lang } })
}
const get =
  (who: () => Client, path: string, query: Record<string, unknown> = {}): Said[2] =>
  (lang) =>
    who().send('GET', path, { query, headers: { 'accept-language': lang } })
const upload = (name: string, bytes: Buffer | string, type: string, path = '/cpt-resource/attach/endpoint/upload'): Said[2] => {
  return (lang) => {
    const [mark, head] = ['----chengbao', `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}`]
    const body = Buffer.concat([Buffer.from(`--${mark}\r\n${head}\r\n\r\n`), Buffer.from(bytes), Buffer.from(`\r\n--${mark}--\r\n`)])
    const headers = { 'content-type': `multipart/form-data; boundary=${mark}`, 'accept-language': lang }
    return admin.send('POST', path, { body, headers })
  }
}
/** Photos that are to become one PDF. */
const merged = (photos: readonly Buffer[]): Said[2] => {
  const offlineFileList = photos.map((p, i) => ({ file: p.toString('base64'), fileName: `${i}.jpg`, order: i }))
  return (lang) =>
    admin.send('POST', '/cpt-resource/attach/endpoint/offline_pdf', { body: { offlineFileList, businessId: '1' }, headers: { 'accept-language': lang } })
}
const [asAdmin, asCounty, asNobody] = [() => admin, () => county, () => w.nobody]
/** Changes the password of county; all three encrypted under one nonce. */
const change =
  (...plain: [string, string, string]): Said[2] =>
  async (lang) => {
    const [oldPassword, newPassword, newPassword1] = await door(w.app).seal(...plain)
    return county.send('POST', '/cpt-user/update-password', { body: { oldPassword, newPassword, newPassword1 }, headers: { 'accept-language': lang } })
  }
const household = (cbfzjhm: string): Said[2] => {
  return post(asAdmin, '/base-qssj/cbf/save', {
    ...sample(cbf, { fbfbm: FBFBM, cbfmc: '张三', cbfzjlx: '1', cbfzjhm }),
    jtcyList: [{ ...sample(jtcy), yhzgx: '02', cyxm: '张三', cyzjlx: '1', cyzjhm: cbfzjhm }],
  })
}
const token = (over: Record<string, string>, secret = 'chengbao_secret'): Said[2] => {
  return async (lang) => {
    const form = {
      tenantId: '000000',
      username: 'county',
      password: (await door(w.app).seal(`${PASSWORD}x`))[0]!,
      grant_type: 'password',
      scope: 'all',
      ...over,
    }
    return w.nobody.send('POST', '/cpt-auth/oauth/token', {
      body: new URLSearchParams(form).toString(),
      headers: {
        authorization: `Basic ${Buffer.from(`chengbao:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        'accept-language': lang,
      },
    })
  }
}
const guest = (over: Record<string, string>): Said[2] =>
  post(asNobody, '/cpt-user/register-guest', { tenantId: '000000', account: 'g', password: 'x', ...over })
const person = { id: undefined, name: '县级', realName: '县级', phone: '13800138000' }

const SAID: readonly Said[] = [
  // 5 upload
  [
    '上传失败，文件名称长度不能超过64位',
    'Upload failed: the file name has more than 64 characters',
    upload(`${'名'.repeat(65)}.pdf`, '%PDF-1.4\n', 'application/pdf'),
  ],
  [`上传失败，只允许上传${ACCEPTED.join('、')}文件`, `Upload failed: only ${ACCEPTED.join('、')} files`, upload('a.exe', 'MZ', 'application/octet-stream')],
  [
    '上传失败，上传文件不能超过 5120kb',
    'Upload failed: at most 5120 kB',
    upload('a.xlsx', Buffer.alloc((5 << 20) + 1), 'application/octet-stream', '/cpt-user/import-user'),
  ],
  // 5, 9 photo tool
  ['请选择图片', 'Select pictures', merged([])],
  ['上传失败，只允许上传png、jpg、jpeg文件', 'Upload failed: only png、jpg、jpeg files', merged([Buffer.from('GIF89a')])],
  [
    '上传失败，上传文件不能超过 10240kb',
    'Upload failed: at most 10240 kB',
    merged([Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(10_485_758)])]),
  ],
  // 5 registration
  ['请先输入租户编号', 'Please enter the tenant id', guest({ tenantId: '' })],
  ['请先输入账号名称', 'Please enter the account', guest({ account: '' })],
  ['请先输入密码', 'Please enter the password', guest({ password: '' })],
  ['密码加密信息已失效，请重试', 'The encrypted password has expired; try again', guest({})],
  ['该租户未开放注册，请联系管理员', 'This tenant does not accept registrations; ask its administrator', guest({ tenantId: '100001' })],
  // 5 password change
  ['请输入原密码', 'Enter the old password', post(asCounty, '/cpt-user/update-password', {})],
  ['请输入新密码', 'Enter the new password', post(asCounty, '/cpt-user/update-password', { oldPassword: 'x' })],
  ['请输入确认密码', 'Confirm the new password', post(asCounty, '/cpt-user/update-password', { oldPassword: 'x', newPassword: 'x' })],
  ['两次密码不一致', 'The passwords differ', change(PASSWORD, 'Neu-Passwort-2026', 'Neu-Passwort-2027')],
  // 5 other forms
  ['请输入产品包名称', 'Please enter the name', post(asAdmin, '/cpt-system/tenant-package/submit', { menuId: '1' })],
  ['请选择菜单', 'Please select menus', post(asAdmin, '/cpt-system/tenant-package/submit', { packageName: 'x' })],
  ['请输入参数名称', 'Please enter the name', post(asAdmin, '/cpt-system/param/submit', { paramKey: 'x', paramValue: 'x' })],
  ['请输入参数键名', 'Please enter the key', post(asAdmin, '/cpt-system/param/submit', { paramName: 'x', paramValue: 'x' })],
  ['请输入参数键值', 'Please enter the value', post(asAdmin, '/cpt-system/param/submit', { paramName: 'x', paramKey: 'x' })],
  ['请选择至少一条数据', 'Select at least one row', post(asAdmin, '/cpt-system/post/remove', {}, { ids: '' })],
  ['请输入用户姓名', 'Please enter the real name', post(asCounty, '/cpt-user/update-info', { ...person, realName: '' })],
  ['请输入用户昵称', 'Please enter the nickname', post(asCounty, '/cpt-user/update-info', { ...person, name: '' })],
  ['请输入手机号码', 'Please enter the phone', post(asCounty, '/cpt-user/update-info', { ...person, phone: '' })],
  ['手机号码格式不正确', 'The mobile number is wrong', post(asCounty, '/cpt-user/update-info', { ...person, phone: '12800138000' })],
  ['手机号码应为11位', 'A mobile number has 11 digits', post(asCounty, '/cpt-user/update-info', { ...person, phone: '1380013800' })],
  // 9 avatar
  [
    '上传失败，只允许上传jpg、png文件',
    'Upload failed: only jpg、png files',
    post(asCounty, '/cpt-user/update-info', { avatar: 'data:image/gif;base64,R0lGODlh' }),
  ],
  [
    '上传失败，上传文件不能超过 500kb',
    'Upload failed: at most 500 kB',
    post(asCounty, '/cpt-user/update-info', { avatar: `data:image/png;base64,${Buffer.alloc(500 * 1024 + 1).toString('base64')}` }),
  ],
  // 5 formats
  ['证件号码长度应为18位', 'The identity number must have 18 characters', household('51202119800101123')],
  ['证件号码格式不正确', 'The identity number is malformed', household('51202119801301123X')],
  ['证件号码地址编码不正确', 'The address code of the identity number is wrong', household('01202119800101123X')],
  ['证件号码校验位不正确', 'The check digit of the identity number is wrong', household(idCard().replace(/.$/, (c) => (c === '1' ? '2' : '1')))],
  ['请输入承包方证件号码', 'Please enter the ID number', household('')],
  ['联系电话格式不正确', 'The telephone number is wrong', post(asAdmin, '/base-qssj/fbf/save', sample(fbf, { regionCode: FBFBM, lxdh: '12' }))],
  ['邮政编码格式不正确', 'The postcode is wrong', post(asAdmin, '/base-qssj/fbf/save', sample(fbf, { regionCode: FBFBM, yzbm: '12345x' }))],
  [
    '请输入字母或数字',
    'Letters or digits only',
    post(asAdmin, '/cpt-system/dataPushConfig/submit', { ...sample(data_push_config), retryMinutes: '1,5', appId: 'ab cd ef gh ij k' }),
  ],
  [
    '网址须以http或https开头',
    'An address starts with http or https',
    post(asAdmin, '/cpt-system/dataPushConfig/submit', { ...sample(data_push_config), retryMinutes: '1,5', url: 'ftp://x' }),
  ],
  [
    '统一社会信用代码不正确',
    'The unified social credit code is wrong',
    post(asAdmin, '/base-qssj/fbf/save', sample(fbf, { regionCode: FBFBM, tyshxydm: '91510000000000000X' })),
  ],
  ['最多保留两位小数', 'At most two decimals', post(asAdmin, '/base-dlxx/dk/save', sample(dk, { scmj: '1.001' }))],
  [
    '编码只能包含字母、数字和_:.-',
    'Letters, digits and _:.- only',
    post(asAdmin, '/cpt-system/param/submit', { paramName: 'x', paramKey: 'a b', paramValue: 'x' }),
  ],
  ['邮箱格式不正确', 'The e-mail address is wrong', post(asCounty, '/cpt-user/update-info', { ...person, email: 'x' })],
  ['账号只能包含字母、数字和._@-', 'Letters, digits and ._@- only', post(asAdmin, '/cpt-user/submit', { ...sample(user), account: '账号' })],
  [
    '不能包含空格、回车、换行、制表符',
    'No blanks, carriage returns, line feeds or tabs',
    post(asAdmin, '/cpt-system/client/submit', { ...sample(client), clientSecret: 'a blank within the secret' }),
  ],
  // 7, 8 answers that every call can give
  ['请求未授权', 'Please sign in', get(asNobody, '/cpt-system/post/page')],
  ['没有操作权限', 'You are not allowed to do this', get(asCounty, '/cpt-system/client/list')],
  ['接口不存在', 'No such call', get(asAdmin, '/nothing/here')],
  ['不支持的参数：x', 'Unknown parameter: x', get(asAdmin, '/cpt-system/post/page', { x: 1 })],
  ['每页最多500条', 'At most 500 rows a page', get(asAdmin, '/cpt-system/post/page', { size: 501 })],
  ['岗位不存在', 'Post not found', get(asAdmin, '/cpt-system/post/detail', { id: '7' })],
  ['操作成功', 'Done', get(asAdmin, '/cpt-system/post/page')],
  // the compatible API's words. Source: platform-api.md 2.5, 3.4, 3.6, 3.10
  ['用户名或密码错误', 'Wrong account or password', token({})],
  ['不支持的授权类型', 'Unsupported grant type', token({ grant_type: 'magic' })],
  ['客户端认证失败!', 'Unknown client', token({}, 'wrong')],
  [
    '当前字典键值已存在!',
    'This key already exists!',
    async (lang) => {
      const heads = (await admin.get('/cpt-system/dict-biz/parent-list', { code: 'sex' })).data.records
      return post(asAdmin, '/cpt-system/dict-biz/submit', { parentId: heads[0].id, code: 'sex', dictKey: '1', dictValue: 'x', sort: 9 })(lang)
    },
  ],
  ['请至少选择一个用户', 'Select at least one user', post(asAdmin, '/cpt-user/reset-password', {})],
  ['请至少选择一个用户', 'Select at least one user', post(asAdmin, '/cpt-user/unlock', {})],
  ['请先删除子节点!', 'Remove the children first!', post(asAdmin, '/cpt-system/region/remove', {}, { id: '512021' })],
]

test.each(SAID.map((s) => [s[0], s] as const))('%s', async (_name, [zh, en, provoke]) => {
  const words = (a: Answer | string) => (typeof a === 'string' ? a : a.data?.fields?.length ? a.data.fields.map((f: { msg: string }) => f.msg) : [a.msg])
  expect(words(await provoke('zh'))).toContain(zh)
  expect(words(await provoke('en'))).toContain(en)
})

/** Formats whose words the catalogue has although no definition asks for them. One that gets a field must leave this list. */
const UNASKED: Readonly<Record<string, readonly [value: string, zh: string, en: string]>> = {
  idCard: ['1', '证件号码长度应为18位', 'The identity number must have 18 characters'],
  noBlank: ['a b', '不能包含空格、回车、换行、制表符', 'No blanks, carriage returns, line feeds or tabs'],
}
test('the words of every format can be said by some form, but those that no field asks for', () => {
  const asked = new Set(w.slices.flatMap((s) => s.resources.flatMap((r) => entries(r).flatMap(([, f]) => (f.format ? [f.format as string] : [])))))
  expect(Object.keys(formats).filter((f) => !asked.has(f))).toEqual(Object.keys(UNASKED))
  for (const [f, [value, zh, en]] of Object.entries(UNASKED)) expect(formats[f as Format](value)).toEqual({ zh, en })
})

/** Findings of a package check and the names in its files are the Chinese of the national standard; what is seeded is data of a Chinese county, and simulators are other offices. */
const CHINESE_DATA =
  /^apps\/(simulators|server\/demo\/campaign)|^packages\/(checks|package|intake\/increment|hjb\/(analyse|findings|demo))|\/seed\/|\/testing|\.test\.tsx?$/
/** A button that changes to the other language says so in that language; the name that is proposed for a business is data. */
const BOTH_WAYS = ["p('切换为英文', '切换为中文')", "p('EN', '中文')", "w('English', '中文')", "w('承包合同签订', '承包合同签订')"]
/** An English text with a Chinese sign in it, and a text that people are told and that has one language. */
const ONE_LANGUAGE: readonly RegExp[] = [
  /\ben: (['"`])[^'"`\n]*[\u3400-\u9fff]/g,
  /\b(both|p|w|say)\((['`])[^'`\n]*\2, (['`])[^'`\n]*[\u3400-\u9fff][^'`\n]*\3\)/g,
  /\b(msg|message|reason|failReason|step|answer): (['"`])[^'"`\n]*[\u3400-\u9fff]/g,
  /\b(Problem|refusal|badRequest|notFound|duplicate|inUse|notAllowedNow)\((\d+, )?(['"`])[^'"`\n]*[\u3400-\u9fff]/g,
]
test('no text of the code is Chinese where English is said, or in one language where people are told something', () => {
  const found = filesOf(FLOORS)
    .filter((f: string) => !CHINESE_DATA.test(f))
    .flatMap((f: string) => ONE_LANGUAGE.flatMap((sign) => [...readFileSync(f, 'utf8').matchAll(sign)].map((m) => `${f}: ${m[0]}`)))
  expect(found.filter((x) => !BOTH_WAYS.some((w) => x.endsWith(w)))).toEqual([])
})
