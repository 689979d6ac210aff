import type { Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

/** What sign-in and passwords may refuse. Source: platform-api.md 2.5; platform.md 5. */
export const wrong = {
  purpose: problem(403, 'purpose-needed', () => ({ zh: '请先说明查看完整个人信息的用途', en: 'Say first why you need personal data in full' })),
  credentials: problem(400, 'credentials', () => ({ zh: '用户名或密码错误', en: 'Wrong account or password' })),
  captcha: problem(400, 'captcha', () => ({ zh: '验证码不正确', en: 'The captcha is wrong' })),
  client: problem(401, 'client', () => ({ zh: '客户端认证失败!', en: 'Unknown client' })),
  grant: problem(400, 'grant', () => ({ zh: '不支持的授权类型', en: 'Unsupported grant type' })),
  scope: problem(400, 'scope', () => ({ zh: '应用没有所申请的授权范围', en: 'This client does not have the scope it asks for' })),
  looks: problem(403, 'client-reads', () => ({ zh: '该应用只能查询，不能操作', en: 'This client has read access only' })),
  refresh: problem(401, 'refresh', () => ({ zh: '登录已过期，请重新登录', en: 'The session is over; sign in again' })),
  password: problem<Text>(400, 'password', (d) => d),
  stale: problem(400, 'password', () => ({ zh: '密码加密信息已失效，请重试', en: 'The encrypted password has expired; try again' })),
  // told only to those who know the password
  initialOver: problem(400, 'initial-over', () => ({
    zh: '初始密码已失效（24小时内一次有效），请联系管理员重置',
    en: 'This initial password has expired (it opens one session within 24 hours); ask the administrator for another',
  })),
  mustModify: problem(403, 'must-modify', () => ({ zh: '请先修改初始密码', en: 'Change the initial password first' })),
  waiting: problem(400, 'waiting', () => ({ zh: '账号正在等待管理员审核', en: 'The account is waiting for approval by an administrator' })),
  phone: problem(400, 'sms-code', () => ({ zh: '短信验证码不正确或已失效', en: 'The code is wrong or has expired' })),
  needDept: problem(400, 'need-dept', () => ({ zh: '请选择部门', en: 'Select a department' })),
  needRole: problem(400, 'need-role', () => ({ zh: '请选择角色', en: 'Select a role' })),
  notHeld: problem(403, 'not-held', () => ({ zh: '您没有该部门或角色', en: 'This department or role is not yours' })),
  // the first factor was right; `data.challenge` leads on
  secondFactor: problem(400, 'second-factor', () => ({ zh: '请输入动态口令', en: 'Enter the code from your authenticator' })),
  enroll: problem(400, 'second-factor-enroll', () => ({ zh: '请先绑定动态口令', en: 'Set up an authenticator first' })),
  challenge: problem(400, 'challenge', () => ({ zh: '登录已超时，请重新登录', en: 'This sign-in took too long; start again' })),
  totp: problem(400, 'totp', () => ({ zh: '动态口令不正确或已使用', en: 'The code is wrong or was already used' })),
  noTotp: problem(409, 'no-totp', () => ({ zh: '尚未绑定动态口令', en: 'No authenticator is set up' })),
  hasTotp: problem(409, 'has-totp', () => ({ zh: '已绑定动态口令，请先解绑', en: 'An authenticator is already set up' })),
  totpOff: problem(409, 'totp-off', () => ({ zh: '本租户未启用二次认证', en: 'Second factors are off here' })),
  totpRequired: problem(409, 'totp-required', () => ({ zh: '本租户必须使用二次认证，不能解绑', en: 'Second factors are required here' })),
  otherPlatform: problem(403, 'other-platform', () => ({
    zh: '该账号不能在此平台登录，请联系管理员',
    en: 'This account does not sign in on this platform; ask the administrator',
  })),
  tenantOver: problem(400, 'tenant-over', () => ({ zh: '租户授权已过期，请联系管理员', en: "The tenant's licence has expired; ask the administrator" })),
  tenantUnknown: problem(400, 'tenant-unknown', () => ({ zh: '租户不存在或已停用', en: 'There is no such tenant' })),
  accountTaken: problem(400, 'account-taken', () => ({ zh: '当前账号已被使用!', en: 'This account is in use already!' })),
}
