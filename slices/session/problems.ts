import type { Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

/** What sign-in and passwords may refuse. Source: platform-api.md 2.5; platform.md 5. */
export const wrong = {
  credentials: problem(400, 'credentials', () => ({ zh: '用户名或密码错误', en: 'Wrong account or password' })),
  captcha: problem(400, 'captcha', () => ({ zh: '验证码不正确', en: 'The captcha is wrong' })),
  client: problem(401, 'client', () => ({ zh: '客户端认证失败!', en: 'Unknown client' })),
  grant: problem(400, 'grant', () => ({ zh: '不支持的授权类型', en: 'Unsupported grant type' })),
  refresh: problem(401, 'refresh', () => ({ zh: '登录已过期，请重新登录', en: 'The session is over; sign in again' })),
  password: problem<Text>(400, 'password', (d) => d),
  stale: problem(400, 'password', () => ({ zh: '密码加密信息已失效，请重试', en: 'The encrypted password is stale, try again' })),
  // told only to those who know the password
  waiting: problem(400, 'waiting', () => ({ zh: '账号正在等待管理员审核', en: 'The account waits for approval by an administrator' })),
  tenantOver: problem(400, 'tenant-over', () => ({ zh: '租户授权已过期，请联系管理员', en: "The tenant's licence is over; ask the administrator" })),
  tenantUnknown: problem(400, 'tenant-unknown', () => ({ zh: '租户不存在或已停用', en: 'There is no such tenant' })),
  accountTaken: problem(400, 'account-taken', () => ({ zh: '当前账号已被使用!', en: 'This account is in use already!' })),
}
