import { both as p } from '../../kit/model/lang.ts'

/** Words about a person's own second factor and identities. */
export const factorWords = {
  title: p('登录安全', 'Sign-in security'),
  authenticator: p('动态口令（二次认证）', 'Authenticator (second factor)'),
  off: p('本单位未启用二次认证。', 'Second factors are off here.'),
  optional: p(
    '登录时除密码外再输入验证器中的6位动态口令，账号更安全。',
    'In addition to the password, six digits from your authenticator are asked for at sign-in.',
  ),
  required: p('本单位要求二次认证，不能解绑。', 'A second factor is required here and cannot be removed.'),
  state: p('状态', 'State'),
  on: p('已绑定', 'Set up'),
  none: p('未绑定', 'Not set up'),
  left: p('剩余恢复码', 'Recovery codes left'),
  setUp: p('绑定', 'Set up'),
  renew: p('重新生成恢复码', 'New recovery codes'),
  remove: p('解绑', 'Remove'),
  scan: p('用验证器扫描二维码，再输入显示的6位动态口令。', 'Scan the code with an authenticator app and enter its six digits.'),
  prove: p('请输入动态口令或恢复码以确认。', 'Confirm with a code from the authenticator or a recovery code.'),
  code: p('动态口令', 'Code of the authenticator'),
  needCode: p('请输入动态口令', 'Please enter the code'),
  secret: p('无法扫描时输入密钥', 'Or type this key'),
  qr: p('绑定动态口令的二维码', 'QR code to scan with an authenticator app'),
  codes: p('恢复码', 'Recovery codes'),
  codesHint: p(
    '验证器丢失时，每个恢复码可登录一次。只显示这一次，请妥善保存。',
    'Each signs you in once if the authenticator is lost. They are shown only once: keep them safe.',
  ),
  kept: p('我已保存', 'I have kept them'),
  identities: p('第三方账号', 'Linked identities'),
  noIdentity: p('没有绑定第三方账号。在登录页选择第三方登录即可绑定。', 'None is linked. Choose another method on the sign-in page to link one.'),
  unbind: p('解绑', 'Unlink'),
  confirmUnbind: p('确定解绑该第三方账号？', 'Unlink this identity?'),
  done: p('操作成功!', 'Done!'),
} as const
