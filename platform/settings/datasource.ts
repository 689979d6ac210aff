import { dict, note, text } from '../../kit/model/field.ts'
import { defineResource } from '../../kit/model/resource.ts'

/** 数据源: a foreign database that people named. The password is sealed in a table of its own. Source: platform-api.md 3.14. */
export const datasource = defineResource({
  name: 'datasource',
  label: '数据源',
  en: 'Data source',
  path: '/cpt-develop/datasource',
  scope: 'tenant',
  order: ['name'],
  unique: [['name']],
  title: 'name',
  fields: {
    name: text('名称', { en: 'Name', required: true, max: 100, search: 'like', width: 160 }),
    driverClass: dict('驱动类', 'driver_class', { en: 'Driver', required: true, values: ['postgresql', 'mysql', 'oracle'], width: 120 }),
    url: text('连接地址', { en: 'Address', required: true, max: 500, width: 300 }),
    username: text('用户名', { en: 'User', required: true, max: 50, width: 120 }),
    remark: note('备注', { en: 'Remark', max: 255, column: false }),
  },
})

/** A column of another database, in the words of its information_schema. */
export interface ForeignColumn {
  name: string
  type: string
  length: number | null
  precision: number | null
  scale: number | null
  comment: string
  nullable: boolean
}
