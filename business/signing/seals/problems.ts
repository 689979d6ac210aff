import { problem } from '../../../kit/model/problem.ts'

/** What the seals of organisations refuse. */
export const sealProblems = {
  noPicture: problem(409, 'seal-picture', () => ({ zh: '请先上传印章图片', en: 'Please upload the picture of the seal first' })),
  notAsked: problem(409, 'seal-not-asked', () => ({ zh: '请先发送认证短信', en: 'Please send the authorisation message first' })),
  inUse: problem(409, 'seal-in-use', () => ({ zh: '已认证的印章不能删除，请先停用', en: 'A certified seal cannot be deleted: take it out of use first' })),
}
