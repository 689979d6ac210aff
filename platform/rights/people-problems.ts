import type { Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

/** What the administration of people may refuse. Source: platform-api.md 3.3-3.8; security.md K02, K03. */
export const refusal = {
  beyond: problem(403, 'beyond-own', () => ({ zh: '不能授予自己没有的权限', en: 'You cannot grant what you do not hold yourself' })),
  above: problem<Text>(403, 'above-own', (d) => ({ zh: `不能操作权限高于自己的${d.zh}`, en: `This ${d.en.toLowerCase()} holds more than you do` })),
  outside: problem(403, 'out-of-region', () => ({ zh: '不在您的管辖区域', en: 'Outside your region' })),
  platformOnly: problem(403, 'platform-only', () => ({ zh: '只有平台管理员可以操作租户', en: 'Only the platform administers tenants' })),
  adminRole: problem(409, 'admin-role', () => ({ zh: '管理员角色不能修改或删除', en: "The administrator's role cannot be changed or removed" })),
  lastAdmin: problem(409, 'last-admin', () => ({ zh: '至少保留一个启用的管理员', en: 'One enabled administrator must remain' })),
  openWork: problem<{ who: string; n: number; names: string }>(409, 'open-work', (d) => ({
    zh: `${d.who}还有${d.n}件未办工作：${d.names}，请先移交给他人`,
    en: `${d.who} has ${d.n} open ${d.n === 1 ? 'task' : 'tasks'}: ${d.names}. Hand them over first`,
  })),
  noOpenWork: problem(409, 'no-open-work', () => ({ zh: '该用户没有未办工作', en: 'This user has no open work' })),
  self: problem(409, 'self', () => ({ zh: '不能删除或停用自己', en: 'You cannot remove or disable yourself' })),
  children: problem(409, 'has-children', () => ({ zh: '请先删除子节点!', en: 'Remove the children first!' })),
  circle: problem(400, 'circle', () => ({ zh: '上级不能是自己或自己的下级', en: 'The parent must not be the row itself or one of its children' })),
  noUser: problem(400, 'no-user', () => ({ zh: '请至少选择一个用户', en: 'Select at least one user' })),
  noRole: problem(400, 'no-role', () => ({ zh: '请至少选择一个角色', en: 'Select at least one role' })),
  quota: problem(409, 'quota', () => ({ zh: '当前租户已到最大账号额度!', en: 'The tenant has reached its account limit!' })),
  notWaiting: problem(409, 'not-waiting', () => ({ zh: '只能审批等待审核的用户', en: 'Only waiting users can be approved' })),
  packageInUse: problem(409, 'in-use', () => ({ zh: '产品包已被使用，不能删除', en: 'The package is in use and cannot be deleted' })),
  tenantInUse: problem(409, 'in-use', () => ({ zh: '租户已有用户或业务数据，不能删除', en: 'The tenant has people or land data and cannot be deleted' })),
  platformTenant: problem(409, 'platform-tenant', () => ({
    zh: '平台租户不能删除、停用或限制',
    en: 'The platform tenant cannot be removed, stopped or limited',
  })),
  excluded: problem<{ one: string; other: string }>(409, 'roles-excluded', (d) => ({
    zh: `角色【${d.one}】与【${d.other}】互斥，不能授予同一人`,
    en: `Roles ${d.one} and ${d.other} exclude one another`,
  })),
  allInOne: problem<{ one: string }>(409, 'all-in-one', (d) => ({
    zh: `已启用三员分立，角色【${d.one}】不能再授予`,
    en: `Administrative duties are separated: role ${d.one} can no longer be granted`,
  })),
  duties: problem(409, 'duties', () => ({
    zh: '已启用三员分立，一个角色不能兼有系统、安全、审计权限',
    en: 'Administrative duties are separated: a role may hold the duties of only one administrator',
  })),
  noGuests: problem(403, 'no-guests', () => ({ zh: '该租户未开放注册，请联系管理员', en: 'This tenant does not accept registrations; ask its administrator' })),
  manyGuests: problem(409, 'many-guests', () => ({
    zh: '等待审核的注册过多，请稍后再试',
    en: 'Too many registrations are waiting for approval; try again later',
  })),
  sheet: problem<Text>(400, 'sheet', (d) => d),
}
