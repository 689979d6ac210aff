import type { Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

/** What signing by phone refuses. */
export const remoteProblems = {
  /** The same words for a link that is wrong, guessed, used, taken back or over: nobody learns which. */
  link: problem(404, 'sign-link', () => ({
    zh: '签署链接无效或已失效，请联系承包办工作人员重新发送',
    en: 'This link is not valid or has expired: please ask the office for a new one',
  })),
  pass: problem(403, 'sign-pass', () => ({
    zh: '请先核验身份，或核验已超时，请重新核验',
    en: 'Please confirm your identity first, or again: it was too long ago',
  })),
  unread: problem(409, 'sign-unread', () => ({ zh: '请先阅读合同全文', en: 'Please read the whole contract first' })),
  consent: problem(400, 'sign-consent', () => ({ zh: '请勾选同意后签署', en: 'Please agree before you sign' })),
  picture: problem(400, 'sign-picture', () => ({ zh: '请手写本人姓名', en: 'Please write your name by hand' })),
  evidencePicture: problem<{ what: 'photo' | 'finger' }>(400, 'sign-evidence-picture', ({ what }) => ({
    zh: `${what === 'photo' ? '现场照片' : '指纹图片'}无法读取，请使用不超过3MB的png或jpg图片`,
    en: `The ${what === 'photo' ? 'photo' : 'fingerprint'} cannot be read: a png or jpg of 3 MB at most`,
  })),
  incomplete: problem<{ node: Text; what: Text; cbfbm?: string; fbfbm?: string }>(409, 'signer-incomplete', ({ node, what }) => ({
    zh: `${node.zh}缺少${what.zh}，不能线上签署`,
    en: `The ${node.en} has no ${what.en}: signing by phone is not possible`,
  })),
  samePhone: problem<{ names: readonly string[] }>(409, 'signer-phone', ({ names }) => ({
    zh: `${names.join('、')}的手机号码相同，线上签署须各用本人手机`,
    en: `${names.join(' and ')} have the same phone number: each must sign with a phone of their own`,
  })),
  officePhone: problem<{ name: string }>(409, 'signer-office-phone', ({ name }) => ({
    zh: `【${name}】的手机号码是系统账号的号码，不能用来核验签署人；请登记本人号码，或改为现场签署、线下签署`,
    en: `The phone number of ${name} belongs to an account of the office and proves nothing: enter the signer's own number, or sign on site or on paper`,
  })),
  noAddress: problem(409, 'sign-address', () => ({
    zh: '未配置系统访问地址（PUBLIC_URL），不能发送签署链接',
    en: 'The address of this system (PUBLIC_URL) is not set: links for signing cannot be sent',
  })),
  pause: problem<{ minutes: number }>(429, 'sign-remind-pause', (d) => ({
    zh: `刚刚发送过签署链接，请${d.minutes}分钟后再催签`,
    en: `A link was sent a moment ago: remind again in ${d.minutes} minutes`,
  })),
  sends: problem<{ most: number }>(429, 'sign-remind-most', (d) => ({
    zh: `该签署人已发送${d.most}次链接，请电话联系或现场签署`,
    en: `${d.most} links were sent to this signer: call the signer, or sign on site`,
  })),
  outside: problem(409, 'sign-outside', () => ({
    zh: '该合同由外部签署服务发送链接，请在该服务中催签',
    en: 'An external service sends the links of this contract: remind the signer there',
  })),
  providerFailed: problem(503, 'sign-provider', () => ({ zh: '签署服务没有应答或拒绝了请求', en: 'The signing service did not answer, or refused' })),
  report: problem<Text>(409, 'sign-report', (d) => ({ zh: `签署结果未采纳：${d.zh}`, en: `The report of a signature is not accepted: ${d.en}` })),
  reportSign: problem(401, 'sign-report-signature', () => ({ zh: '签名不正确或请求重复', en: 'The signature is wrong, or the request was sent twice' })),
}
