import { Tag } from 'antd'
import type { ReactNode } from 'react'
import type { AnyResource } from '../../kit/model/resource.ts'
import { labelOf } from '../../kit/model/field.ts'
import { permOf } from '../../kit/model/resource.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { defaultCommands, type RowCommand } from '../../kit/web/commands.web.tsx'
import type { ResourceFormProps } from '../../kit/web/ResourceForm.web.tsx'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { columnsOf, type Column } from '../../kit/web/ResourceTable.web.tsx'
import { useSay } from '../../kit/web/words.web.ts'
import { words } from '../contract/words.ts'

interface EnabledPageProps {
  of: AnyResource
  form(p: ResourceFormProps): ReactNode
  /** commands between edit and enable */
  more?: readonly RowCommand[]
  columns?(all: readonly Column[]): readonly Column[]
}
/** A list of rows of which one is enabled for a region and a kind of contract. */
export function EnabledPage({ of: r, form, more = [], columns = (all) => all }: EnabledPageProps) {
  const { say, lang } = useSay()
  const { row, tool } = defaultCommands(r)
  const on = (x: AnyRow) => x.isEnabled === 1
  const edit = permOf(r, 'edit')
  const step =
    (verb: 'enable' | 'disable') =>
    (x: AnyRow, t: { reload(): Promise<unknown> }): Promise<unknown> =>
      api.post(`${r.path.slice(1)}/${verb}`, verb === 'enable' ? { id: x.id } : {}, verb === 'disable' ? { ids: x.id } : {}).then(t.reload)
  const commands: RowCommand[] = [
    row.view,
    { ...row.edit, when: (x) => !on(x) || words.kept },
    { key: 'enable', label: words.enable, perm: edit, confirm: words.enableAsk, done: words.done, when: (x) => !on(x), run: step('enable') },
    { key: 'disable', label: words.disable, perm: edit, confirm: words.disableAsk, done: words.done, when: on, run: step('disable') },
    ...more,
    { ...row.delete, when: (x) => !on(x) || words.kept },
  ]
  const enabled: Column = {
    key: 'isEnabled',
    dataIndex: 'isEnabled',
    title: labelOf(r.fields.isEnabled!)[lang],
    width: 90,
    render: (v: unknown) => <Tag color={v === 1 ? 'success' : 'default'}>{say(v === 1 ? words.enabled : words.disabled)}</Tag>,
  }
  const shown = columnsOf(r, lang).filter((c) => c.key !== 'isEnabled')
  return <ResourcePage of={r} writes="save-update" rowCommands={commands} toolCommands={[tool.add]} form={form} columns={[...columns(shown), enabled]} />
}
