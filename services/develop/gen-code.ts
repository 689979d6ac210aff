import { dict, int, json, note, ref, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'

/**
 * 代码生成: what is to be made of one table of our database: a definition, its calls and a page. `apiPath` and `webPath` are addresses of the product,
 * never places on a disk; `columns` are the fields as people changed them, none = as the table suggests. Source: platform-api.md 3.14; screens.md A24.
 */
export const gen_code = defineResource({
  name: 'gen_code',
  label: '代码生成',
  en: 'Code generator',
  path: '/cpt-develop/code',
  scope: 'tenant',
  order: ['sort', 'codeName'],
  title: 'codeName',
  fields: {
    codeName: text('模块名称', { en: 'Module', required: true, max: 64, search: 'like', width: 160 }),
    serviceName: text('服务名', { en: 'Service', required: true, max: 40, search: 'like', width: 130 }),
    packageName: text('目录名', { en: 'Folder', required: true, max: 40, width: 120 }),
    tableName: text('数据表', { en: 'Table', required: true, max: 63, search: 'like', width: 160 }),
    tablePrefix: text('表前缀', { en: 'Table prefix', max: 20, column: false }),
    pkName: text('主键', { en: 'Primary key', required: true, max: 32, default: 'id', column: false }),
    baseMode: dict('生成增删改', 'yes_no', { en: 'Writing calls', required: true, default: '1', column: false }),
    wrapMode: dict('生成页面', 'yes_no', { en: 'With a page', required: true, default: '1', column: false }),
    apiPath: text('接口地址', { en: 'Path of calls', required: true, max: 200, width: 200 }),
    webPath: text('页面地址', { en: 'Path of page', required: true, max: 200, width: 160 }),
    datasourceId: ref('数据源', 'datasource', { en: 'Data source', column: false }),
    sort: int('排序', { en: 'Order', min: 0, max: 9999, default: 1, width: 80 }),
    remark: note('备注', { en: 'Remark', max: 255, column: false }),
    columns: json('字段', { en: 'Fields', column: false }),
  },
})
