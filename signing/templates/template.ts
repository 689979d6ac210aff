import { date, dict, flag, int, note, ref, region, text } from '../../kit/model/field.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'

const none = { form: 'none' } as const
/** Parcels that a contract prints in its own table, and hours within which it is signed, where no template says otherwise. Source: land-contract.md 9. */
export const DK_ROW_LIMIT = 16
export const SIGN_EXPIRE = 24

/** 合同模板: the form of a kind of contract in a region; the nearest region above with an enabled one applies. Source: land-contract.md 3; screens.md C6. */
export const sign_template = defineResource({
  name: 'sign_template',
  label: '合同模板',
  en: 'Contract template',
  path: '/sign-base/template',
  scope: 'tenant',
  title: 'flowName',
  order: ['regionCode', 'flowType'],
  groups: {
    base: { zh: '模板', en: 'Template' },
    rules: { zh: '签署与版式', en: 'Signing and layout' },
    imprint: { zh: '合同上的落款', en: 'Declared by the papers' },
  },
  fields: {
    regionCode: region('行政区划', { en: 'Region', required: true, search: 'prefix', group: 'base', width: 160 }),
    flowType: dict('合同类型', 'htlx', { en: 'Contract type', required: true, search: 'eq', group: 'base', width: 200 }),
    flowName: text('模板名称', { en: 'Template', required: true, max: 50, search: 'like', group: 'base', width: 200 }),
    versionDesc: text('版本描述', { en: 'Version', required: true, max: 254, format: 'version', group: 'base', width: 90 }),
    expireSt: date('有效期起', { en: 'Valid from', required: true, group: 'base', width: 120 }),
    expireEd: date('有效期止', { en: 'Valid to', required: true, group: 'base', width: 120 }),
    attachId: ref('模板文件', 'attach', {
      en: 'Template file',
      required: true,
      group: 'base',
      column: false,
      requiredMessage: { zh: '请上传模板文件', en: 'Please upload the template file' },
    }),
    fileHash: text('文件摘要', { max: 64, ...none, column: false }),
    fileName: text('模板文件存储名称', { max: 120, ...none, column: false }),
    dkRowLimit: int('地块行数', { en: 'Parcel rows', required: true, min: 0, max: 1000, default: DK_ROW_LIMIT, group: 'rules', width: 90 }),
    signExpire: int('签署有效期（小时）', { en: 'Hours to sign', min: 0, max: 8700, default: SIGN_EXPIRE, group: 'rules', width: 140 }),
    jzPrefix: text('鉴证字号', { en: 'Attestation mark', max: 20, group: 'imprint', column: false }),
    qddd: text('签订地点', { format: 'address', en: 'Place of signing', max: 100, group: 'imprint', column: false }),
    bzdw: text('编制单位', { en: 'Unit', max: 50, group: 'imprint', column: false }),
    ztr: text('制图者', { en: 'Drafter', max: 20, group: 'imprint', column: false }),
    shr: text('审核者', { en: 'Reviewer', max: 20, group: 'imprint', column: false }),
    remark: note('备注', { en: 'Remark', max: 254, group: 'rules', column: false }),
    isEnabled: flag('是否启用', { en: 'Enabled', ...none, search: 'eq', width: 90 }),
  },
})
export type SignTemplate = Row<typeof sign_template>
