import { problem } from '../../kit/model/problem.ts'

/** What signing in through another service may refuse. */
export const ssoRefusal = {
  source: problem(404, 'sso-source', () => ({ zh: '该登录方式不存在或未启用', en: 'This sign-in method does not exist' })),
  redirect: problem(400, 'sso-redirect', () => ({ zh: '回调地址不正确', en: 'The return address is not on this site' })),
  state: problem(400, 'sso-state', () => ({ zh: '登录已失效，请重新发起第三方登录', en: 'This sign-in has expired or began in another browser; start again' })),
  rejected: problem<{ why: string }>(400, 'sso-rejected', () => ({ zh: '第三方登录失败', en: 'The other service did not confirm the sign-in' })),
  client: problem(400, 'sso-client', () => ({ zh: '该应用不能使用本系统账号登录', en: 'This application does not accept our accounts' })),
  clientReturn: problem(400, 'sso-client-return', () => ({ zh: '回调地址未在应用中登记', en: 'This address is not registered for the application' })),
  clientScope: problem(400, 'sso-client-scope', () => ({ zh: '应用没有所申请的授权范围', en: 'The application does not have the scope it asks for' })),
  // data.oauthId leads on: to a registration, or to an account of one's own
  unbound: problem(400, 'sso-unbound', () => ({ zh: '该第三方账号尚未绑定系统账号', en: 'No account is linked to this identity yet' })),
  ticket: problem(400, 'sso-ticket', () => ({ zh: '第三方账号信息已失效，请重新登录', en: 'The identity has expired; sign in there again' })),
}
