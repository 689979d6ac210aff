import { text } from '../../kit/model/field.ts'
import type { Fields } from '../../kit/model/resource.ts'
import { filterNames, listNames } from '../../kit/server/query.server.ts'
import { route, asFile, crud, reading, ids, type Route, type Run } from '../../kit/server/route.server.ts'
import type { SessionSettings } from '../credentials/change.server.ts'
import { user } from '../definitions/system.ts'
import { ownInfo, platformDetail, userDetail, userList, userPage } from './user-read.server.ts'
import { exportUsers, importUsers, template } from './user-sheet.server.ts'
import {
  grantUsers,
  handOverWork,
  removeUsers,
  resetPasswords,
  saveUser,
  unlockUsers,
  updateInfo,
  PLATFORM_BODY,
  updatePlatform,
  type PeopleWork,
} from './user-write.server.ts'

const at = (name: string) => `${user.path}/${name}`
export const secretText = (zh: string, en: string) => text(zh, { en, max: 2000 })
const PASSWORDS = { password: secretText('密码', 'Password'), password2: secretText('确认密码', 'Confirm password') }
const MOST_SHEET = 5 << 20

const get = <const Q extends string = never>(name: string, summary: string, perm: Route['perm'], run: Run<NoInfer<Q>>, query: readonly Q[] = []) =>
  reading('tenant', perm)(at(name), summary, query, run)
/** A change of people: its path below /cpt-user, its button, what the audit calls it. */
export const userChange = <const Q extends string = never, B extends Fields = Record<never, never>>(
  name: string,
  summary: string,
  perm: Route['perm'],
  audit: string,
  more: Pick<Route, 'asSystem' | 'headers' | 'rate'> & { query?: readonly Q[]; body?: B; run: Run<NoInfer<Q>, NoInfer<B>, 'POST'> },
): Route => route({ method: 'POST', path: at(name), perm, scope: 'tenant', audit, summary, ...more })

/** Every call below /cpt-user but the own password, which the session has, and those of guests. Source: platform-api.md 3.6. */
export function userRoutes(s: SessionSettings, work: PeopleWork): Route[] {
  const c = crud(user)
  const save = { body: { ...user.fields, ...PASSWORDS }, run: ((ctx, b) => saveUser(ctx, b, s, work)) as Route['run'] }
  return [
    route({ ...c.page, query: [...listNames(user), 'deptId'], run: userPage }),
    { ...c.detail, run: userDetail },
    { ...c.submit, ...save },
    { ...c.update, ...save },
    { ...c.remove, run: (ctx, q) => removeUsers(ctx, ids(q), work) },
    get('platform-detail', '用户平台配置', 'sys_user_view', platformDetail, ['id']),
    get('info', '本人信息', 'signed-in', (ctx) => ownInfo(ctx)),
    get('user-list', '用户选择列表', 'sys_user_view', userList, ['account', 'realName', 'deptId']),
    asFile(get('export-user', '导出用户', 'sys_user_export', exportUsers, [...filterNames(user), 'deptId']), 'sys_user.export'),
    asFile(get('export-template', '用户导入模板', 'sys_user_import', template)),
    route({
      method: 'POST',
      path: at('import-user'),
      perm: 'sys_user_import',
      scope: 'tenant',
      audit: 'sys_user.import',
      summary: '导入用户',
      upload: { maxBytes: MOST_SHEET },
      query: ['isCovered'],
      run: importUsers,
    }),
    // an object in the body, text in the address: the handler takes either as it was sent
    {
      method: 'POST',
      path: at('update-platform'),
      perm: 'sys_user_platform',
      scope: 'tenant',
      audit: 'sys_user.update',
      summary: '修改用户平台配置',
      query: ['userId', 'userType', 'userExt'],
      body: PLATFORM_BODY,
      run: updatePlatform,
    },
    userChange('reset-password', '重置密码', 'sys_user_reset', 'sys_user.reset', { query: ['userIds'], run: resetPasswords }),
    userChange('unlock', '解锁用户', 'sys_user_unlock', 'sys_user.unlock', { query: ['userIds'], run: unlockUsers }),
    userChange('hand-over', '移交未办工作', 'sys_user_edit', 'sys_user.hand-over', { query: ['userId', 'to'], run: (ctx, q) => handOverWork(ctx, work, q) }),
    userChange('grant', '用户授权角色', 'sys_user_grant', 'sys_user.update', { query: ['userIds', 'roleIds'], run: grantUsers }),
    {
      method: 'POST',
      path: at('update-info'),
      perm: 'signed-in',
      scope: 'tenant',
      audit: 'sys_user.update',
      summary: '修改本人信息',
      body: {
        ...Object.fromEntries((['name', 'realName', 'phone', 'email'] as const).map((n) => [n, user.fields[n]])),
        avatar: text('头像', { en: 'Avatar', max: 700_000 }),
      },
      run: updateInfo,
    },
  ]
}
