import { Alert, DatePicker, Flex, Select, type TableColumnType } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { today } from '../../../kit/web/clock.web.ts'
import { Table } from '../../../kit/web/Table.web.tsx'
import { useSay } from '../../../kit/web/words.web.ts'
import { jtcy } from '../../../land/definitions/jtcy.ts'
import { DEAD } from '../../../land/definitions/person.ts'
import type { Form } from '../../cases/definitions/business.ts'
import { formsIn } from '../../cases/definitions/form.ts'
import { useHolder } from '../../parts/Book.web.tsx'
import { faultAt, ListFault } from '../../cases/web/Changes.web.tsx'
import type { PartProps } from '../../cases/web/screen.web.ts'
import { ITEM, MEMBER_FATES, shape } from './type.ts'
import { words } from './words.ts'

const { qx, rq } = shape.jtcyList.many
/** Of a household that is extinct: what became of each member who lives in the register, and when. */
export function LeavingMembers({ form, onChange, editing, faults, about }: PartProps) {
  const { say, label } = useSay()
  const all = editing === 'all'
  const holder = useHolder(form.cbjyqzbm, all && about.item === ITEM.extinct).data
  if (about.item !== ITEM.extinct) return null
  const told = formsIn(form.jtcyList)
  const rows: readonly (AnyRow | Form)[] = all ? (holder?.jtcyList ?? []).filter((m) => m.cybz !== DEAD) : told
  const at = (id: unknown) => told.findIndex((m) => m.id === id)
  const put = (m: AnyRow | Form, patch: Form) =>
    onChange({ jtcyList: at(m.id) < 0 ? [...told, { id: m.id, cyxm: m.cyxm, ...patch }] : told.map((t, i) => (i === at(m.id) ? { ...t, ...patch } : t)) })
  const fault = (m: AnyRow | Form, name: string) => {
    const msg = at(m.id) < 0 ? undefined : faultAt(faults, `jtcyList.${at(m.id)}.${name}`)
    return msg && <div role="alert">{msg}</div>
  }
  const columns: TableColumnType<AnyRow | Form>[] = [
    { key: 'cyxm', dataIndex: 'cyxm', title: label(jtcy.fields.cyxm), width: 120 },
    {
      key: 'qx',
      title: label(qx),
      width: 180,
      render: (_v, m) => (
        <>
          <Select
            style={{ width: '100%' }}
            disabled={!all}
            aria-label={`${label(qx)} ${String(m.cyxm)}`}
            value={(told[at(m.id)]?.qx as string | undefined) ?? undefined}
            options={MEMBER_FATES.map((value) => ({ value, label: say(words[value]) }))}
            onChange={(v: string) => put(m, { qx: v })}
          />
          {fault(m, 'qx')}
        </>
      ),
    },
    {
      key: 'rq',
      title: label(rq),
      width: 180,
      render: (_v, m) => {
        const day = told[at(m.id)]?.rq
        return (
          <>
            <DatePicker
              style={{ width: '100%' }}
              disabled={!all}
              maxDate={dayjs(today())}
              aria-label={`${label(rq)} ${String(m.cyxm)}`}
              value={typeof day === 'string' && day ? dayjs(day) : null}
              onChange={(d: Dayjs | null) => put(m, { rq: d?.format('YYYY-MM-DD') ?? null })}
            />
            {fault(m, 'rq')}
          </>
        )
      },
    },
  ]
  return (
    <Flex vertical gap="small">
      <Alert type="info" showIcon title={say(words.nobodyLeft)} />
      <ListFault faults={faults} at="jtcyList" />
      <Table size="small" rowKey="id" pagination={false} dataSource={[...rows]} columns={columns} scroll={{ x: 480 }} />
    </Flex>
  )
}
