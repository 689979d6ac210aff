import { both as w } from '../../kit/model/lang.ts'
import { offlineWords } from '../../platform/offline/words.ts'

/** Words of signing without network: taking contracts along, and the page of the tablet. */
export const words = {
  ...offlineWords,
  take: w('带走离线签署', 'Take offline'),
  takeTitle: w('带走离线签署', 'Take contracts offline to be signed without a network'),
  takeHint: w(
    '所选合同连同待签文件加密保存在本设备，到没有网络的地方办理现场签署，恢复网络后送达。请在将要带走的平板上操作。',
    'The selected contracts and their files are kept encrypted on this device, to be signed where there is no network and delivered afterwards. Do this on the tablet that you take with you.',
  ),
  codeHint: w(
    '至少8位。口令不保存，忘记后已签内容无法送达，须重新签署。',
    'At least 8 characters. It is not stored anywhere: if it is forgotten, what was signed here cannot be delivered and has to be signed again.',
  ),
  notReadyHint: w('待签文件尚在生成的合同请稍后再带走。', 'A contract whose file is still being made can be taken offline a moment later.'),
  takenN: (n: number) => w(`已带走 ${n} 份合同`, n === 1 ? '1 contract was taken offline' : `${n} contracts were taken offline`),
  refusedOf: w('以下合同未能带走：', 'These were not taken offline:'),
  openPage: w('打开离线签署页面', 'Open the page of the tablet'),
  openHint: w('出发前请打开一次，看到“可离线打开”后再断网。', 'Open it once before you leave, and wait for “Offline ready”.'),
  title: w('离线现场签署', 'Signing offline'),
  nothing: w('本设备没有带走的合同', 'Nothing was taken offline on this device'),
  nothingHint: w(
    '有网络时，在业务的合同签订环节选择现场签署的合同，点击“带走离线签署”。',
    'With a network connection, select contracts that are signed on site in the signing task and press “Take offline”.',
  ),
  deliver: (n: number) => w(`送达 ${n} 项签署`, `Deliver ${n}`),
  nothingWaits: w('没有待送达的签署', 'Nothing waiting'),
  deliveredN: (n: number) => w(`已送达 ${n} 项`, `${n} delivered`),
  conflicts: w('以下签署未被采纳，请逐项处理：', 'These were not accepted. Please handle each one:'),
  drop: w('从平板删除', 'Remove'),
  dropAsk: w('删除后该签署人须重新签名，确定删除？', 'The signer will have to sign again. Remove what is stored for this signer?'),
  dropContractAsk: w('该合同还有未送达的签署，删除后不能恢复，确定删除？', 'Signatures of this contract are not delivered yet and will be lost. Remove it?'),
  signers: w('签署人', 'Signers'),
  state: w('状态', 'State'),
  waits: w('待签', 'To sign'),
  kept: w('已签，待送达', 'Signed here'),
  keptRefusal: w('拒签，待送达', 'Refused here'),
  delivered: w('已送达', 'Delivered'),
  conflict: w('未采纳', 'Not accepted'),
  signedBefore: w('带走前已签', 'Signed before'),
  act: w('办理', 'Sign'),
  allDone: w('平板上已无待签的签署人', 'Nobody else has to sign here'),
  stopped: w('送达中断，未送达的仍保存在平板：', 'The delivery stopped; the rest is still stored: '),
  back: w('返回列表', 'Back to the list'),
}
