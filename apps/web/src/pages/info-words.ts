import { both as p } from '../../../../kit/model/lang.ts'

/** Words of the page of the own person. Source: platform.md 5, 9. */
export const infoWords = {
  base: p('基本信息', 'Base information'),
  avatar: p('头像', 'Avatar'),
  realName: p('姓名', 'Real name'),
  name: p('用户名', 'User name'),
  phone: p('手机号码', 'Phone'),
  email: p('邮箱', 'E-mail'),
  account: p('登录账号', 'Account'),
  needRealName: p('请输入姓名', 'Please enter the real name'),
  needName: p('请输入用户名', 'Please enter the user name'),
  needPhone: p('请输入手机号码', 'Please enter the phone'),
  avatarType: p('上传失败，只允许上传jpg、png文件', 'Upload failed: only jpg、png files'),
  avatarSize: p('上传失败，上传文件不能超过 500kb', 'Upload failed: at most 500 kB'),
  avatarChange: p('更换头像', 'Change avatar'),
} as const
