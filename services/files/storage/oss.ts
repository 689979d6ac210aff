import { datetime, dict, flag, note, text } from '../../../kit/model/field.ts'
import { defineResource } from '../../../kit/model/resource.ts'

/** 对象存储配置: where a tenant's attachments lie from its enabling on; at most one a tenant is enabled. The secret key is sealed in a table of its own. Source: platform-api.md 3.17. */
export const oss = defineResource({
  name: 'oss',
  label: '对象存储',
  en: 'Object storage',
  path: '/cpt-resource/oss',
  scope: 'tenant',
  order: ['ossCode'],
  unique: [['ossCode']],
  title: 'ossCode',
  fields: {
    category: dict('分类', 'oss_category', { en: 'Kind', required: true, values: ['1', '2', '3', '4', '5', '6'], default: '6', search: 'eq', width: 120 }),
    ossCode: text('资源编号', { en: 'Code', required: true, max: 60, format: 'code', search: 'like', width: 140 }),
    endpoint: text('资源地址', { en: 'Endpoint', required: true, max: 255, format: 'url', width: 240 }),
    transformEndpoint: text('外网地址', { en: 'Public endpoint', max: 255, format: 'url', column: false }),
    bucketName: text('空间名', { en: 'Bucket', required: true, max: 63, format: 'code', width: 140 }),
    accessKey: text('访问标识', { en: 'Access key', required: true, max: 128, column: false }),
    appId: text('应用编号', { en: 'App id', max: 128, column: false }),
    region: text('服务区域', { en: 'Region', max: 60, column: false }),
    status: flag('启用', { en: 'Enabled', form: 'none', width: 80 }),
    usedTime: datetime('首次启用时间', { en: 'First enabled', form: 'none', column: false }),
    remark: note('备注', { en: 'Remark', max: 255, column: false }),
  },
})
