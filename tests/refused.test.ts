// Refusals of the platform and its services that no story of theirs meets: each brought about over HTTP and read in both languages.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { client } from '../platform/clients/client.ts'
import { datasource } from '../platform/settings/datasource.ts'
import { oss } from '../services/files/storage/oss.ts'
import { sms } from '../platform/messages/sms.ts'
import { book } from './import-bench.ts'
import { sample } from './samples.ts'
import { world, type Answer, type Client, type World } from './world.ts'
import { PDF } from '../services/files/testing.server.ts'

let w: World
let admin: Client, county: Client
const ids: Record<string, string> = {}
beforeAll(async () => {
  w = await world()
  ;[admin, county] = await Promise.all([w.as('admin'), w.as('county')])
  const one = async (name: string, text: string) => {
    ids[name] = String((await w.db.pool.query(text)).rows[0].id)
  }
  await one('standard', `select id from dict_biz where code = 'cbflx' and "parentId" is not null and "tenantId" = '000000' limit 1`)
  await one('platform', `select id from tenant where code = '000000'`)
  await one('client', `select id from client where "clientId" = 'chengbao'`)
  await one('county', `select id from sys_user where account = 'county' and "tenantId" = '000000'`)
  await one('admin', `select id from sys_user where account = 'admin' and "tenantId" = '000000'`)
  ids.tpl = (await admin.post('/cpt-expimp/tpl/submit', { tplCode: 'x', tplName: 'x', entity: 'dk', kind: 'export' })).data
  // the county's clerk may edit people from here on, and is no administrator for it
  await one('role', `select id from sys_role where "roleAlias" = 'county' and "tenantId" = '000000'`)
  const { rev } = (await admin.get('/cpt-system/role/detail', { id: ids.role })).data
  const held = await w.db.pool.query(`select id from menu where code = 'sys_user_edit' union select "menuId" from role_menu where "roleId" = $1`, [ids.role])
  expect((await admin.post('/cpt-system/role/grant', { roleIds: [ids.role], menuIds: held.rows.map((r: any) => String(r.id)), rev })).msg).toBe('操作成功')
  const provider = { ...sample(sms, { smsCode: 'on' }), secretKey: 'a secret key' }
  await admin.post(`${sms.path}/enable`, {}, { id: (await admin.post(`${sms.path}/submit`, provider)).data })
  const letter = { phone: '13800138000', content: '您好' }
  ids.letter = (await admin.post('/sms/message/history/submit', letter)).data
  await w.db.pool.query(
    `insert into user_setting ("tenantId", "userId", page, value, "updateTime") select '000000', $1, 'p' || n, '{}', $2::timestamptz from generate_series(1, 200) n`,
    [ids.county, w.now()],
  )
  for (const [name, r] of [
    ['sms', sms],
    ['oss', oss],
  ] as const)
    ids[name] = (await admin.post(`${r.path}/submit`, sample(r))).data
})
afterAll(() => w?.end())

type Lang = 'zh' | 'en'
type Said = readonly [key: string, zh: string, en: string, provoke: (lang: Lang) => Promise<Answer>]
const post =
  (who: () => Client, path: string, body: () => unknown = () => ({}), query: () => Record<string, unknown> = () => ({})): Said[3] =>
  (lang) =>
    who().send('POST', path, { body: body(), query: query(), headers: { 'accept-language': lang } })
const get =
  (path: string, query: () => Record<string, unknown>): Said[3] =>
  (lang) =>
    county.send('GET', path, { query: query(), headers: { 'accept-language': lang } })
const asAdmin = () => admin
const upload = (path: string, name: string, bytes: Buffer): Said[3] => {
  return (lang) => admin.upload(path, { name, bytes }, {}, { 'accept-language': lang })
}

const SAID: readonly Said[] = [
  // sign-in and people
  [
    'grant-types',
    '授权类型不在可选范围内',
    'Unknown grant type',
    post(asAdmin, '/cpt-system/client/submit', () => ({ ...sample(client), authorizedGrantTypes: 'magic' })),
  ],
  [
    'own-client',
    '系统自用的应用不能删除或改名',
    'The client of this product cannot be renamed',
    post(asAdmin, '/cpt-system/client/remove', undefined, () => ({ ids: ids.client })),
  ],
  [
    'password',
    '请通过修改密码更改自己的密码',
    'Change your own password yourself',
    post(asAdmin, '/cpt-user/reset-password', undefined, () => ({ userIds: ids.admin })),
  ],
  ['sheet', '文件不是用户导入模板', 'The file is not the user template', async (lang) => upload('/cpt-user/import-user', 'u.xlsx', await book([['甲']]))(lang)],
  ['no-role', '请至少选择一个角色', 'Select at least one role', post(asAdmin, '/cpt-system/role/grant', () => ({ menuIds: [] }))],
  [
    'platform-tenant',
    '平台租户不能删除、停用或限制',
    'The platform tenant cannot be removed, stopped or limited',
    post(asAdmin, '/cpt-system/tenant/remove', undefined, () => ({ ids: ids.platform })),
  ],
  [
    'view-as',
    '只有管理员可以查看他人界面',
    'Only administrators may view as another person',
    post(
      () => county,
      '/basic/view-as',
      () => ({ userId: ids.admin }),
    ),
  ],
  // configuration
  [
    'menu-token',
    '路由地址不能带用户令牌',
    'An address must not carry the token of the user',
    post(asAdmin, '/cpt-system/menu/submit', () => ({ path: 'https://x/${token}' })),
  ],
  [
    'standard',
    '标准或系统字典项不能删除或改键',
    'An entry of a standard or of the system cannot be deleted, and its key cannot be changed',
    post(asAdmin, '/cpt-system/dict-biz/remove', undefined, () => ({ ids: ids.standard })),
  ],
  [
    'invalid',
    '连接地址不能带用户名和密码',
    'The address must not contain a user name or password',
    post(asAdmin, '/cpt-develop/datasource/submit', () => sample(datasource, { url: 'jdbc:postgresql://u:p@db/x' })),
  ],
  ['sms-secret', '请先填写访问密钥', 'Enter the secret key first', post(asAdmin, '/cpt-resource/sms/enable', undefined, () => ({ id: ids.sms }))],
  ['oss-secret', '请先填写访问密钥', 'Enter the secret key first', post(asAdmin, '/cpt-resource/oss/enable', undefined, () => ({ id: ids.oss }))],
  [
    'sms-resend',
    '只有发送失败的短信可以重发',
    'Only a failed message can be sent again',
    post(asAdmin, '/sms/message/history/resend', undefined, () => ({ id: ids.letter })),
  ],
  [
    'setting-too-many',
    '最多保存200个页面的设置',
    'At most 200 pages can be set up',
    post(
      () => county,
      '/basic/user-setting/submit',
      () => ({ page: 'one-more', value: {} }),
    ),
  ],
  ['sms-history', '短信记录不能修改', 'History cannot be changed', post(asAdmin, '/sms/message/history/submit', () => ({ id: '1', content: 'x' }))],
  [
    'invalid',
    '业务对象没有字段：nothing',
    'The object has no field nothing',
    post(asAdmin, '/expimp/expimpexcelexpconfig/submit', () => ({ tplId: ids.tpl, field: 'nothing', title: 'x', sort: 1 })),
  ],
  // processes
  [
    'bad-model',
    '标识 contract_sign 属于内置的承包业务流程，不能使用',
    'The key contract_sign belongs to a built-in land business process',
    post(asAdmin, '/cpt-flow/model/submit', () => ({ modelKey: 'contract_sign', name: 'x', category: 'oa' })),
  ],
  // files
  [
    'file-no-name',
    '上传失败，文件名称不正确',
    'Upload failed: the file name is malformed',
    upload('/cpt-resource/attach/endpoint/upload', ' ', Buffer.from('%PDF-1.4\n')),
  ],
  // prints
  [
    'print-too-many',
    '一次最多打印200份',
    'At most 200 at a time',
    get('/base-qssj/cbf/survey-table/download', () => ({ regionCode: '512021', cbfbms: Array.from({ length: 201 }, (_, i) => i).join(',') })),
  ],
]

test.each(SAID.map((s) => [s[1], s] as const))('%s', async (_name, [key, zh, en, provoke]) => {
  for (const [lang, words] of [
    ['zh', zh],
    ['en', en],
  ] as const) {
    const a = await provoke(lang)
    expect([a.key, a.msg]).toEqual([key, words])
  }
})

test('a field that is wrong is told with its name, whatever form it stands in', async () => {
  const a = await admin.post('/cpt-system/post/submit', { postCode: 'x y' })
  expect(a.key).toBe('invalid')
  expect(a.data.fields.map((f: any) => f.field)).toEqual(['category', 'postCode', 'postName'])
})

test('a file that is lost is told as lost: an attachment, an export', async () => {
  const attached = await county.upload('/cpt-resource/attach/endpoint/upload', { name: 'a.pdf', bytes: PDF, type: 'application/pdf' })
  expect(attached.msg).toBe('操作成功')
  w.jobs.start()
  const asked = await admin.get('/widget/export', { type: '1013', entity: 'fbf' })
  expect(asked.msg).toBe('操作成功')
  await w.jobs.idle()
  const { fileId } = (await admin.get('/exportRecord/page')).data.records[0]
  for (const folder of ['files', 'exports']) await rm(join(w.dataDir, folder), { recursive: true })
  for (const [lang, file, table] of [
    ['zh', '附件文件缺失：a.pdf', '导出文件已过期，请重新导出'],
    ['en', 'The file of an attachment is missing: a.pdf', 'The file has expired; export it again'],
  ] as const) {
    const headers = { 'accept-language': lang }
    const a = await county.send('GET', '/cpt-resource/attach/endpoint/download', { query: { id: attached.data.id }, headers })
    expect([a.key, a.msg]).toEqual(['file-gone', file])
    const b = await admin.send('GET', '/exportRecord/download', { query: { fileId }, headers })
    expect([b.key, b.msg]).toEqual(['export-gone', table])
  }
})
