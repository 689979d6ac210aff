import type { Text } from '../../kit/model/lang.ts'
import { problem } from '../../kit/model/problem.ts'

/** Contracts that somebody may not examine himself; `names`: who may. */
interface Own {
  codes: readonly string[]
  names: readonly string[]
}
/** Who else may do it, in words. */
export const by = (names: readonly string[]): Text =>
  names.length
    ? { zh: `可由【${names.join('、')}】审核`, en: `It may be done by: ${names.join(', ')}` }
    : { zh: '暂无其他可办理人员，请联系管理员', en: 'Nobody else can do it yet: ask the administrator' }

/** The contracts, and who else may do it in words ({@link by}). */
type OwnAnd = Pick<Own, 'codes'> & { who: Text }
/** What signing refuses beside the catalogue of business-flows.md 14. */
export const signingProblems = {
  tooMany: problem<{ most: number }>(400, 'too-many-previewed', (d) => ({
    zh: `一次最多预览${d.most}份合同`,
    en: `At most ${d.most} contracts are previewed at once`,
  })),
  /** I27: the bytes served are the bytes signed. */
  changed: problem(409, 'sign-file-changed', () => ({ zh: '签署文件与签署时的摘要不一致，不能下载', en: 'The file is not the one that was signed' })),
  ownUpload: problem<Own>(409, 'examined-by-another', (d) => {
    const who = by(d.names)
    return {
      zh: `合同【${d.codes.join('、')}】的签署文件由您上传，须由另一人审核；${who.zh}`,
      en: `You uploaded the signed file of contract ${d.codes.join(', ')}: another person must examine it. ${who.en}`,
    }
  }),
  ownStart: problem<Own>(409, 'examined-by-another', (d) => {
    const who = by(d.names)
    return {
      zh: `合同【${d.codes.join('、')}】的签署由您发起，须由另一人审核；${who.zh}`,
      en: `You started the signing of contract ${d.codes.join(', ')}: another person must examine it. ${who.en}`,
    }
  }),
  ownDesk: problem<OwnAnd>(409, 'examined-by-another', (d) => ({
    zh: `合同【${d.codes.join('、')}】的现场签署由您办理，须由另一人审核；${d.who.zh}`,
    en: `You sat at the desk where contract ${d.codes.join(', ')} was signed: another person examines it. ${d.who.en}`,
  })),
  ownLetter: problem<OwnAnd>(409, 'examined-by-another', (d) => ({
    zh: `合同【${d.codes.join('、')}】的授权委托书由您登记，须由另一人审核；${d.who.zh}`,
    en: `You recorded the letter of authorisation of contract ${d.codes.join(', ')}: another person examines it. ${d.who.en}`,
  })),
  /** Nobody signs for everybody: the pass is another's word that the people were there. */
  deskPasses: problem<Own>(409, 'desk-passes-not', (d) => {
    const names = d.names.join('、')
    return {
      zh: `合同【${d.codes.join('、')}】的现场签署由您办理，签订任务须由另一人提交；${names ? `可由【${names}】提交` : '暂无其他可办理人员，请联系管理员'}`,
      en: `You sat at the desk where contract ${d.codes.join(', ')} was signed: another person passes the task. ${by(d.names).en}`,
    }
  }),
  /** What a contract that waits for its second person says of itself. */
  secondLook: problem<Text>(409, 'second-look', (why) => ({
    zh: `须由另一人审核签署文件：${why.zh}`,
    en: `Another person must examine the signed file: ${why.en}`,
  })),
  /** The task sign is not passed over a file that nobody has looked at. */
  notExamined: problem<{ codes: readonly string[] }>(409, 'not-examined', (d) => ({
    zh: `合同【${d.codes.join('、')}】的签署文件尚未审核；请在该合同的操作栏点击“审核签署文件”，比对后选择“审核通过”或“退回”`,
    en: `The signed file of contract ${d.codes.join(', ')} is not examined yet: press “Examine” at the contract, compare it with the print, and accept or reject it`,
  })),
  /** Posted again after it was signed: the day of signing lies before what was posted. */
  signedEarly: problem<{ codes: readonly string[] }>(409, 'signed-early', (d) => ({
    zh: `合同【${d.codes.join('、')}】的签订时间早于本次公示截止日，请撤回签署文件，公示期满后重新签订`,
    en: `Contract ${d.codes.join(', ')} was signed before the posting ended: withdraw its file and have it signed again`,
  })),
  notHere: problem<{ code: string }>(404, 'stack-other-contract', (d) => ({
    zh: `合同【${d.code}】不是本业务中等待上传的合同`,
    en: `Contract ${d.code} is not one of the contracts of this case that still need a file`,
  })),
  noCodes: problem(400, 'stack-without-codes', () => ({
    zh: '文件中没有可识别的合同页码二维码，无法按合同拆分',
    en: 'No page of the file has a readable code: it cannot be split by contract',
  })),
  moved: problem<{ code: string }>(409, 'contract-moved-on', (d) => ({
    zh: `合同【${d.code}】在读取文件期间已被他人办理，请刷新后重试`,
    en: `Somebody changed contract ${d.code} while its file was being read: reload and try again`,
  })),
}
