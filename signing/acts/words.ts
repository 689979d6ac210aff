import { both as w, type Text } from '../../kit/model/lang.ts'

/** Words of the signer's page, and of signing by phone at the desk. */
export const words = {
  title: w('签署承包合同', 'Sign the contract'),
  opening: w('正在打开…', 'Opening…'),
  lead: w('您作为{role}签署一份农村土地承包合同。', 'You are asked to sign a rural land contract as {role}.'),
  signer: w('签署人', 'Signer'),
  deadline: w('签署期限', 'To be signed by'),
  who: w('核验身份', 'Confirm your identity'),
  idCard: w('本人证件号码', 'Number of your identity document'),
  idNeeded: w('请输入证件号码', 'Please enter the number'),
  sendCode: w('获取短信验证码', 'Send me a code'),
  sentTo: w('验证码已发送至本人手机', 'A code was sent to your phone'),
  again: w('重新获取', 'Send again'),
  code: w('短信验证码', 'Code from the message'),
  confirm: w('核验', 'Confirm'),
  read: w('阅读合同', 'Read the contract'),
  readHint: w('请从头至尾阅读合同和地块示意图，读到末尾后才能签署。', 'Please read contract and parcel sketch to the end; only then can you sign.'),
  contract: w('合同全文', 'The whole contract'),
  larger: w('放大字体', 'Larger'),
  smaller: w('恢复大小', 'Smaller'),
  toEnd: w('继续向下阅读', 'Read on'),
  readDone: w('已阅读全文', 'Read to the end'),
  go: w('去签署', 'Go on to sign'),
  write: w('手写签名', 'Write your name'),
  writeHint: w('请在框内用手指或笔写下本人姓名', 'Write your name in the box with a finger or a pen'),
  clear: w('重写', 'Clear'),
  back: w('返回阅读', 'Back to the contract'),
  consent: w(
    '我已阅读并理解合同全文，同意以电子签名方式签署，知悉其与手写签名具有同等效力。',
    'I have read and understood the whole contract and agree to sign it electronically; I understand that this is as binding as a signature on paper.',
  ),
  sign: w('确认签署', 'Sign'),
  refuse: w('拒绝签署', 'Refuse'),
  refuseHint: w('拒签后本次签署结束，工作人员会看到您的原因。', 'The signing ends, and the office will read your reason.'),
  reason: w('拒签原因', 'Why'),
  reasonNeeded: w('请输入拒签原因', 'Please give the reason'),
  confirmRefuse: w('确认拒签', 'Refuse to sign'),
  stay: w('返回', 'Back'),
  done: w('签署成功', 'Signed'),
  doneLast: w('合同已由各方签署完成，可向承包办索取签署文件。', 'All parties have signed. The office gives you the signed file.'),
  doneNext: w('感谢您！下一位签署人将收到短信。', 'Thank you. The next signer gets a message.'),
  refused: w('已拒绝签署', 'Refused'),
  refusedHint: w('承包办工作人员会与您联系。', 'The office will contact you.'),
  closed: w('链接无法打开', 'This link does not work'),
  close: w('现在可以关闭本页。', 'You may close this page now.'),
  remind: w('催签', 'Remind'),
  reminded: w('已重新发送签署链接', 'A new link was sent'),
  qr: w('扫码签署', 'Link for the signer'),
  qrHint: w(
    '请签署人用本人手机扫码；打开后仍须核验本人证件号码和短信验证码。此前发送的链接已失效。',
    'The signer scans this with his or her own phone, and still has to enter the ID number and the code sent by SMS. Links sent before are no longer valid.',
  ),
  remoteHint: w(
    '线上签署：按承包方、受让方、发包方、鉴证机构的顺序向签署人手机发送链接，本人核验身份、阅读合同后手写签名。',
    'By phone: each signer in turn gets a link, confirms his or her identity, reads the contract and signs by hand.',
  ),
}
/** What a node's person is on the contract. */
export const roleWords: Readonly<Record<string, Text>> = {
  cbf: w('承包方代表', 'the contractor'),
  cbf_zr: w('受让方（互换对方）代表', 'the other contractor'),
  fbf: w('发包方代表', 'the issuer'),
  jz: w('鉴证（备案）机构代表', 'the certifying body'),
}
/** States of a node as the desk reads them. */
export const stateWords: Readonly<Record<string, Text>> = {
  waiting: w('未轮到', 'Not yet'),
  open: w('待签署', 'To sign'),
  signed: w('已签署', 'Signed'),
  refused: w('已拒签', 'Refused'),
  closed: w('已关闭', 'Closed'),
}
