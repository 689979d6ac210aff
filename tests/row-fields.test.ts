// What a row of each list of the platform says, by the compatible API's names. Source: platform-api.md 3, but two: a department's `ancestors` (a cache of the
// compatible API's trees, ours has regions) and a file's `domainUrl` (ours has signed links of its own origin). The logs' names stand in services/operations/logs.test.ts.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stage, type Stage } from './contract/stage.ts'
import type { Client } from './world.ts'

const FIELDS: Readonly<Record<string, string>> = {
  '/cpt-system/menu/list': 'parentId code name alias path source sort category action isOpen remark',
  '/cpt-system/top-menu/list': 'tenantId code name source path sort',
  '/cpt-system/role/list': 'tenantId parentId roleName roleAlias sort',
  '/cpt-system/dept/list': 'tenantId parentId deptName fullName sort remark deptCategory regionCode',
  '/cpt-system/post/page': 'tenantId category postCode postName sort remark',
  '/cpt-user/page': 'account tenantId name realName roleId deptId postId code phone email sex birthday avatar status userType roleName deptName',
  '/cpt-system/tenant/page': 'tenantId tenantName linkman contactNumber address domain accountNumber expireTime packageId datasourceId backgroundUrl',
  '/cpt-system/tenant-package/list': 'packageName menuId remark',
  '/cpt-system/region/list': 'code parentCode name level sort remark',
  '/cpt-system/dict/list': 'parentId code dictKey dictValue sort isSealed remark',
  '/cpt-system/dict-biz/list': 'tenantId parentId code dictKey dictValue sort isSealed remark',
  '/cpt-system/param/list': 'paramName paramKey paramValue remark',
  '/cpt-system/data-scope/list': 'menuId resourceCode scopeName scopeField scopeColumn scopeType scopeValue remark',
  '/cpt-system/api-scope/list': 'menuId resourceCode scopeName scopePath scopeType remark',
  '/cpt-system/client/list':
    'clientId authorizedGrantTypes scope accessTokenValidity refreshTokenValidity webServerRedirectUri resourceIds authorities autoapprove additionalInformation',
  '/cpt-develop/datasource/list': 'name driverClass url username remark',
  '/cpt-develop/code/list': 'datasourceId codeName serviceName tableName tablePrefix pkName packageName baseMode wrapMode apiPath webPath',
  '/cpt-desk/notice/list': 'title category releaseTime content',
  '/cpt-report/report/rest/list': 'name createTime updateTime',
  '/cpt-resource/oss/list': 'category ossCode endpoint transformEndpoint accessKey bucketName appId region status remark',
  '/cpt-resource/sms/list': 'category smsCode templateId accessKey regionId signName status remark',
  '/cpt-resource/attach/list': 'link name originalName extension attachSize tenantId',
  '/cpt-flow/model/list': 'modelKey name description version created lastUpdated',
}
let s: Stage
let admin: Client
beforeAll(async () => {
  s = await stage()
  admin = await s.w.as('admin')
}, 600_000)
afterAll(() => s?.end())

test.each(Object.entries(FIELDS))('a row of %s has the names of the compatible API', async (path, names) => {
  const { data } = await admin.get(path)
  const row = (data.records ?? data)[0]
  expect(row.id).toBeDefined()
  const detail = (await admin.get(path.replace(/\w+$/, 'detail'), { id: path.includes('region') ? row.code : row.id })).data ?? {}
  // long texts are told in the detail alone
  expect(names.split(' ').filter((n) => !(n in row) && !(n in detail))).toEqual([])
})
