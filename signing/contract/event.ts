import { ref, region, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'

const none = { form: 'none' } as const

/** 签署事项: one act on a contract while it is signed, by whom, when and from where; never changed. Source: the evidence sheet is made of them. */
export const sign_event = defineResource({
  name: 'sign_event',
  label: '签署事项',
  en: 'Act of signing',
  path: '/sign/event',
  scope: 'tenant',
  order: ['id'],
  fields: {
    regionCode: region('行政区划', { en: 'Region', ...none }),
    contractId: ref('合同', 'contract_file', { en: 'Contract', ...none }),
    cbhtbm: text('合同编码', { en: 'Contract code', max: 19, fixed: true, ...none }),
    event: text('事项', { en: 'Act', max: 30, ...none }),
    person: text('办理人', { en: 'By', max: 50, ...none }),
    ip: text('地址', { en: 'Address', max: 45, ...none }),
    fileHash: text('文件摘要', { en: 'File digest', max: 64, ...none }),
    detail: text('说明', { en: 'Detail', max: 500, ...none }),
  },
})
