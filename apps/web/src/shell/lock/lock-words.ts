import { both as p } from '../../../../../kit/model/lang.ts'

/** Words of the locked screen. Source: platform.md 8. */
export const lockWords = {
  password: p('锁屏密码', 'Lock password'),
  required: p('锁屏密码不能为空', 'The lock password must not be empty'),
  wrong: p('锁屏密码不正确', 'Wrong lock password'),
  open: p('解锁', 'Unlock'),
  hint: p('屏幕已锁定', 'The screen is locked'),
  toLogin: p('返回登录', 'Back to sign-in'),
} as const
