import { both as p } from '../../../../../kit/model/lang.ts'

/** Words of changing the own password. Source: platform.md 5. */
export const passwordWords = {
  title: p('修改密码', 'Change password'),
  old: p('原密码', 'Old password'),
  fresh: p('新密码', 'New password'),
  confirm: p('确认密码', 'Confirm password'),
  needOld: p('请输入原密码', 'Please enter the old password'),
  needFresh: p('请输入新密码', 'Please enter the new password'),
  needConfirm: p('请输入确认密码', 'Please confirm the password'),
  differ: p('两次密码不一致', 'The passwords differ'),
  mustModify: p('初始密码，请修改', 'Initial password, please change it'),
  expired: p('密码已过期', 'The password has expired'),
  changed: p('密码已修改，请重新登录', 'Password changed, please sign in again'),
} as const
