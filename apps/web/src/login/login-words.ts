import { both as p, type Text } from '../../../../kit/model/lang.ts'

/** Words of signing in. */
export const loginWords = {
  welcome: p('欢迎登录', 'Welcome'),
  hint: p('请使用管理员分配的账号登录', 'Sign in with the account given by your administrator'),
  tenant: p('租户编号', 'Tenant id'),
  account: p('账号', 'Account'),
  password: p('密码', 'Password'),
  captcha: p('验证码', 'Captcha'),
  needTenant: p('请先输入租户编号', 'Please enter the tenant id'),
  needAccount: p('请先输入账号名称', 'Please enter the account'),
  needPassword: p('请先输入密码', 'Please enter the password'),
  needCaptcha: p('请输入验证码', 'Please enter the captcha'),
  renew: p('点击更换验证码', 'Click for a new captcha'),
  submit: p('登录', 'Sign in'),
  lang: p('切换语言', 'Language'),
  slogan: p('确权到户 · 承包到地', 'Every parcel, every household'),
  lead: p('承包方、地块、合同与登记簿，一处管理，处处可查。', 'Households, parcels, contracts and registers, kept in one place.'),
  ways: p('登录方式', 'Way to sign in'),
  byAccount: p('账号登录', 'Account'),
  byPhone: p('手机号登录', 'Phone'),
  phone: p('手机号', 'Phone'),
  needPhone: p('请输入手机号', 'Please enter the phone number'),
  code: p('短信验证码', 'Code'),
  needCode: p('请输入短信验证码', 'Please enter the code'),
  send: p('获取验证码', 'Send a code'),
  sent: p('如该手机号已登记，验证码已发送', 'If this number is registered, a code is on its way'),
  needSent: p('请先获取验证码', 'Send a code first'),
  other: p('其他登录方式', 'Or sign in with'),
  bindHint: p('可注册新账号，或登录已有账号完成绑定。', 'Register, or sign in with an existing account to link it.'),
  second: p('二次认证', 'Second factor'),
  secondHint: p('请输入验证器中的6位动态口令，或一个恢复码', 'Enter the six digits of your authenticator, or a recovery code'),
  enrollHint: p(
    '本单位要求二次认证。请用验证器扫描二维码，再输入显示的6位动态口令。',
    'A second factor is required here. Scan the code with an authenticator app and enter its six digits.',
  ),
  totp: p('动态口令', 'Code of the authenticator'),
  needTotp: p('请输入动态口令', 'Please enter the code'),
  back: p('返回', 'Back'),
  codes: p('恢复码', 'Recovery codes'),
  codesHint: p(
    '验证器丢失时，每个恢复码可登录一次。只显示这一次，请妥善保存。',
    'Each signs you in once if the authenticator is lost. They are shown only once: keep them safe.',
  ),
  expired: p(
    '登录已失效（长时间未操作、在别处退出或被管理员下线），请重新登录。',
    'Your session has ended (idle too long, signed out elsewhere, or ended by an administrator). Please sign in again.',
  ),
  codesKept: p('我已保存', 'I have kept them'),
} as const
/** What the button says until another code may be asked for. */
export const waitWords = (seconds: number): Text => ({ zh: `${seconds}秒后重新获取`, en: `Resend in ${seconds} s` })
/** What stands over a page on which something is typed when the session ends. */
export const expiredOver = (name: string): Text => ({
  zh: `登录已失效，已填写的内容仍然保留。请${name}重新登录后继续。`,
  en: `Your session has ended. What you typed is still here: sign in again as ${name} to go on.`,
})
