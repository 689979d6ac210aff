import { json, ref, region, text } from '../../kit/model/field.ts'
import { both as say, type Text } from '../../kit/model/lang.ts'
import { defineResource, type Row } from '../../kit/model/resource.ts'
import { WHERE_LIMITS } from '../../kit/model/where.ts'

/** Whose a view is: the last look of one person, one that he keeps, one for everybody in and below a region, what a role begins with. */
const VIEW_KINDS = ['own', 'private', 'shared', 'role'] as const
/** Characters of a layout as JSON, columns in it, views of one kind that one list has for a person. */
export const VIEW_LIMITS = { layout: 8192, columns: 200, views: 50 } as const

/** How a list is laid out and what it is filtered by, under a name. */
export const list_view = defineResource({
  name: 'list_view',
  label: '列表视图',
  en: 'View',
  path: '/platform/list-view',
  scope: 'tenant',
  title: 'title',
  derived: ['mayEdit'],
  fields: {
    list: text('列表', { en: 'List', required: true, fixed: true, max: 80, search: 'eq' }),
    title: text('视图名称', { en: 'Name', required: true, max: 50, name: true }),
    kind: text('种类', { en: 'Kind', required: true, default: 'private', max: 7, values: [...VIEW_KINDS], search: 'eq' }),
    roleId: ref('角色', 'sys_role', { en: 'Role' }),
    layout: json<ViewLayout>('布局', { en: 'Layout' }),
    where: json('筛选条件', { en: 'Filter' }),
    userId: ref('所有者', 'sys_user', { en: 'Owner', form: 'none' }),
    regionCode: region('行政区划', { en: 'Region', form: 'none' }),
  },
})
export type ListView = Row<typeof list_view>

/** What a view says of the look of a list. */
export interface ViewLayout {
  columns?: readonly { name: string; width?: number; hidden?: boolean; pinned?: 'left' | 'right' }[]
  density?: string
  /** names of columns, those that go down with a minus before them */
  sort?: readonly string[]
}

const isObject = (v: unknown): v is Record<string, unknown> => !!v && typeof v === 'object' && !Array.isArray(v)
/** What is wrong with a layout, or undefined. None is right. */
export function layoutWrong(v: unknown): Text | undefined {
  if (v === undefined || v === null) return undefined
  const malformed = say('视图布局不正确', 'The layout of the view is malformed')
  if (!isObject(v)) return malformed
  if (JSON.stringify(v).length > VIEW_LIMITS.layout) return say('视图布局过大，请减少列', 'The layout of the view is too large; leave columns out')
  const { columns } = v
  if (columns === undefined) return undefined
  if (!Array.isArray(columns) || columns.length > VIEW_LIMITS.columns) return malformed
  return columns.every((c) => isObject(c) && typeof c.name === 'string') ? undefined : malformed
}
/** What is wrong with the expression of a view beside its meaning, which the list that it is asked of judges. */
export const expressionWrong = (v: unknown): Text | undefined =>
  v === undefined || v === null || (isObject(v) && JSON.stringify(v).length <= WHERE_LIMITS.text) ? undefined : say('筛选条件不正确', 'The filter is malformed')
