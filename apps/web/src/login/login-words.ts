import { both as p, type Text } from '../../../../kit/model/lang.ts'

/** Words of signing in beside account and password. */
export const loginWords = {
  ways: p('登录方式', 'Way to sign in'),
  byAccount: p('账号登录', 'Account'),
  byPhone: p('手机号登录', 'Phone'),
  phone: p('手机号', 'Phone'),
  needPhone: p('请输入手机号', 'Please enter the phone number'),
  code: p('短信验证码', 'Code'),
  needCode: p('请输入短信验证码', 'Please enter the code'),
  send: p('获取验证码', 'Send a code'),
  sent: p('如该手机号已登记，验证码已发送', 'If this number is known here, a code is on its way'),
  needSent: p('请先获取验证码', 'Send a code first'),
  other: p('其他登录方式', 'Or sign in with'),
  bindHint: p('可注册新账号，或登录已有账号完成绑定。', 'Register, or sign in with an account of yours to bind it.'),
  second: p('二次认证', 'Second factor'),
  secondHint: p('请输入验证器中的6位动态口令，或一个恢复码', 'Enter the six digits of your authenticator, or a recovery code'),
  enrollHint: p(
    '本单位要求二次认证。请用验证器扫描二维码，再输入显示的6位动态口令。',
    'A second factor is required here. Scan the picture with an authenticator and enter its six digits.',
  ),
  totp: p('动态口令', 'Code of the authenticator'),
  needTotp: p('请输入动态口令', 'Please enter the code'),
  back: p('返回', 'Back'),
  codes: p('恢复码', 'Recovery codes'),
  codesHint: p(
    '验证器丢失时，每个恢复码可登录一次。只显示这一次，请妥善保存。',
    'Each signs you in once when the authenticator is lost. They are shown this once: keep them safe.',
  ),
  codesKept: p('我已保存', 'I have kept them'),
} as const
/** What the button says until another code may be asked for. */
export const waitWords = (seconds: number): Text => ({ zh: `${seconds}秒后重新获取`, en: `Again in ${seconds} s` })
