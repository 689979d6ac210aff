import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Flex, Switch, Typography, type TableColumnType } from 'antd'
import { useState } from 'react'
import type { Page } from '../../../kit/model/page.ts'
import { ClearInput } from '../../../kit/web/clear.web.tsx'
import { Table } from '../../../kit/web/Table.web.tsx'
import type { AnyRow } from '../../../kit/web/calls.web.ts'
import { api } from '../../../kit/web/client.web.ts'
import { counted, phrases } from '../../../kit/web/phrases.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { queryKeyOf } from '../../../kit/web/keys.web.ts'
import { djb } from '../../../land/definitions/cbht.ts'
import { searchOf } from '../../../land/parts/finder.web.ts'
import { words } from './words.ts'

const { cbjyqzbm, cbfmc, cbqxz, htzmjm, cbdkzs } = djb.fields
const joined = (v: unknown): string => (Array.isArray(v) ? v.join('、') : '')

/** The current books of the issuer with the reasons against those that cannot be extended; what is ticked is in the case. */
export function Offer({ fbfbm, taken, onTake }: { fbfbm: string; taken: readonly string[]; onTake(rows: readonly AnyRow[], shown: readonly AnyRow[]): void }) {
  const { say, label } = useSay()
  const [only, setOnly] = useState(false),
    [typed, setTyped] = useState(''),
    [current, setCurrent] = useState(1),
    [size, setSize] = useState(10)
  const query = { fbfbm, current, size, ...(only ? { onlyEligible: '1' } : {}), ...(typed ? searchOf(typed, 'cbjyqzbm', 'cbfmc') : {}) }
  const { data, isFetching, error } = useQuery({
    queryKey: queryKeyOf('djb', 'renew', query),
    placeholderData: keepPreviousData,
    retry: false,
    queryFn: () => api.get<Page<AnyRow>>('base-qssj/djb/renew/page', query, { quiet: true }),
  })
  const rows = data?.records ?? []
  const column = (n: string, f: typeof cbfmc | typeof htzmjm | typeof cbdkzs | typeof cbqxz, width: number): TableColumnType<AnyRow> => ({
    key: n,
    dataIndex: n,
    title: label(f),
    width,
  })
  const columns: TableColumnType<AnyRow>[] = [
    column('cbfmc', cbfmc, 92),
    column('cbjyqzbm', cbjyqzbm, 172),
    column('cbqxz', cbqxz, 106),
    { ...column('htzmjm', htzmjm, 84), align: 'right' },
    {
      key: 'why',
      title: say(words.why),
      render: (_v, r) => (
        <>
          <Typography.Text type="danger">{joined(r.reasons)}</Typography.Text> <Typography.Text type="secondary">{joined(r.warnings)}</Typography.Text>
        </>
      ),
    },
  ]
  return (
    <Flex vertical gap="small">
      <Flex gap="small" align="center">
        <Typography.Text strong>{say(words.eligible)}</Typography.Text>
        <Switch size="small" checked={only} aria-label={say(words.only)} onChange={(v) => (setOnly(v), setCurrent(1))} />
        <span>{say(words.only)}</span>
        <ClearInput
          size="small"
          style={{ width: 230 }}
          placeholder={say(words.find)}
          aria-label={say(words.find)}
          onChange={(e) => (setTyped(e.target.value.trim()), setCurrent(1))}
        />
      </Flex>
      {error && <Alert type="error" showIcon title={error.message} />}
      <Table<AnyRow>
        size="small"
        rowKey="cbjyqzbm"
        loading={isFetching}
        dataSource={rows}
        columns={columns}
        scroll={{ x: 640 }}
        pagination={{
          current,
          pageSize: size,
          total: data?.total ?? 0,
          size: 'small',
          showTotal: (n) => say(counted(n, data?.totalIsEstimate)),
          onChange: (c, s) => (setCurrent(c), setSize(s)),
        }}
        rowSelection={{
          selectedRowKeys: [...taken],
          onChange: (_keys, picked) => onTake(picked.filter(Boolean), rows),
          getCheckboxProps: (r) => ({ disabled: r.eligible === false, 'aria-label': `${say(phrases.selectRow)} ${r.cbfmc}` }),
        }}
      />
    </Flex>
  )
}
