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
  signature: p('手写签名', 'Handwritten signature'),
  signatureUse: p(
    '审批表打印时，签名印在本人办理意见处。更换或删除只影响以后的意见，已出具的意见仍显示当时的签名。',
    'Approval sheets print it beside your opinions. A change or removal concerns later opinions alone: those you gave keep the signature of their time.',
  ),
  signatureNone: p('尚未设置手写签名，审批表只印姓名', 'No signature yet: approval sheets print your name alone'),
  signatureWrite: p('在下面书写', 'Write it below'),
  signatureAnew: p('重新书写', 'Write it anew'),
  signatureClear: p('清除重写', 'Clear'),
  signatureUpload: p('上传图片', 'Upload a picture'),
  signatureRemove: p('确定删除手写签名吗？', 'Remove the signature?'),
  avatarChange: p('更换头像', 'Change avatar'),
} as const
