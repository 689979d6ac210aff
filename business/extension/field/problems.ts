import { problem } from '../../../kit/model/problem.ts'

/** What is refused of the survey without network. */
export const fieldProblems = {
  noGroup: problem<{ fbfbm: string }>(409, 'field-no-group', (d) => ({
    zh: `发包方【${d.fbfbm}】没有公示中或生效的延包方案，不能带走`,
    en: `Issuer ${d.fbfbm} has no plan of extension that is posted or in force: nothing can be taken along`,
  })),
  most: problem<{ most: number; found: number }>(409, 'field-most', (d) => ({
    zh: `该发包方有${d.found}户，一次最多带走${d.most}户`,
    en: `The issuer has ${d.found} households; at most ${d.most} are taken along at once`,
  })),
  notTaken: problem<{ cbfbm: string }>(409, 'field-not-taken', (d) => ({
    zh: `农户【${d.cbfbm}】不是由您在本设备带走的，不能送达`,
    en: `Household ${d.cbfbm} was not taken along by you on this device: nothing about it can be delivered`,
  })),
  revoked: problem(403, 'field-revoked', () => ({
    zh: '本设备已停用，不能带走或送达；设备上的数据将被清除',
    en: 'This device was revoked: nothing can be taken along or delivered, and what lies on it is removed',
  })),
  otherItem: problem(409, 'field-other-item', () => ({
    zh: '该采集编号已用于另一项采集，请重新采集',
    en: 'This number stands for another item already: collect it again',
  })),
  file: problem(409, 'field-file', () => ({
    zh: '照片或签名未上传，或已归入其他记录，请重新送达',
    en: 'The photo or signature was not uploaded by you, or hangs on another record: deliver it again',
  })),
  decided: problem(409, 'field-decided', () => ({
    zh: '该项不需要处理，或已由他人处理',
    en: 'There is nothing to decide about this item, or somebody else has decided it',
  })),
}
