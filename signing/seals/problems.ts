import { problem } from '../../kit/model/problem.ts'

/** What the seals of organisations refuse. */
export const sealProblems = {
  noPicture: problem(409, 'seal-picture', () => ({ zh: '请先上传印章图片', en: 'Please upload the picture of the seal first' })),
  notAsked: problem(409, 'seal-not-asked', () => ({ zh: '请先发送认证短信', en: 'Please send the authorisation message first' })),
  notHere: problem<{ creditCode: string; orgName: string }>(409, 'seal-organisation', ({ creditCode, orgName }) => ({
    zh: `所属区划内没有统一社会信用代码为【${creditCode}】的发包方，也没有单位名称为【${orgName}】的鉴证代理人，不能认证印章；请先核对发包方信息或登记签署代理人`,
    en: `No issuer of this region has the credit code ${creditCode}, and no agent of a certifying body has the unit ${orgName}: check the issuer, or enter the agent first`,
  })),
  otherAgent: problem<{ orgName: string }>(409, 'seal-agent', ({ orgName }) => ({
    zh: `经办人电话与【${orgName}】登记的负责人电话、签署代理人电话均不一致，不能认证印章；请核对经办人电话`,
    en: `The phone of the agent is neither that of the principal of ${orgName} nor that of an agent who signs for it`,
  })),
  officePhone: problem(409, 'seal-office-phone', () => ({
    zh: '经办人电话是系统账号的号码，不能用来认证印章；请填写机构经办人本人的号码',
    en: "The phone of the agent belongs to an account of the office and proves nothing: enter the agent's own number",
  })),
  byAnother: problem<{ names: readonly string[] }>(409, 'seal-by-another', ({ names }) => ({
    zh: `该印章由您录入，须由另一人认证；${names.length ? `可由【${names.join('、')}】认证` : '暂无其他可办理人员，请联系管理员'}`,
    en: `You entered this seal: another person must certify it. ${names.length ? `It may be done by: ${names.join(', ')}` : 'Nobody else can do it yet: ask the administrator'}`,
  })),
  inUse: problem(409, 'seal-in-use', () => ({ zh: '已认证的印章不能删除，请先停用', en: 'A certified seal cannot be deleted: take it out of use first' })),
}
