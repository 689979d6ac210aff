import { both as w } from '../../kit/model/lang.ts'

/** What every page that works without a network says. */
export const offlineWords = {
  code: w('离线口令', 'Passcode of this device'),
  codeAgain: w('再次输入口令', 'Repeat the passcode'),
  codeShort: w('口令至少8位', 'At least 8 characters'),
  codesDiffer: w('两次输入的口令不一致', 'The passcodes differ'),
  codeWrong: w('口令不正确', 'The code is wrong'),
  insecure: w(
    '当前不是HTTPS访问，浏览器不能加密保存，不能离线使用。',
    'This page was not loaded over HTTPS: the browser cannot encrypt, so nothing can be taken offline.',
  ),
  whose: w('由谁带走', 'Taken offline by'),
  unlock: w('打开', 'Open'),
  online: w('有网络', 'Network'),
  offline: w('无网络', 'No network'),
  ready: w('可离线打开', 'Offline ready'),
  notReady: w('本页不能离线打开，请勿关闭', 'Does not open offline: keep this page open'),
  preparing: w('正在准备离线页面…', 'Preparing…'),
  signInFirst: (name: string) => w(`请由【${name}】登录后送达`, `${name} signs in, then delivers`),
  signIn: w('登录', 'Sign in'),
  install: w('安装到本机', 'Install'),
  leaving: (waiting: number) =>
    waiting
      ? w(
          `您带走的资料将从本设备清除；尚未送达的${waiting}项仍加密保存，须由您再次登录后送达。`,
          `What you took along is removed from this device; ${waiting} not yet delivered stay encrypted until you sign in and deliver them.`,
        )
      : w('您带走的资料将从本设备清除。', 'What you took along is removed from this device.'),
  full: w('本设备存储空间不足或浏览器不允许保存', 'This device is out of storage, or its browser stores nothing'),
}
